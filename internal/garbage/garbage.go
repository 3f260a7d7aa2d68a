// Package garbage says how long garbage waits in processes that explore paths.
//
// The executor and the terms make much of it, and what lives is small:
//
//	garbage.Settle()
//
// at the start of a command is all there is to do. It changes the whole process.
package garbage

import (
	"os"
	"runtime/debug"
)

const (
	growth = 400     // percent
	plenty = 3 << 30 // bytes
)

// Settle lets the heap grow to several times its size before garbage is
// collected; beyond a few gigabytes it is collected as it comes. What GOGC and
// GOMEMLIMIT say goes.
func Settle() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(plenty)
	}
}
