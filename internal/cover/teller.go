package cover

import (
	"math"
	"slices"

	"nearmiss/input"
)

// A teller changes numbers and texts of an input that hide what the program makes of them:
// 0 and 1, which leave open what is added or multiplied, the digit 0, the empty text, and
// what stands for another value of the input as well. Small inputs are full of them. Each
// gets a small value that nothing before it has: the primes for numbers, with a half for
// floats, and the next digit or letter for characters. Lengths but those of empty texts,
// choices and keys of maps stay.
//
// All are changed at once, as a factor shows nothing beside one that is 0, and what
// turns out to be of no account then is changed back; the others get the values that are free
// now. Where that is not taken, they are changed one by one, twice: what comes later may be
// what the first depends on.
//
// next proposes inputs, and took says of each whether it takes the place of the one before.
type teller struct {
	space    *input.Space
	best     input.Vector
	vars     []input.Var // of best
	phase    phase
	at       int // of the variable, or of the change
	begun    bool
	proposed []input.Vector
	changes  []change // of the phase

	numbers    map[float64]bool // of the variables before it, without sign
	characters map[uint64]bool
}

type phase int

const (
	together phase = iota
	back
	anew
	once
	again
	over
)

// A change of the variable in a place, from a word.
type change struct {
	at  int
	was uint64
}

// newTeller returns a teller that begins with an input.
func newTeller(space *input.Space, v input.Vector) *teller {
	s := &teller{space: space, best: v, vars: space.Vars(nil, v)}
	s.begin(together)
	return s
}

// begin begins a phase.
func (s *teller) begin(p phase) {
	s.phase, s.at, s.begun = p, 0, false
	s.numbers, s.characters = map[float64]bool{}, map[uint64]bool{}
	switch p {
	case together:
		all := &teller{space: s.space, best: s.best, vars: s.vars}
		for all.begin(once); all.next() != nil && all.phase == once; {
			all.took(true)
			s.changes = all.changes
		}
		if len(s.changes) > 1 {
			s.proposed = []input.Vector{all.best}
		} else {
			s.begin(once)
		}
	case back:
		s.at = len(s.changes)
	case anew:
		if v := s.renumbered(); !slices.Equal(v, s.best) {
			s.proposed = []input.Vector{v}
		}
	default:
		s.changes = nil
	}
}

// renumbered has the first values that are free where something is changed.
func (s *teller) renumbered() input.Vector {
	r := &teller{space: s.space, best: s.best, vars: s.vars, numbers: s.numbers, characters: s.characters}
	for i := 0; i < len(r.vars); i++ {
		if k := slices.IndexFunc(s.changes, func(c change) bool { return c.at == i }); k >= 0 {
			r.best = s.space.Set(slices.Clone(r.best), &r.vars[i], s.changes[k].was)
			r.vars = s.space.Vars(nil, r.best)
			if list := r.others(&r.vars[i]); len(list) > 0 { // else it tells enough now
				r.best = list[0]
				r.vars = s.space.Vars(nil, r.best)
			}
		}
		r.pass()
	}
	return r.best
}

// next is an input to try, nil if there is none left.
func (s *teller) next() input.Vector {
	for len(s.proposed) == 0 {
		switch {
		case s.phase == over:
			return nil
		case s.phase == together: // that was not taken
			s.begin(once)
		case s.phase == back && s.at > 0: // the last first, as what goes back may move what is behind it
			s.at--
			c := s.changes[s.at]
			s.proposed = []input.Vector{s.space.Set(slices.Clone(s.best), &s.vars[c.at], c.was)}
		case s.phase == back:
			s.begin(anew)
		case s.phase == anew, s.at == len(s.vars) && (s.phase == again || len(s.changes) == 0):
			s.begin(over)
		case s.at == len(s.vars):
			s.begin(again)
		case !s.begun && len(s.changes) < mostChanged:
			s.begun, s.proposed = true, s.others(&s.vars[s.at])
		default:
			s.pass()
		}
	}
	return s.proposed[0]
}

