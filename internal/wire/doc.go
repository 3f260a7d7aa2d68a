// Package wire is the language between nearmiss and its worker process: the
// messages, their bytes, and the memory both sides share.
//
// A frame is four bytes of length (little-endian), one byte of message type
// and the body. A body is a fixed sequence of fields: unsigned varints,
// zig-zag varints, and counted bytes. There is no reflection and no field
// naming; both sides are built from the same source, and Init carries the
// Version that says so.
//
//	b := wire.Marshal(&wire.Stop{})
//	m, err := wire.Unmarshal(b[4:]) // *wire.Stop
//
// The conversation: the parent sends Init, the worker answers Ready with the
// names of its entries. Then one job at a time: SearchJob is answered by any
// number of Found and one SearchResult, BatchJob likewise and by one
// BatchResult, RunJob and ShrinkJob by one RunResult, MeasureJob by one
// MeasureResult. Fault answers a job the worker cannot do. Stop, or the end of
// the parent's stream, ends the worker.
//
// There is no progress message: the worker has no second goroutine (a timer
// would run code that may itself be under test, and would keep the runtime
// from noticing a deadlock). The counters of Shared say how far it is.
//
// A truncated, corrupt or oversized message is an error, never a panic, and
// decoding allocates no more than a small multiple of the bytes received.
// Encoding and decoding are linear. A Reader and a Shared belong to one
// goroutine; messages are plain values.
//
// Not modelled: other byte orders in Shared (both sides run on one machine),
// and compatibility between versions.
package wire
