package effects

import (
	"go/types"
	"maps"
)

// key is a variable, or the length of the string or slice that it holds.
type key struct {
	v      *types.Var
	length bool
}

// state is what is known about variables at one place; a key that is not
// there can be anything. A nil state is that of a place no run comes to.
type state map[key]value

// join keeps what holds in both.
func join(s, t state) state {
	switch {
	case s == nil:
		return t
	case t == nil:
		return s
	}
	out := state{}
	for k, v := range s {
		if w, ok := t[k]; ok {
			out[k] = v.join(w)
		}
	}
	return out
}

func equal(s, t state) bool {
	return (s == nil) == (t == nil) && maps.EqualFunc(s, t, value.equal)
}

// with returns s with another value for a key. s stays as it is.
func (s state) with(k key, v value) state {
	out := maps.Clone(s)
	out[k] = v
	return out
}
