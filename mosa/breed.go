package mosa

import (
	"slices"

	"nearmiss/input"
)

// first makes the first generation.
func (e *engine) first() []input.Vector {
	if e.empty() {
		return []input.Vector{e.space.Zero()}
	}
	var vectors []input.Vector
	for _, v := range e.opt.Starts[:min(len(e.opt.Starts), size)] {
		vectors = append(vectors, e.space.Normalize(nil, v))
	}
	for len(vectors) < size {
		vectors = append(vectors, e.space.Random(nil, e.rng))
	}
	return vectors
}

// breed makes the children of a generation.
func (e *engine) breed() []input.Vector {
	vectors := make([]input.Vector, size)
	for i := range vectors {
		if i%freshPart == freshPart-1 {
			vectors[i] = e.fresh()
		} else {
			vectors[i] = e.child()
		}
	}
	return vectors
}

// fresh is an input without parents among the members.
func (e *engine) fresh() input.Vector {
	if n := e.archive.len(); n > 0 && e.rng.IntN(2) == 0 {
		return e.mutator.Mutate(slices.Clone(e.archive.vector(e.rng.IntN(n))))
	}
	return e.space.Random(nil, e.rng)
}

// child is bred from one parent or two, and mutated.
func (e *engine) child() input.Vector {
	v := e.tournament().vector
	if e.rng.IntN(4) > 0 {
		v = e.space.Cross(v, e.tournament().vector, e.rng)
	} else {
		v = slices.Clone(v)
	}
	return e.mutator.Mutate(v)
}