// wants reports whether what is proposed is to be taken if it shows another result than the
// input before it, or the same.
func (s *teller) wants(another bool) bool { return s.phase == anew || another != (s.phase == back) }

// took says whether what was proposed is taken.
func (s *teller) took(taken bool) {
	if !taken {
		s.proposed = s.proposed[1:]
		return
	}
	was := s.best
	s.best, s.proposed = s.proposed[0], nil
	before := len(s.vars)
	if s.phase == once || s.phase == again {
		s.changes = append(s.changes, change{s.at, was[s.vars[s.at].Off]})
	}
	switch s.vars = s.space.Vars(nil, s.best); s.phase {
	case together:
		s.begin(back)
	case back:
		s.changes = slices.Delete(s.changes, s.at, s.at+1)
		for i := s.at; i < len(s.changes); i++ {
			s.changes[i].at -= before - len(s.vars)
		}
	}
}

// pass goes on with the next variable.
func (s *teller) pass() {
	switch v := &s.vars[s.at]; {
	case v.Shape():
	case v.Char():
		s.characters[s.best[v.Off]] = true
	default:
		s.numbers[math.Abs(v.Float(s.best[v.Off]))] = true
	}
	s.at++
	s.begun = false
}

// others are inputs to try in the place of one whose value of a variable tells little; none
// if it tells enough.
func (s *teller) others(v *input.Var) (list []input.Vector) {
	var words []uint64
	switch w := s.best[v.Off]; {
	case v.Key || v.Role == input.RoleBool:
	case v.Role == input.RoleLen && v.Type.Kind == input.String && w == 0:
		c := s.space.Set(slices.Clone(s.best), v, 1)
		if letters := otherCharacters('a', s.characters, true); len(letters) > 0 && len(c) > len(s.best) {
			c[v.Off+1] = letters[0]
			return []input.Vector{c}
		}
	case v.Shape():
	case v.Char():
		words = otherCharacters(w, s.characters, false)
	default:
		words = otherNumbers(v, w, s.numbers)
	}
	for _, w := range words {
		list = append(list, s.space.Set(slices.Clone(s.best), v, w))
	}
	return list
}

// otherNumbers are words to try in the place of one that tells little, the most telling
// first; none if it tells enough.
func otherNumbers(v *input.Var, w uint64, taken map[float64]bool) (words []uint64) {
	was := v.Float(w)
	if !(math.Abs(was) < 2 || taken[math.Abs(was)]) || was != math.Trunc(was) {
		return nil
	}
	add := func(f float64) {
		if word := v.FromFloat(f); v.Float(word) == f && word != w {
			words = append(words, word)
		}
	}
	var free []float64
	for _, p := range primes {
		f := float64(p)
		if taken[f] || taken[f+.5] {
			continue
		}
		if v.Role == input.RoleFloat {
			f += .5
		}
		if free = append(free, f); len(free) == 2 {
			break
		}
	}
	for i, f := range free {
		add(math.Copysign(f, was))
		if was == 0 && i == 0 {
			add(1)
			add(-f)
		}
	}
	return words
}

var primes = [...]int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

// otherCharacters are those to try in the place of one that tells little: the next of its
// class that are not there yet, or itself if that is wanted anyway.
func otherCharacters(c uint64, taken map[uint64]bool, itself bool) (list []uint64) {
	const most = 2
	var last uint64
	switch {
	case !itself && c != '0' && !taken[c]:
		return nil
	case c >= '0' && c <= '9':
		last = '9'
	case c >= 'a' && c <= 'z':
		last = 'z'
	case c >= 'A' && c <= 'Z':
		last = 'Z'
	}
	if !itself {
		c++
	}
	for ; c <= last && len(list) < most; c++ {
		if !taken[c] {
			list = append(list, c)
		}
	}
	return list
}
