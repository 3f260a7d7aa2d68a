package bitvec

import (
	"context"
	"slices"

	"github.com/go-air/gini/z"

	"nearmiss/smt"
	"nearmiss/term"
)

// slotsOf returns the slots of the clauses, sorted.
func slotsOf(clauses []*term.Term) []int {
	var all []int
	for _, c := range clauses {
		for _, i := range c.Slots() {
			all = append(all, int(i))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// inSolver reports whether the solver has a variable for l.
func (e *engine) inSolver(l lit) bool {
	return l.node() < len(e.vars) && e.vars[l.node()] != 0
}

// preferWitness makes the solver begin with the values of the gates under the witness. The
// solver guesses the last value of a variable first, so a query with the inputs assumed sets
// these values. The query needs almost no search.
func (e *engine) preferWitness(ctx context.Context, limit int64, qu *query) verdict {
	var assume []z.Lit
	for _, i := range slotsOf(qu.clauses) {
		v, _ := qu.witness(i)
		var last lit
		for b, l := range e.slots[i] {
			if l != last && e.inSolver(l) {
				assume = append(assume, e.lit(l.flip(v.Bits>>b&1 == 0)))
			}
			last = l
		}
	}
	return e.solve(ctx, limit, assume)
}

// changes returns the slots whose value in the model differs from the witness.
func (e *engine) changes(q *query) []smt.Assignment {
	var changes []smt.Assignment
	for _, i := range slotsOf(q.clauses) {
		v, ok := q.witness(i)
		bits := v.Bits
		if x, encoded := e.slots[i]; encoded {
			bits = e.value(x, v.Bits)
		}
		if s := e.sorts[i]; s.IsInteger() {
			bits = s.Wrap(bits)
		}
		if !ok || bits != v.Bits {
			changes = append(changes, smt.Assignment{Slot: i, Value: term.Value{Bits: bits}})
		}
	}
	return changes
}

// value returns the value of x in the model. Bits that the model leaves open come from before.
func (e *engine) value(x vector, before uint64) uint64 {
	var v uint64
	for b, l := range x {
		bit := before >> b & 1
		switch {
		case b > 0 && l == x[b-1]:
			bit = v >> (b - 1) & 1
		case l.constant():
			bit = uint64(l.not())
		case e.inSolver(l):
			bit = 0
			if e.sat.Value(e.lit(l)) {
				bit = 1
			}
		}
		v |= bit << b
	}
	return v
}
