package cover

import (
	"context"
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/wire"
)

// mostTold is how many inputs are tried to make that of one case tell more, and
// mostChanged how many of its values are changed.
const (
	mostTold    = 40
	mostChanged = 10
)

// A telling is a case whose input is to tell more.
type telling struct {
	c      *testCase
	teller *teller
	try    *testCase // of this round
}

// tellMore has the inputs of cases tell more than the smallest do: where 0, 1 or nothing
// hide what is made of them, other small values are found that take the same branches
// and lead to another result. What does not come back, or not with the same result again,
// stays as it is.
func (s *session) tellMore(ctx context.Context, u *unit) error {
	ctx, cancel := s.extraDeadline(ctx)
	defer cancel()
	var all []*telling
	for _, c := range u.cases {
		if c.result.Outcome == wire.Returned && c.panic == 0 && len(c.result.Out) > 0 {
			all = append(all, &telling{c: c, teller: newTeller(input.NewSpace(c.fn.sig, c.fn.limits), c.vector)})
		}
	}
	defer s.timed("let the inputs of %d cases of %s tell more", len(all), u.pkg.ImportPath)
	for round := 0; round <= mostTold && len(all) > 0; round++ {
		tries := make([]*testCase, len(all))
		for i, t := range all {
			t.try = &testCase{fn: t.c.fn, vector: t.c.vector}
			if round > 0 {
				t.try.vector = t.teller.next()
			}
			tries[i] = t.try
		}
		if err := u.runIn(ctx, u.pool, tries, false); err != nil || ctx.Err() != nil {
			return ignoreEnd(err)
		}
		all = slices.DeleteFunc(all, func(t *telling) bool {
			if round > 0 {
				t.heard()
			} else if !t.same() || !slices.Equal(t.try.result.Out, t.c.result.Out) {
				return true
			}
			return t.teller.next() == nil
		})
	}
	return nil
}

// heard takes an input over that takes the same branches and shows another result, or a
// simpler one that shows the same.
func (t *telling) heard() {
	taken := t.same() && t.shows() != t.teller.goesBack()
	if t.teller.took(taken); taken {
		t.c.vector, t.c.result = t.try.vector, t.try.result
	}
}

// same reports whether what was tried does what the case does.
func (t *telling) same() bool {
	r := t.try.result
	return r != nil && r.Outcome == wire.Returned && containsAll(r.Covered, t.c.covers()) && t.try.touched == t.c.touched && t.try.left == t.c.left
}

// shows reports whether what was tried shows another result. What a run leaves behind of the
// input that was changed does so only where it is not what went in; how an object that
// constructors make went in is not known.
func (t *telling) shows() bool {
	s := t.c.fn.sig
	var changed string
	for k := range s.Inputs() {
		if !slices.Equal(s.Part(t.c.vector, k), s.Part(t.try.vector, k)) {
			changed = s.Input(k).Name
		}
	}
	for i := range len(s.Results) + len(s.After) {
		was, now := s.Outcome(t.c.result.Out, i), s.Outcome(t.try.result.Out, i)
		if i >= len(s.Results) && s.After[i-len(s.Results)].Name == changed {
			was, now = t.c.leaves(changed, was), t.try.leaves(changed, now)
		}
		if !slices.Equal(was, now) {
			return true
		}
	}
	return false
}

// leaves is what a run has left of an input, without the words that went in; nil if these
// are not known.
func (c *testCase) leaves(name string, after input.Vector) input.Vector {
	s := c.fn.sig
	after = slices.Clone(after)
	for k := range s.Inputs() {
		if s.Input(k).Name != name {
			continue
		}
		before := s.Part(c.vector, k)
		if len(before) != len(after) || s.Input(k).Type.Kind == input.Choice {
			return nil
		}
		for x := range after {
			if after[x] == before[x] {
				after[x] = 0
			}
		}
	}
	return after
}

// A teller changes numbers and texts of an input that hide what the program makes of them:
// 0 and 1, which leave open what is added or multiplied, the digit 0, the empty text, and
// what stands for another value of the input as well. Small inputs are full of them. Each
// gets a small value that nothing before it has: the primes for numbers, with a half for
// floats, and the next digit or letter for characters. Lengths but those of empty texts,
// choices and keys of maps stay.
//
// All are changed at once, as a factor shows nothing beside one that is 0, and what
// turns out to be of no account then is changed back. Where that is not taken, they are
// changed one by one, twice: what comes later may be what the first depends on.
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
	default:
		s.changes = nil
	}
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
		case s.phase == back, s.at == len(s.vars) && (s.phase == again || len(s.changes) == 0):
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

// goesBack reports whether what is proposed is the simpler input, to be taken if it
// shows the same.
func (s *teller) goesBack() bool { return s.phase == back }

// took says whether what was proposed is taken.
func (s *teller) took(taken bool) {
	if !taken {
		s.proposed = s.proposed[1:]
		return
	}
	was := s.best
	s.best, s.proposed = s.proposed[0], nil
	if s.phase == once || s.phase == again {
		s.changes = append(s.changes, change{s.at, was[s.vars[s.at].Off]})
	}
	s.vars = s.space.Vars(nil, s.best)
	if s.phase == together {
		s.begin(back)
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
	for _, p := range primes {
		f := float64(p)
		if taken[f] || taken[f+.5] {
			continue
		}
		if v.Role == input.RoleFloat {
			f += .5
		}
		add(math.Copysign(f, was))
		if was == 0 {
			add(1)
			add(-f)
		}
		return words
	}
	return nil
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
