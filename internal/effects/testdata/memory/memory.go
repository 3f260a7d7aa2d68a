// Package memory steps past the type system.
package memory

import (
	"math"
	"unsafe"
)

type pair struct{ a, b int }

func size() uintptr { return unsafe.Sizeof(pair{}) + unsafe.Offsetof(pair{}.b) }

// refused: reaches unsafe.Pointer (unsafe memory)
func bits(f float64) uint64 { return *(*uint64)(unsafe.Pointer(&f)) }

func safeBits(f float64) uint64 { return math.Float64bits(f) }

// refused: reaches unsafe.String (unsafe memory)
func text(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return unsafe.String(&b[0], len(b))
}

// refused: reaches unsafe.Add (unsafe memory)
func add(p unsafe.Pointer, n int) unsafe.Pointer { return unsafe.Add(p, n) }

// refused: reaches unsafe.Pointer (unsafe memory) via bits
func far(f float64) bool { return bits(f) > 0 }

func count(b []byte) int { return len(b) }
