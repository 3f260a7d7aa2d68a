package testutil

import (
	"fmt"
	"math/rand/v2"

	"nearmiss/term"
)

// Mix is a set of operators in random conditions, in addition to + and -. Each Mix includes the
// operators of the ones before it.
type Mix uint8

const (
	Linear   Mix = iota // * / % by constants
	Bits                // & | ^ &^, and << >> by constants
	Products            // * of variables
	Anything            // / % << >> by variables, ^x, -x
)

func (m Mix) String() string { return [...]string{"linear", "bits", "products", "anything"}[m] }

// A Shape determines the size and the operators of random conditions.
type Shape struct {
	Sort    term.Sort // of all variables
	Mix     Mix
	Vars    int // number of variables
	Clauses int // number of clauses, including Condition.Extra
}

func (s Shape) String() string {
	return fmt.Sprintf("%v/%v/%d-%d", s.Sort, s.Mix, s.Vars, s.Clauses)
}

// Shapes returns a small and a larger Shape for each Mix and each of three widths, signed and
// unsigned.
func Shapes() []Shape {
	var all []Shape
	for _, bits := range []int{8, 32, 64} {
		for _, s := range []term.Sort{term.Signed(bits), term.Unsigned(bits)} {
			for mix := Linear; mix <= Anything; mix++ {
				all = append(all, Shape{s, mix, 3, 5}, Shape{s, mix, 5, 20})
			}
		}
	}
	return all
}

// A Condition is a query for a solver: whether Path and Extra can hold together.
type Condition struct {
	Path    []*term.Term
	Extra   *term.Term
	Witness []uint64 // satisfies Path and not Extra
	Plant   []uint64 // satisfies Path and Extra; nil if not planted
}

// Env returns the environment of the witness.
func (c *Condition) Env() term.Env { return Env(c.Witness) }

// Env returns the environment in which slot i has the value values[i].
func Env(values []uint64) term.Env {
	return func(slot int) (term.Value, bool) {
		if slot >= len(values) {
			return term.Value{}, false
		}
		return term.Value{Bits: values[slot]}, true
	}
}

// Random returns a random condition, which may be unsatisfiable.
func Random(rng *rand.Rand, b *term.Builder, s Shape) *Condition {
	d := newGenerator(rng, b, s)
	c := &Condition{Witness: d.values()}
	for range s.Clauses {
		c.Path = append(c.Path, d.clause(c.Witness))
	}
	last := len(c.Path) - 1
	c.Extra, c.Path = b.Not(c.Path[last]), c.Path[:last]
	return c
}

// Planted returns a random satisfiable condition, with a satisfying assignment in Plant.
func Planted(rng *rand.Rand, b *term.Builder, s Shape) *Condition {
	d := newGenerator(rng, b, s)
	c := &Condition{Witness: d.values(), Plant: d.values()}
	for len(c.Path) < s.Clauses-1 {
		if t := d.clause(c.Witness); holds(t, c.Plant) {
			c.Path = append(c.Path, t)
		}
	}
	for c.Extra == nil {
		if t := d.clause(c.Plant); !holds(t, c.Witness) {
			c.Extra = t
		}
	}
	return c
}

// holds reports whether the clause t is true for values.
func holds(t *term.Term, values []uint64) bool {
	v, ok := term.Eval(t, Env(values))
	return ok && v.Bits != 0
}

// A generator draws random terms and clauses of a shape.
type generator struct {
	Shape
	rng *rand.Rand
	b   *term.Builder
	ops []term.Op
}

func newGenerator(rng *rand.Rand, b *term.Builder, s Shape) *generator {
	d := &generator{Shape: s, rng: rng, b: b}
	d.ops = []term.Op{term.Add, term.Sub, term.Mul, term.Div, term.Rem}
	if s.Mix >= Bits {
		d.ops = append(d.ops, term.And, term.Or, term.Xor, term.AndNot, term.Shl, term.Shr)
	}
	if s.Mix == Anything {
		d.ops = append(d.ops, term.Neg, term.Com)
	}
	return d
}

func (d *generator) values() []uint64 {
	values := make([]uint64, d.Vars)
	for i := range values {
		values[i] = d.number(1000)
	}
	return values
}

// number returns a random number of the sort. It is usually below most, and sometimes of any size
// or negative.
func (d *generator) number(most int) uint64 {
	v := uint64(d.rng.IntN(most))
	switch d.rng.IntN(6) {
	case 0:
		v = d.rng.Uint64() >> d.rng.IntN(64)
	case 1:
		v = -v
	}
	return d.Sort.Wrap(v)
}

// clause returns a random comparison that is true for values.
func (d *generator) clause(values []uint64) *term.Term {
	for {
		x, y := d.term(2), d.b.Int(d.Sort, d.number(200))
		if d.rng.IntN(2) == 0 {
			y = d.term(1)
		}
		t := d.b.Compare(term.Rel(d.rng.IntN(6)), x, y)
		if t.IsConst() {
			continue
		}
		for _, t := range []*term.Term{t, d.b.Not(t)} {
			if holds(t, values) {
				return t
			}
		}
	}
}

// term returns a random term of at most the given depth.
func (d *generator) term(depth int) *term.Term {
	if depth == 0 || d.rng.IntN(6) == 0 {
		return d.b.Slot(d.rng.IntN(d.Vars), d.Sort, false)
	}
	x := d.term(depth - 1)
	op := d.ops[d.rng.IntN(len(d.ops))]
	switch op {
	case term.Neg, term.Com:
		return d.b.Unary(op, x)
	case term.Shl, term.Shr:
		if d.Mix < Anything || d.rng.IntN(2) == 0 {
			return d.b.Binary(op, x, d.b.Int(d.Sort, uint64(d.rng.IntN(int(d.Sort.Bits)))))
		}
		return d.b.Binary(op, x, d.b.Binary(term.And, d.term(0), d.b.Int(d.Sort, uint64(d.Sort.Bits)-1)))
	case term.Div, term.Rem:
		if d.Mix < Anything || d.rng.IntN(2) == 0 {
			return d.b.Binary(op, x, d.b.Int(d.Sort, uint64(1+d.rng.IntN(100))))
		}
	case term.Mul:
		if d.Mix < Products {
			return d.b.Binary(op, x, d.b.Int(d.Sort, d.number(50)))
		}
	}
	return d.b.Binary(op, x, d.term(depth-1))
}
