// Package nearmiss carries the Go sources that a worker process is made of.
//
// A worker is the rewritten package under test together with the probes, the
// genes, the searches and the loop that serves jobs. Those packages are not
// linked from here: their sources travel inside the nearmiss command, and
// internal/native lays them, as virtual directories, into the tree that the
// go command builds the worker from. So the machine that runs nearmiss needs
// Go and nothing else, and the worker's copy is always the one that the
// command was built with.
//
// The packages listed here import the standard library and each other, and
// nothing more.
package nearmiss

import (
	"embed"
	"io/fs"
)

//go:embed code/*.go internal/asked/*.go internal/moment/*.go internal/probe/*.go internal/registry/*.go input/*.go search/*.go avm/*.go internal/worker/*.go
var sources embed.FS

// WorkerPackages lists the directories of the worker's packages, imported
// before importing.
func WorkerPackages() []string {
	return []string{
		"internal/asked",
		"code",
		"internal/probe",
		"internal/registry",
		"input",
		"internal/moment",
		"search",
		"avm",
		"internal/worker",
	}
}

// WorkerSources is the tree below which WorkerPackages lie. It holds their Go
// files, the tests among them.
func WorkerSources() fs.FS { return sources }
