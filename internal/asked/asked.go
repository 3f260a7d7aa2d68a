// Package asked records the names of the environment variables that a worker's process reads,
// including reads by package initialization.
//
// Go initializes packages in the order of their import paths, each after its imports. In a
// worker, package asked has an import path that sorts before os, and it imports only packages
// that package os imports too. So it is initialized before os, and before any read. Reads by
// os.Environ and syscall.Getenv are not recorded.
package asked

import (
	"slices"
	"sync/atomic"

	"nearmiss/internal/testlog"
)

const (
	Most    = 64  // maximum number of names between two calls of Take
	Longest = 128 // maximum length of a name in bytes; longer names are not recorded
)

var (
	stopped atomic.Bool
	mutex   = make(chan struct{}, 1) // not a sync.Mutex: package sync may be under test
	names   []string
)

func init() { testlog.SetLogger(listener{}) }

// Take returns the names of the variables that were read since its last call, each once.
func Take() []string {
	mutex <- struct{}{}
	defer func() { <-mutex }()
	list := names
	names = nil
	return list
}

// Stop ends the recording, which costs a lock and a search in a list for each read.
func Stop() { stopped.Store(true) }

// A listener is a testlog logger.
type listener struct{}

func (listener) Getenv(name string) {
	if stopped.Load() || len(name) > Longest {
		return
	}
	mutex <- struct{}{}
	defer func() { <-mutex }()
	if len(names) < Most && !slices.Contains(names, name) {
		names = append(names, name)
	}
}

func (listener) Stat(string)  {}
func (listener) Open(string)  {}
func (listener) Chdir(string) {}
