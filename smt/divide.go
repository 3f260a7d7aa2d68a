package smt

import (
	"nearmiss/internal/probe"
	"nearmiss/term"
)

// Divider rewrites quotients and remainders by constants: x / c and x % c
// become fresh slots q and r with
//
//	x == q*c + r
//
// where r is 0 or has the sign of x, |r| < |c|, and q*c + r does not wrap.
// Solvers answer several times as fast then, and some only then.
type Divider struct {
	b     *term.Builder
	fresh int
	known map[quotient]parts
	done  map[*term.Term]*term.Term
	side  []*term.Term // of parts that nobody has asked for yet
}

type quotient struct{ x, c *term.Term }

type parts struct{ q, r *term.Term }

// NewDivider returns a divider whose fresh slots begin with a number.
func NewDivider(b *term.Builder, fresh int) *Divider {
	return &Divider{b: b, fresh: fresh, known: make(map[quotient]parts), done: make(map[*term.Term]*term.Term)}
}

// Fresh is the number of the next fresh slot.
func (d *Divider) Fresh() int { return d.fresh }

// Rewrite returns t without quotients and remainders by constants, and what
// holds of the slots that this is the first to have. Every model of t has
// exactly one value for each of them.
func (d *Divider) Rewrite(t *term.Term) (u *term.Term, side []*term.Term) {
	d.side = nil
	u = d.rewrite(t)
	return u, d.side
}

func (d *Divider) rewrite(t *term.Term) *term.Term {
	if len(t.Args) == 0 {
		return t
	}
	if u := d.done[t]; u != nil {
		return u
	}
	args := make([]*term.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = d.rewrite(a)
	}
	u := d.b.With(t, args...)
	if (t.Op == term.Div || t.Op == term.Rem) && u.Op == t.Op && u.Sort.IsInteger() && u.Args[1].IsConst() && u.Args[1].Bits != 0 {
		p := d.parts(u.Args[0], u.Args[1])
		if u = p.r; t.Op == term.Div {
			u = p.q
		}
	}
	d.done[t] = u
	return u
}

// parts are q and r of x and c.
func (d *Divider) parts(x, c *term.Term) parts {
	k := quotient{x, c}
	p, ok := d.known[k]
	if !ok {
		p = parts{d.b.Slot(d.fresh, x.Sort, false), d.b.Slot(d.fresh+1, x.Sort, false)}
		d.fresh += 2
		d.known[k] = p
		d.define(x, c, p)
	}
	return p
}

// define says what q and r are. A quotient by -1 may wrap: the simplifier has
// made -x of it.
func (d *Divider) define(x, c *term.Term, p parts) {
	b, s := d.b, x.Sort
	say := func(r probe.Rel, x, y *term.Term) { d.side = append(d.side, b.Compare(r, x, y)) }
	say(probe.EQ, x, b.Binary(term.Add, b.Binary(term.Mul, p.q, c), p.r))
	if s.Kind == term.Uint {
		say(probe.LT, p.r, c)
		say(probe.LE, p.q, b.Int(s, s.Wrap(^uint64(0))/c.Bits))
		say(probe.LE, p.r, x) // or the sum has wrapped
		return
	}
	least := int64(-1) << (s.Bits - 1)
	by := int64(c.Bits)
	lo, hi := least/by, ^least/by
	say(probe.GE, p.q, b.Int(s, uint64(min(lo, hi))))
	say(probe.LE, p.q, b.Int(s, uint64(max(lo, hi))))
	last := by // |c| - 1, negated where that is shorter
	if last > 0 {
		last = -last
	}
	zero, below, above := b.Int(s, 0), b.Int(s, uint64(last+1)), b.Int(s, uint64(-(last+1)))
	negative := b.Compare(probe.LT, x, zero)
	d.side = append(d.side,
		b.Either(negative, b.Both(b.Compare(probe.GE, p.r, zero), b.Compare(probe.LE, p.r, above))),
		b.Either(b.Not(negative), b.Both(b.Compare(probe.LE, p.r, zero), b.Compare(probe.GE, p.r, below))))
}
