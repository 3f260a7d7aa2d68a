//go:build !unix

package worker

import (
	"os"

	"nearmiss/internal/probe"
)

// Main needs descriptors and mapped memory handed over as unix does.
func Main(entries []probe.Entry, save, restore func()) {
	os.Stderr.WriteString("worker: this system is not supported\n")
	os.Exit(2)
}
