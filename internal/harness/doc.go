// Package harness turns the signatures of Go functions into genes, and writes
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
// A function that returns a function literal is signed once more with the call of
// that (called.go). What it returns is no input if it is nil.
//
// Package variables that the code may change are saved once and put back
// between runs. A slice, map or pointer is put back in place, so that two
// variables that share memory still do. What sync and sync/atomic hold, and
// variables that a sync.Once fills, are left alone and listed.
//
// What is no plain data is a Choice (package input) of ways to make it, each a
// template that decoders and tests fill in:
//
//   - interfaces (iface.go): types that implement them, of the package, of the
//     standard library (standard.go) and of the packages that are imported;
//     functions of the package that return them; a stub whose results are
//     searched (stub.go). Stubs keep to the contracts of Read, Write and their
//     like, and come to an end where callers ask for more until there is none.
//     An empty interface, and any other, first holds what the function's type
//     switches and assertions mention (any.go);
//   - functions (function.go, compare.go): constants, orders, conditions,
//     tables of cases, iterators, and functions that have the signature. What
//     takes arguments returns the same for the same ones; what can only be an
//     order of its arguments is one;
//   - channels (channel.go): closed ones with and without values first. On one
//     that is open a run could wait for ever, so decoders tell the probes of
//     it (probe.Open), and the worker ends such runs;
//   - objects (object.go): made by constructors, changed by calls, and by what is
//     assigned to fields that are exported (settings.go). Literal and State
//     (literal.go) are for programs that keep what calls make apart from other literals;
//   - pointers to types of the package that methods return (returned.go): plain data,
//     by these methods, and what a call for the same inputs has returned before.
//
// There are at most twelve ways, and five in the field of a struct, where nil
// is one of them that is not rare; Fn.Notes says what was left out. The first
// way leads to no other Choice, and to no pointer but one that is nil where values are deep. Sentinels and functions of
// other packages are taken from a short list, because nobody asks here whether
// they do harm.
//
// Not modelled: results that depend on when a function is called, apart from
// functions without arguments; interfaces with unexported methods of other
// packages, which can only be nil; maps with keys that are no words, of more
// than one entry. The unexported fields of other packages' types stay zero.
// Results may be anything: an interface is reported by what it holds, if that
// is of a type that can be expected there (dynamic.go); another one or a
// function as nil or not nil. From a channel values are received while the run
// still goes on (drained.go), up to 32 and as long as some come soon; one inside
// another value is nil or not nil. Of a parameter that is an interface, what
// it holds after the call is reported too, stubs among it. A struct of another
// package that shows none of its fields is reported by whether it is zero, and
// by the text of its method String, Error or MarshalText, if the judge has
// nothing against it (sealed.go). Methods of the package under test are not
// asked: what they say may be wrong itself. Of inputs that such a text may be
// part of, it is also reported whether the call left them as they were.
//
// Where the compiler refuses a generated file all the same, LeaveOut finds the way
// to make a value, or the function, that is at fault, and does without it.
//
// Work is linear in the size of the signatures and of the package's syntax. A
// Coder is not safe for concurrent use.
//
// # Texts
//
// Samples makes texts that a regular expression matches.
//
//	harness.Samples(`^v?([0-9]+)(-[a-z]+)?$`, 8)
//	// "1", "v1-a", "v1", "1-a", "11", …
//
// A search for inputs cannot follow a regular expression: whether a text matches is
// found out in a library, bit by bit, and nothing says how near a text came. What
// matches can be read off the expression.
//
// # Accepted texts
//
// Texts are texts that functions of the standard library accept.
//
//	harness.Texts("net.ParseIP")  // "192.0.2.1", …
//	harness.Time(time.RFC3339)    // "2009-11-10T23:00:00Z"
//
// Whether such a function accepts a text is found out step by step in a library, and
// nothing says how near a text came. What code hands to one of them is searched
// with texts of its language among the first that are tried.
package harness
