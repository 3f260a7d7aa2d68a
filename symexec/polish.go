package symexec

import (
	"context"
	"math/bits"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// Operands are what one evaluation of a condition relates, as terms of the input: what
// they are under another input that takes the same path to it can be told without a run.
// They belong to the executor that made them.
type Operands struct {
	Wanted Relation // that is to hold
	At     int      // clauses of Path.Condition that were assumed before the evaluation

	kind kind
	x, y cell
}

// Operands are those of the condition, which is to take a side; nil if they do not depend
// on the input, or are neither integers nor strings.
func (o *Observation) Operands(side bool) *Operands {
	p := o.related
	if p.kind == 0 || !varies(p.x) && !varies(p.y) {
		return nil
	}
	if p.Wanted = o.Relation; !side {
		p.Wanted = Relation(term.Rel(o.Relation).Negate())
	}
	return &p
}

// varies reports whether a number or string depends on the input.
func varies(c cell) bool {
	switch r := c.r.(type) {
	case *term.Term, *open:
		return true
	case *str:
		return r.terms != nil
	}
	return false
}

// operands are those of a condition that the run has just taken a side of.
func (m *machine) operands(cond int, k kind, x, y cell) Operands {
	at := len(m.path.Condition)
	if n := len(m.path.Decisions); n > 0 {
		if d := &m.path.Decisions[n-1]; d.Site.Cond == cond && !d.Known && d.At == at-1 {
			at-- // its own clause
		}
	}
	return Operands{At: at, kind: k, x: x, y: y}
}

// Polished is what Polish has found.
type Polished struct {
	Input   input.Vector
	Exact   uint64 // how far the operands are from the relation, as an exact word; 0: it holds
	Queries int
	Unknown string // why it was given up: the last had no answer; "" if all had one
}

// mostHalvings bounds the questions about one distance.
const mostHalvings = 24

// Polish looks among the inputs that satisfy the clauses of prefix, as start does, for one
// with operands nearer to the relation that is wanted: the fitness of a path, where a run
// knows that of its input alone. Of strings that are to be equal it settles one byte after
// the other, as far as the prefix lets it; of integers it halves the distance until no
// solver knows less. That the relation itself may hold is not asked, strings are not made
// longer or shorter, and other relations stay as they are. The error is about start, or the
// context's.
func (e *Executor) Polish(ctx context.Context, start input.Vector, prefix []*term.Term, o *Operands) (p Polished, err error) {
	p.Input = start
	switch {
	case o.kind == kString && o.Wanted == Equal:
		err = e.polishText(ctx, &p, prefix, o)
	case o.kind.integer() && o.Wanted != Different:
		err = e.polishNumber(ctx, &p, prefix, o)
	}
	if err != nil {
		return p, err
	}
	p.Exact, err = e.exactly(p.Input, o)
	return p, err
}

// polishText makes bytes of two strings equal.
func (e *Executor) polishText(ctx context.Context, p *Polished, prefix []*term.Term, o *Operands) (err error) {
	m := e.m
	if err = e.witness(p.Input); err != nil {
		return err
	}
	a, _ := m.textUnderWitness(o.x)
	b, _ := m.textUnderWitness(o.y)
	x, y := textRoom(o.x), textRoom(o.y)
	prefix = slices.Clip(prefix)
	for i := range min(len(a), len(b)) {
		c, _ := m.equalScalar(kUint8, byteAt(x, i), byteAt(y, i))
		equal, ok := c.r.(*term.Term)
		if !ok {
			continue
		}
		sat := m.wit.holds(equal)
		if !sat {
			if sat, err = e.polish(ctx, p, prefix, equal); err != nil || p.Unknown != "" {
				return err
			}
		}
		if sat {
			prefix = append(prefix, equal)
		}
	}
	return nil
}

// polishNumber makes the distance of two integers smaller.
func (e *Executor) polishNumber(ctx context.Context, p *Polished, prefix []*term.Term, o *Operands) error {
	b := e.m.b
	high, low := e.m.termOf(o.kind, o.x), e.m.termOf(o.kind, o.y)
	exact, err := e.exactly(p.Input, o)
	if err != nil || high == nil || low == nil {
		return err
	}
	if e.m.wit.holds(b.Compare(term.LT, high, low)) {
		high, low = low, high
	}
	least := uint64(1) // that may be reached: equal operands are another side of the tree
	if o.Wanted == Less || o.Wanted == Greater {
		least = 0
	}
	for range mostHalvings {
		if exact <= least+1 {
			return nil
		}
		apart := exact - 1
		try := least + (apart-least)/2
		if least <= 1 {
			try = min(try, 1<<(bits.Len64(apart)/2)) // most distances are small, or far too great
		}
		nearer := b.Both(b.Compare(term.GE, high, low), b.Compare(term.LE, high, b.Binary(term.Add, low, b.Int(low.Sort, try))))
		was := p.Input
		sat, err := e.polish(ctx, p, prefix, nearer)
		if err != nil || p.Unknown != "" {
			return err
		}
		if sat {
			now, err := e.exactly(p.Input, o)
			if err != nil {
				return err
			}
			if now < exact {
				exact = now
				continue
			}
			p.Input = was // a sum that has wrapped around
		}
		least = try + 1
	}
	return nil
}

// polish asks for an input with one clause more, and takes it.
func (e *Executor) polish(ctx context.Context, p *Polished, prefix []*term.Term, extra *term.Term) (sat bool, err error) {
	p.Queries++
	a, v, err := e.Satisfy(ctx, p.Input, prefix, extra)
	if err == nil && a.Verdict == smt.Unknown {
		p.Unknown = a.Reason
	}
	if err != nil || a.Verdict != smt.Sat {
		return false, err
	}
	p.Input = v
	return true, nil
}

// exactly is how far operands are from their relation under an input, whose witness it
// leaves.
func (e *Executor) exactly(v input.Vector, o *Operands) (exact uint64, err error) {
	if err := e.witness(v); err != nil {
		return 0, err
	}
	exact, _ = e.m.distance(term.Rel(o.Wanted), o.kind, []cell{o.x}, []cell{o.y})
	return exact, nil
}
