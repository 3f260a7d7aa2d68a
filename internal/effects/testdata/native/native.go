// Package native calls C.
package native

/*
static int add(int a, int b) { return a + b; }
*/
import "C"

// refused: reaches C.add (cgo)
func add(a, b int) int { return int(C.add(C.int(a), C.int(b))) }

// refused: reaches C.add (cgo) via add
func twice(a int) int { return add(a, a) }

func zero() int { return 0 }
