package bitvec

import (
	"context"
	"slices"

	"github.com/go-air/gini/z"

	"nearmiss/smt"
	"nearmiss/term"
)

// slots are those of the clauses, each once, in ascending order.
func slots(clauses []*clause) []int {
	var all []int
	for _, c := range clauses {
		for _, i := range c.t.Slots() {
			all = append(all, int(i))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// known reports whether the solver has heard of l.
func (e *engine) known(l lit) bool {
	return l.node() < len(e.vars) && e.vars[l.node()] != 0
}

// incline makes the solver begin with the values that the circuit has under
// the witness: it keeps the last value of a variable for its next guess, and
// to give it the witness's inputs is a question that takes hardly any search.
func (e *engine) incline(ctx context.Context, limit int64, q *question) verdict {
	var assume []z.Lit
	for _, i := range slots(q.clauses) {
		v, _ := q.witness(i)
		var last lit
		for b, l := range e.slots[i] {
			if l != last && e.known(l) {
				assume = append(assume, e.lit(l.flip(v.Bits>>b&1 == 0)))
			}
			last = l
		}
	}
	return e.solve(ctx, limit, assume)
}

// changes are the slots where the model that was found is not the witness.
func (e *engine) changes(q *question) []smt.Assignment {
	var changes []smt.Assignment
	for _, i := range slots(q.clauses) {
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

// value is that of x in the model; what the model leaves open is as before.
func (e *engine) value(x vector, before uint64) uint64 {
	var v uint64
	for b, l := range x {
		bit := before >> b & 1
		switch {
		case b > 0 && l == x[b-1]:
			bit = v >> (b - 1) & 1
		case l.constant():
			bit = uint64(l.not())
		case e.known(l):
			bit = 0
			if e.sat.Value(e.lit(l)) {
				bit = 1
			}
		}
		v |= bit << b
	}
	return v
}
