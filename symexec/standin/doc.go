// Package standin holds bodies in Go for functions of the standard library
// that have none, or whose own looks at memory in a way that the executor has
// no memory for. The executor loads it beside the program and runs, say,
//
//	IndexByte(b, 'x')
//
// in place of internal/bytealg.IndexByte: a loop with one comparison a byte,
// at which a path forks if the byte is symbolic.
//
// Every function is plain and slow, and does what the original documents; the
// tests compare them with it. Those without a body here are the executor's.
package standin
