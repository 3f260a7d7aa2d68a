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
	least  = 1 << 30 // of the limit, however small the machine is
)

// Settle lets the heap grow to several times its size before garbage is
// collected; beyond a quarter of the machine's memory, or a few gigabytes, it is collected as
// it comes. What GOGC and GOMEMLIMIT say goes.
func Settle() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit(installed()))
	}
}

// limit is up to which size the heap grows before garbage matters, on a machine with so much
// memory; 0 is not known.
func limit(memory uint64) int64 {
	if memory == 0 {
		return plenty
	}
	return int64(min(max(memory/4, least), plenty))
}
