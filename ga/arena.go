package ga

import "nearmiss/input"

// arena hands out the memory of short vectors from blocks. A block lives as
// long as any of its vectors: it is small, so that a survivor holds little.
type arena struct{ free input.Vector }

const block = 1024 // words

// room is an empty vector to append to, with room for about n words.
func (a *arena) room(n int) input.Vector {
	if n > block/16 {
		return make(input.Vector, 0, n)
	}
	if cap(a.free) < 2*n {
		a.free = make(input.Vector, 0, block)
	}
	return a.free
}

// keep makes a vector that was appended to the last room its own.
func (a *arena) keep(v input.Vector) input.Vector {
	if n := len(v); n > 0 && n < cap(a.free) && &v[0] == &a.free[:1][0] {
		a.free = a.free[n:n:cap(a.free)]
	}
	return v[:len(v):len(v)]
}
