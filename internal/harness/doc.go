// Package harness turns the signatures of Go functions into genes, and writes
// the Go file that calls the functions with them.
//
// For
//
//	func Clip(p *Point, max int) (n int, err error)
//
// Sign returns an input.Signature. Its parameters are a pointer to a struct with
// the fields of Point, and an integer; its results are an integer and an error;
// and p is reported once more after the call, which may change it. Generate writes
// a file of the same package with a decoder of these parameters from words, the
// call between the begin and the end of a run, and an encoder of the outcome:
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
// The file belongs to the package under test, so that it can use unexported
// functions and fields. It imports only the probes, unsafe, packages that the
// package under test imports already, and packages that cannot import it: any other
// import could close an import cycle with the standard library. The file does not
// use reflection, and decodes scalars without allocating.
//
// A function that returns a function literal is signed once more with a call of the
// literal (called.go). If the returned function is nil, the input counts as unbuilt.
//
// Package variables that the code may change, also variables of other packages, are saved once and
// restored between runs, and so are settings of the standard library such as the flags of package
// log (putback.go). A slice, map or pointer is restored in place, so that variables that share
// memory still share it. The contents of most types of sync and sync/atomic, and
// variables set by a sync.Once, are not restored; Coder.Unrestored lists such variables.
//
// A type that is not plain data is a Choice (package input) of alternatives. Each
// alternative has a tree (package code) that decoders and tests print:
//
//   - interfaces (iface.go): types that implement them, from the package, from the
//     standard library (standard.go) and from imported packages; calls of functions
//     of the package that return them; a stub with searched results (stub.go). Stubs
//     keep the contracts of Read, Write and similar methods, and end a sequence that
//     callers read to its end. An interface first holds the types in the function's
//     type switches and assertions (any.go);
//   - functions (function.go, compare.go): constant functions, orders, predicates,
//     table lookups, iterators, and declared functions with the signature. A function
//     with arguments returns the same results for the same arguments. A signature that
//     only fits an order of the arguments gets orders only;
//   - channels (channel.go): closed channels, with and without values. A run could
//     block forever on an open channel, so decoders register it with the probes
//     (probe.Open), and the worker ends a run that blocks;
//   - objects (object.go): made by constructors, and changed by method calls, by calls that are repeated
//     with arguments that count (repetition.go), and by assignments to exported fields (settings.go). Literal and State (literal.go)
//     serve programs that separate the states that calls reach from other literals.
//     A Scenario (scenario.go) calls nothing after the steps, and tells of each of them;
//   - pointers to types of the package that methods return (returned.go): plain data,
//     calls of these methods, and values that an earlier call for the same input has
//     returned.
//
// A Choice has at most 12 alternatives, and at most 5 in a field of a struct, where
// nil is not rare. An interface parameter may have more, for the types that the
// function mentions. Fn.Notes reports alternatives that were left out. The first
// alternative contains no other Choice, and only nil pointers where values are deep.
// Error variables as inputs, and functions of other packages are taken from a short list, because
// this package does not analyse whether they do harm.
//
// Limits of the model: results of made functions do not depend on the time of the
// call, except for functions without arguments. An interface with unexported methods
// of another package is nil. A map with keys that are not plain words has at most one
// entry. Unexported fields of other packages' types are zero.
//
// Results may be of any type. An interface is reported by its dynamic value if the
// dynamic type is expected there (dynamic.go); other interfaces, and functions, are
// reported as nil or not nil. Values are received from a resulting channel while the
// run still goes on, up to 32 and as long as they arrive soon (receive.go); a channel
// inside another value is reported as nil or not nil. For a parameter of an interface
// type, the dynamic value after the call is reported too, even of a stub. A struct of
// another package without visible fields is reported by whether it is zero, and by the
// text of its method String, Error or MarshalText if the method is harmless
// (SetHarmless, opaquestruct.go). Methods of the package under test are not called for a text,
// because they may be wrong themselves. For inputs with such a text, the outcome also
// tells whether the call left them unchanged.
//
// If the compiler refuses a generated file, LeaveOut finds the alternative or the
// function at fault and leaves it out.
//
// Work is linear in the size of the signatures and of the package's syntax. A
// Coder is not safe for concurrent use.
//
// # Texts
//
// Languages finds texts that the code expects: texts that its regular expressions match, and
// texts that functions of the standard library accept.
//
//	regexp.MustCompile(`^v?([0-9]+)(-[a-z]+)?$`)  // "1", "v1-a", "v1", "11", "111", …
//	net.ParseIP(s)                                // "192.0.2.1", …
//	time.Parse(time.RFC3339, s)                   // "2009-11-10T23:00:00Z"
//
// A search for inputs has no gradient towards such a text: a library decides step by step
// whether it accepts a text, and no distance tells how near the text came. Therefore these
// texts are among the first inputs that the search tries.
package harness
