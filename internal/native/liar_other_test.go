//go:build !linux

package native

// isLiar does nothing: the liar moves descriptors as Linux has it.
func isLiar() {}
