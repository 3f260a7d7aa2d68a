package bitvec

import (
	"math/bits"

	"nearmiss/term"
)

// bounds are what clauses say about single slots. Bits that are the same for
// all values within bounds are constants of the circuit, and what is computed
// from the slot becomes narrower.
type bounds map[int]*span

// span is an interval of integers of one sort; signed ones are moved up to
// begin at 0.
type span struct {
	lo, hi uint64
	by     []*clause // that say so
}

// offset is what moves the integers of a sort to their place in a span.
func offset(s term.Sort) uint64 {
	if s.Kind == term.Int {
		return 1 << (s.Bits - 1)
	}
	return 0
}

func boundsOf(clauses []*clause) bounds {
	b := make(bounds)
	for _, c := range clauses {
		b.learn(c, c.t)
	}
	return b
}

// learn takes what c, of which t is a conjunct, says about a slot alone.
func (b bounds) learn(c *clause, t *term.Term) {
	if t.Op == term.AndAlso {
		b.learn(c, t.Args[0])
		b.learn(c, t.Args[1])
		return
	}
	r, ok := t.Op.Rel()
	if !ok {
		return
	}
	x, y := t.Args[0], t.Args[1]
	if x.Op == term.Const {
		x, y, r = y, x, r.Mirror()
	}
	if x.Op == term.Slot && y.Op == term.Const && x.Sort.IsInteger() {
		b.limit(c, x, r, y.Bits)
	}
}

// limit notes that the slot x is in relation r to v.
func (b bounds) limit(c *clause, x *term.Term, r term.Rel, v uint64) {
	most := ^uint64(0) >> (64 - x.Sort.Bits)
	s := b[int(x.Bits)]
	if s == nil {
		s = &span{hi: most}
		b[int(x.Bits)] = s
	}
	v = (v + offset(x.Sort)) & most
	lo, hi := uint64(0), most
	switch r {
	case term.EQ:
		lo, hi = v, v
	case term.LE:
		hi = v
	case term.GE:
		lo = v
	case term.LT:
		hi = v - 1
		if v == 0 {
			lo, hi = 1, 0
		}
	case term.GT:
		lo = v + 1
		if v == most {
			lo, hi = 1, 0
		}
	}
	if lo > s.lo || hi < s.hi {
		s.lo, s.hi = max(lo, s.lo), min(hi, s.hi)
		if n := len(s.by); n == 0 || s.by[n-1] != c {
			s.by = append(s.by, c)
		}
	}
}

// contradiction is the first empty span of a slot of the clauses.
func (b bounds) contradiction(clauses []*clause) *span {
	for _, i := range slots(clauses) {
		if s := b[i]; s != nil && s.lo > s.hi {
			return s
		}
	}
	return nil
}

// vector has inputs where the integers within the span differ.
func (s *span) vector(c *circuit, of term.Sort) vector {
	n := int(of.Bits)
	lo, hi := s.lo-offset(of), s.hi-offset(of)
	if of.Kind == term.Int && int64(lo) < 0 && int64(hi) >= 0 {
		return c.inputs(min(n, max(bits.Len64(^lo), bits.Len64(hi))+1)).signed(n)
	}
	free := bits.Len64(lo ^ hi)
	v := constant(lo, n)
	copy(v, c.inputs(free))
	return v
}
