package linear

import (
	"encoding/binary"
	"slices"

	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// clause is a condition and its facts.
type clause struct {
	term  *term.Term
	facts []fact
}

// A fact is the relation x rel y. Over unbounded integers it is factor·line + constant rel 0.
type fact struct {
	rel      term.Rel
	x, y     *interval.Sum
	sort     term.Sort       // sort of x and y
	line     int32           // index of the line in Solver.lines
	factor   int64           // factor of the line
	constant interval.Number // the constant of the fact over unbounded integers
}

// line is a sum of atoms. Its factors have no common divisor, and the first one is positive.
// Facts bound lines.
type line struct {
	parts []interval.Part // atoms with factors
	bounds
}

// atom returns the term of a line with a single atom.
func (l *line) atom() (*term.Term, bool) { return l.parts[0].Atom, len(l.parts) == 1 }

// maxFactor is the largest factor of an atom.
const maxFactor = 1 << 40

// compile splits a condition into facts.
func (s *Solver) compile(t *term.Term) *clause {
	c := s.compiled[t]
	if c == nil {
		c = &clause{term: t}
		s.conjunct(c, t)
		s.compiled[t] = c
	}
	return c
}

func (s *Solver) conjunct(c *clause, t *term.Term) {
	if t.Op == term.AndAlso {
		s.conjunct(c, t.Args[0])
		s.conjunct(c, t.Args[1])
		return
	}
	r, ok := t.Op.Rel()
	if !ok || !t.Args[0].Sort.IsInteger() {
		return
	}
	f := fact{rel: r, x: s.sumOf(t.Args[0]), y: s.sumOf(t.Args[1]), sort: t.Args[0].Sort}
	if hasLargeFactor(f.x) || hasLargeFactor(f.y) {
		return
	}
	f.line, f.factor = s.lineOf(unwrapped(f.x).Plus(unwrapped(f.y), -1).Parts)
	f.constant = interval.Int(f.x.Const).Sub(interval.Int(f.y.Const))
	c.facts = append(c.facts, f)
}

// unwrapped returns a sum without its constant, with factors that do not wrap.
func unwrapped(f *interval.Sum) *interval.Sum { return &interval.Sum{Parts: f.Parts, Bits: 64} }

// definition returns the fact x - c·(x/c) - x%c == 0 for a quotient or remainder of x by a
// constant c. It returns nil for other atoms. Only the sum x may wrap.
func (s *Solver) definition(expr *term.Term) *fact {
	if expr.Op != term.Div && expr.Op != term.Rem || !expr.Args[1].IsConst() || expr.Args[1].Bits-1 >= maxFactor {
		return nil
	}
	f, ok := s.defined[expr]
	if !ok {
		x, by := s.sumOf(expr.Args[0]), expr.Args[1]
		if !hasLargeFactor(x) {
			f = &fact{rel: term.EQ, x: x, y: &interval.Sum{Bits: 64}, sort: expr.Sort, constant: interval.Int(x.Const)}
			line := unwrapped(x).Plus(singleAtom(expr.Builder().Binary(term.Div, expr.Args[0], by)), -int64(by.Bits))
			f.line, f.factor = s.lineOf(line.Plus(singleAtom(expr.Builder().Binary(term.Rem, expr.Args[0], by)), -1).Parts)
		}
		s.defined[expr] = f
	}
	return f
}

func singleAtom(t *term.Term) *interval.Sum {
	return &interval.Sum{Parts: []interval.Part{{Atom: t, Factor: 1}}, Bits: 64}
}

func hasLargeFactor(f *interval.Sum) bool {
	return slices.ContainsFunc(f.Parts, func(p interval.Part) bool { return p.Factor > maxFactor || p.Factor < -maxFactor })
}

// sumOf returns the sum of a term. It replaces widened atoms by their operands.
func (s *Solver) sumOf(t *term.Term) *interval.Sum {
	f := *s.sums.Of(t)
	f.Parts = slices.Clone(f.Parts)
	for i := range f.Parts {
		p := &f.Parts[i]
		for p.Atom.Op == term.Convert && contains(p.Atom.Sort, p.Atom.Args[0].Sort) {
			p.Atom = p.Atom.Args[0]
		}
	}
	slices.SortFunc(f.Parts, func(p, q interval.Part) int { return p.Atom.ID - q.Atom.ID })
	return &f
}

// contains reports whether sort s has all integers of sort t.
func contains(s, t term.Sort) bool {
	return s.IsInteger() && t.IsInteger() && interval.Limits(t).Within(interval.Limits(s))
}

// lineOf returns the line of which the parts are a multiple, and the factor. lineIndex is -1 if there
// are no parts.
func (s *Solver) lineOf(parts []interval.Part) (lineIndex int32, factor int64) {
	if len(parts) == 0 {
		return -1, 1
	}
	divisor := uint64(0)
	for _, p := range parts {
		divisor = gcd(divisor, magnitude(p.Factor))
	}
	if factor = int64(divisor); parts[0].Factor < 0 {
		factor = -factor
	}
	parts = slices.Clone(parts)
	var key []byte
	for i := range parts {
		p := &parts[i]
		p.Factor /= factor
		key = binary.AppendVarint(binary.AppendVarint(key, int64(p.Atom.ID)), p.Factor)
	}
	lineIndex, ok := s.known[string(key)]
	if !ok {
		lineIndex = int32(len(s.lines))
		s.known[string(key)] = lineIndex
		s.lines = append(s.lines, line{parts: parts})
	}
	return lineIndex, factor
}

// lineOfAtom returns the line of a single atom.
func (s *Solver) lineOfAtom(t *term.Term) int32 {
	l, _ := s.lineOf(singleAtom(t).Parts)
	return l
}
