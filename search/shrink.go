package search

import (
	"slices"

	"nearmiss/input"
)

// Shrink reduces v to an input that is easier to read and that keep accepts: with fewer rare
// alternatives (input.Alt.Rare), fewer elements, smaller numbers and plainer characters. It returns
// that input and the number of calls of keep.
//
// Every accepted vector is simpler (input.Space.Simpler) than the one before, so Shrink ends.
// If it ends before the limit, no pass has a further proposal. Random proposals depend only on
// v, so the same v and keep give the same result. Shrink assumes that keep accepts v itself. It
// calls keep at most limit times, and for no vector twice; keep must not retain the vector.
//
// Deletion follows delta debugging (Zeller and Hildebrandt, "Simplifying and isolating
// failure-inducing input", 2002): large pieces first, then halves, then single elements. In
// large inputs Shrink first empties many values of one nesting depth at once. Because conditions
// relate values, it also changes equal values together, and all values of a list.
func Shrink(space *input.Space, v input.Vector, limit uint64, keep func(input.Vector) bool) (input.Vector, uint64) {
	s := &shrinker{space: space, limit: limit, acceptable: keep, refused: map[uint64]struct{}{}}
	s.accept(v)
	s.try(space.Zero())
	passes := [...]func(*shrinker){
		(*shrinker).zeroInputs, (*shrinker).prune, (*shrinker).shortenShapes, (*shrinker).plainValues,
		(*shrinker).moveGroups, (*shrinker).shrinkScalars,
	}
	for i := 0; i < len(passes) && !s.budgetSpent(); {
		before := s.accepted
		passes[i](s)
		if i++; s.accepted > before {
			i = 0
		}
	}
	return s.best, s.tried
}

// A shrinker holds the state of one call of Shrink.
type shrinker struct {
	space      *input.Space
	best       input.Vector            // the simplest accepted vector so far
	vars       []input.Var             // variables of best
	simpler    func(input.Vector) bool // reports whether a vector is simpler than best
	varBuffer  []input.Var
	copyBuffer input.Vector
	accepted   int                     // number of vectors accepted so far
	limit      uint64                  // largest number of calls of acceptable
	tried      uint64                  // number of calls of acceptable so far
	acceptable func(input.Vector) bool // the function keep of Shrink
	refused    map[uint64]struct{}     // hashes of the refused vectors

	constructed int // inputs that tryConstructors has proposed so far
}

func (s *shrinker) budgetSpent() bool { return s.tried >= s.limit }

func (s *shrinker) accept(v input.Vector) {
	s.best = slices.Clone(v)
	s.vars = s.space.Vars(s.vars[:0], s.best)
	s.varBuffer = slices.Grow(s.varBuffer[:0], len(s.vars))
	s.simpler = s.space.SimplerThan(s.best, s.vars, s.varBuffer)
	s.accepted++
}

// try proposes a vector. If the vector is simpler and acceptable, it becomes the best one.
func (s *shrinker) try(vector input.Vector) bool {
	if s.budgetSpent() || !s.simpler(vector) {
		return false
	}
	h := Hash(vector)
	if _, ok := s.refused[h]; ok {
		return false
	}
	s.tried++
	if !s.acceptable(vector) {
		s.refused[h] = struct{}{}
		return false
	}
	s.accept(vector)
	return true
}

// trySet proposes the best vector with word w for variable v, and reports whether it was accepted.
func (s *shrinker) trySet(v *input.Var, w uint64) bool {
	if w = v.Clamp(w); !v.Shape() && !v.Plainer(w, s.best[v.Off]) {
		return false
	}
	return s.try(s.space.Set(s.copyOfBest(), v, w))
}

// tryAll proposes the word to(v, w) for the word w of each variable v of list. A change of these
// variables must not change the layout of the vector (input.Var.Shape).
func (s *shrinker) tryAll(list []input.Var, to func(v *input.Var, w uint64) uint64) bool {
	c := s.copyOfBest()
	for i := range list {
		v := &list[i]
		c[v.Off] = to(v, c[v.Off])
	}
	return s.try(c)
}

// copyOfBest returns a copy of the best vector, valid until the next call.
func (s *shrinker) copyOfBest() input.Vector {
	s.copyBuffer = append(s.copyBuffer[:0], s.best...)
	return s.copyBuffer
}

// zeroInputs replaces whole inputs by zero values.
func (s *shrinker) zeroInputs() {
	sig := s.space.Sig
	for i := range sig.Inputs() {
		from, to := sig.Span(s.best, i)
		t := sig.Input(i).Type
		if pointer := t.PointerToZero(); pointer != nil && i == 0 && sig.Recv != nil {
			s.try(s.space.Replace(s.best, from, to, pointer))
			continue
		}
		s.try(s.space.Replace(s.best, from, to, make(input.Vector, input.MinWords(t))))
	}
}

// plainValues makes many values plain at once: all, halves, quarters, and so on down to pairs.
// A second round keeps the class of each character: letters become a, digits 0.
func (s *shrinker) plainValues() {
	for _, word := range []func(*input.Var, uint64) uint64{plainestWord, sameClass} {
		var todo []input.Var
		for _, v := range s.vars {
			if isScalar(&v) && !v.Key && word(&v, s.best[v.Off]) != s.best[v.Off] {
				todo = append(todo, v)
			}
		}
		for n := len(todo); n > 1; n /= 2 {
			for index := 0; index+n <= len(todo); index += n {
				s.tryAll(todo[index:index+n], word)
			}
		}
	}
}

// isScalar reports whether v is no length, nil flag or alternative.
func isScalar(v *input.Var) bool { return v.Role < input.RoleLen }

// plainestWord returns the word of v that is the easiest to read.
func plainestWord(v *input.Var, _ uint64) uint64 { return v.Plain() }

// sameClass returns the plainest character of the class of w.
func sameClass(v *input.Var, w uint64) uint64 {
	switch {
	case !v.Char() || w >= 0x80:
	case w >= 'a' && w <= 'z':
		return 'a'
	case w >= '0' && w <= '9':
		return '0'
	case w >= 'A' && w <= 'Z':
		return 'A'
	}
	return w
}
