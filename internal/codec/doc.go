// Package codec turns the signatures of Go functions into genes, and writes
// the Go file that calls the functions with them.
//
// For
//
//	func Clip(p *Point, max int) (n int, err error)
//
// Sign gives an input.Signature with a pointer to a struct of the fields of
// Point and an integer as parameters, an integer and an error as results, and
// p once more as what to look at after the call. Generate writes, into the
// package itself, a decoder of these parameters from words, the call between
// the begin and the end of a run, and an encoder of the outcome:
//
//	func zznmRun0(in, out *zznmprobe.Genes) {
//		a0 := zznmDec0(in)
//		a1 := int(in.Next())
//		zznmprobe.Begin()
//		r0, r1 := Clip(a0, a1)
//		zznmprobe.End()
//		…
//	}
//
// The file stands inside the package under test, so that unexported functions
// and fields are in reach, and imports nothing but the probes, unsafe, and
// what the package imports already: anything else could close an import cycle
// with the standard library. There is no reflection, and scalars are decoded
// without allocating.
//
// Package variables that the code may change are saved once and put back
// between runs. A slice, map or pointer is put back in place, so that two
// variables that share memory still do. What sync and sync/atomic hold, and
// variables that a sync.Once fills, are left alone and listed.
//
// Not searched yet, and an UnsupportedError: interfaces, functions, channels,
// type parameters and unsafe.Pointer as parameters. As struct fields they stay
// zero, as do the unexported fields of other packages' types; Fn.Notes says
// so. A type of another package that stands on an interface in an unexported
// field (bufio.Writer) is refused: its zero value is a trap. Results may be anything: an interface, a function or a channel is
// reported as nil or not nil.
//
// Work is linear in the size of the signatures and of the package's syntax. A
// Coder is not safe for concurrent use.
package codec
