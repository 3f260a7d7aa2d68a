package worker

import "unsafe"

// A label marks a goroutine and those that it starts from then on. Goroutines have a pointer for the labels of CPU
// profiles, which is inherited; a label takes its place. It reads as an empty set of labels, in a profile of the code
// under test, too.
type label struct{ _ [4]uintptr }

//go:linkname profLabel runtime/pprof.runtime_getProfLabel
func profLabel() unsafe.Pointer

//go:linkname setProfLabel runtime/pprof.runtime_setProfLabel
func setProfLabel(unsafe.Pointer)

// marked reports whether the current goroutine has the label.
func (l *label) marked() bool { return profLabel() == unsafe.Pointer(l) }

// mark gives the label to the current goroutine.
func (l *label) mark() { setProfLabel(unsafe.Pointer(l)) }
