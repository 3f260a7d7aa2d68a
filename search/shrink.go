package search

import (
	"slices"

	"nearmiss/input"
)

// Shrink reduces v to an input that is easier to read, as long as keep
// accepts it: fewer fall-backs among choices, fewer elements, then smaller
// numbers and plainer characters.
// Every vector it takes over is simpler (input.Space.Simpler) than the one
// before, so it ends; when it ends before the limit, no pass has anything
// more to propose. What it draws depends on v alone, so the same v and keep
// give the same result. v itself is taken to be acceptable and is not asked about. It asks
// keep at most limit times, about no vector twice, and returns how often; keep
// must not hold on to what it is given.
//
// Deleting follows delta debugging (Zeller and Hildebrandt, "Simplifying and
// isolating failure-inducing input", 2002): large pieces first, then halves,
// then single elements, and of large inputs first many values of a level at once.
// Because conditions tie values together, values also move together: equal ones, and all
// of a list.
func Shrink(space *input.Space, v input.Vector, limit uint64, keep func(input.Vector) bool) (input.Vector, uint64) {
	s := &shrinker{space: space, limit: limit, keep: keep, refused: map[uint64]struct{}{}}
	s.take(v)
	s.try(space.Zero())
	passes := [...]func(*shrinker){
		(*shrinker).inputs, (*shrinker).prune, (*shrinker).shapes, (*shrinker).plain,
		(*shrinker).together, (*shrinker).scalars,
	}
	for i := 0; i < len(passes) && !s.spent(); {
		before := s.taken
		passes[i](s)
		if i++; s.taken > before && i > 1 {
			i = 0
		}
	}
	return s.best, s.asked
}

type shrinker struct {
	space   *input.Space
	best    input.Vector
	vars    []input.Var             // of best
	simpler func(input.Vector) bool // than best
	room    []input.Var
	copy    input.Vector
	taken   int // vectors taken over
	limit   uint64
	asked   uint64
	keep    func(input.Vector) bool
	refused map[uint64]struct{} // hashes of the vectors that keep refused

	constructed int // inputs of constructors that were tried for fall-backs
}

func (s *shrinker) spent() bool { return s.asked >= s.limit }

func (s *shrinker) take(v input.Vector) {
	s.best = slices.Clone(v)
	s.vars = s.space.Vars(s.vars[:0], s.best)
	s.room = slices.Grow(s.room[:0], len(s.vars))
	s.simpler = s.space.SimplerThan(s.best, s.vars, s.room)
	s.taken++
}

// try asks about a vector that is simpler and takes it over if it is kept.
func (s *shrinker) try(v input.Vector) bool {
	if s.spent() || !s.simpler(v) {
		return false
	}
	h := Hash(v)
	if _, ok := s.refused[h]; ok {
		return false
	}
	s.asked++
	if !s.keep(v) {
		s.refused[h] = struct{}{}
		return false
	}
	s.take(v)
	return true
}

// set tries one word for a variable.
func (s *shrinker) set(v *input.Var, w uint64) bool {
	if w = v.Clamp(w); !v.Shape() && !v.Plainer(w, s.best[v.Off]) {
		return false
	}
	return s.try(s.space.Set(s.copied(), v, w))
}

// copied returns a copy of the best vector that is good until the next one.
func (s *shrinker) copied() input.Vector {
	s.copy = append(s.copy[:0], s.best...)
	return s.copy
}

// inputs makes whole inputs zero.
func (s *shrinker) inputs() {
	sig := s.space.Sig
	for i := range sig.Inputs() {
		from := 0
		for j := range i {
			from = input.Skip(sig.Input(j).Type, s.best, from)
		}
		t := sig.Input(i).Type
		to := input.Skip(t, s.best, from)
		if pointer := t.PointerToZero(); pointer != nil && i == 0 && sig.Recv != nil {
			s.try(s.space.Replace(s.best, from, to, pointer))
			continue
		}
		s.try(s.space.Replace(s.best, from, to, make(input.Vector, input.MinWords(t))))
	}
}

// plain makes many values plain at once: halves, quarters, … pairs. A second
// round leaves the class of characters alone: letters become a, digits 0.
func (s *shrinker) plain() {
	for _, word := range []func(*input.Var, uint64) uint64{plainest, sameClass} {
		var todo []input.Var
		for _, v := range s.vars {
			if scalar(&v) && !v.Key && word(&v, s.best[v.Off]) != s.best[v.Off] {
				todo = append(todo, v)
			}
		}
		for n := len(todo); n > 1; n /= 2 {
			for at := 0; at+n <= len(todo); at += n {
				c := s.copied()
				for _, v := range todo[at : at+n] {
					c[v.Off] = word(&v, c[v.Off])
				}
				s.try(c)
			}
		}
	}
}

func scalar(v *input.Var) bool { return v.Role < input.RoleLen }

func plainest(v *input.Var, _ uint64) uint64 { return v.Plain() }

// sameClass is the plainest character of the class of w.
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
