package smt

import (
	"context"
	"math"
	"slices"

	"nearmiss/term"
)

// floats turns comparisons of floats into comparisons of integers: it numbers the values of a
// float sort in their order.
type floats struct {
	next         Solver
	clauses      []*term.Term
	integerForms map[*term.Term]*term.Term // integer forms of clauses; nil for a clause that is not a comparison of slots and constants
	sorts        []term.Sort               // by slot: its sort in the clauses
	witness      term.Env
	nans         []int // slots that are NaN in the witness; next sees the number 0 for them
	shrunk       int   // the builder's Shrunk at the last query
}

// Floats returns a solver for comparisons of floating point slots with each other and with
// constants. next decides them as comparisons of integers. Floats drops other clauses, and if
// no numbers satisfy the query it may assign NaN; its models must therefore be Checked.
func Floats(next Solver) Solver {
	return &floats{next: next, integerForms: make(map[*term.Term]*term.Term)}
}

func (f *floats) Push(clause *term.Term) {
	if b := clause.Builder(); len(f.clauses) == 0 && b.Shrunk() != f.shrunk {
		f.shrunk = b.Shrunk()
		clear(f.integerForms)
	}
	f.clauses = append(f.clauses, clause)
	f.pushIntegers(clause)
}

// pushIntegers pushes the integer form of a clause to next.
func (f *floats) pushIntegers(clause *term.Term) {
	m := f.integerForm(clause)
	if m == nil {
		m = clause.Builder().Bool(true)
	}
	f.next.Push(m)
}

func (f *floats) Pop(n int) {
	f.clauses = f.clauses[:len(f.clauses)-n]
	f.next.Pop(n)
}

func (f *floats) Close() error { return f.next.Close() }

func (f *floats) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	m := f.integerForm(extra)
	if m == nil {
		return Answer{}
	}
	f.setWitness(w)
	a := f.next.Check(ctx, m, f.env)
	if len(f.nans) > 0 { // the path of numbers may exclude the 0 that stands for NaN
		f.next.Push(m)
		a = f.next.Solve(ctx, f.env)
		f.next.Pop(1)
	}
	return f.translateAnswer(ctx, a, append(slices.Clone(f.clauses), extra))
}

func (f *floats) setWitness(w term.Env) { f.witness, f.nans = w, f.nans[:0] }

func (f *floats) Solve(ctx context.Context, w term.Env) Answer {
	f.setWitness(w)
	return f.translateAnswer(ctx, f.next.Solve(ctx, f.env), f.clauses)
}

// env returns the numbers of the values of the slots in the witness.
func (f *floats) env(slot int) (term.Value, bool) {
	v, ok := f.witness(slot)
	x := math.Float64frombits(v.Bits)
	if x != x {
		if x = 0; !slices.Contains(f.nans, slot) {
			f.nans = append(f.nans, slot)
		}
	}
	return term.Value{Bits: uint64(numberOf(f.sorts[slot], x))}, ok
}

// integerForm returns the integer form of a comparison, or nil if there is none.
func (f *floats) integerForm(t *term.Term) *term.Term {
	m, ok := f.integerForms[t]
	if !ok {
		m = f.translate(t)
		f.integerForms[t] = m
	}
	return m
}

func (f *floats) translate(expr *term.Term) *term.Term {
	builder := expr.Builder()
	switch expr.Op {
	case term.Not:
		if x := f.integerForm(expr.Args[0]); x != nil {
			return builder.Not(x)
		}
		return nil
	case term.AndAlso, term.OrElse:
		if x, y := f.integerForm(expr.Args[0]), f.integerForm(expr.Args[1]); x != nil && y != nil {
			return builder.WithArgs(expr, x, y)
		}
		return nil
	}
	r, ok := expr.Op.Rel()
	if !ok || expr.Args[0].Sort.Kind != term.Float {
		return nil
	}
	x, y := f.numberTerm(expr.Args[0]), f.numberTerm(expr.Args[1])
	if x == nil || y == nil {
		return nil
	}
	return builder.Compare(r, x, y)
}

// numberTerm returns the number of a slot or a constant as a term.
func (f *floats) numberTerm(expr *term.Term) *term.Term {
	builder, sort := expr.Builder(), term.Signed(64)
	switch expr.Op {
	case term.Const:
		if x := expr.Float(); x == x {
			return builder.Int(sort, uint64(numberOf(expr.Sort, x)))
		}
	case term.Slot:
		for int(expr.Bits) >= len(f.sorts) {
			f.sorts = append(f.sorts, term.Sort{})
		}
		f.sorts[expr.Bits] = expr.Sort
		return builder.Slot(int(expr.Bits), sort, false)
	}
	return nil
}

// numberOf numbers the floats of a sort in their order. Both zeros have the number 0.
func numberOf(s term.Sort, x float64) int64 {
	bits, sign := math.Float64bits(x), uint64(1)<<63
	if s.Bits == 32 {
		bits, sign = uint64(math.Float32bits(float32(x))), 1<<31
	}
	if bits&sign != 0 {
		return -int64(bits &^ sign)
	}
	return int64(bits)
}

// floatOf returns the float with a number, or NaN if there is none.
func floatOf(s term.Sort, n int64) float64 {
	sign := math.Copysign(1, float64(n))
	n = max(n, -n)
	last := numberOf(s, math.Inf(1))
	switch {
	case n < 0 || n > last:
		return math.NaN()
	case s.Bits == 32:
		return math.Copysign(float64(math.Float32frombits(uint32(n))), sign)
	}
	return math.Copysign(math.Float64frombits(uint64(n)), sign)
}

// translateAnswer translates an answer about numbers to floats.
func (f *floats) translateAnswer(ctx context.Context, a Answer, question []*term.Term) Answer {
	switch a.Verdict {
	case Sat:
		return f.toFloats(a)
	case Unsat:
		return f.withNaN(ctx, a, question)
	}
	return a
}

func (f *floats) toFloats(answer Answer) Answer {
	var changes []Assignment
	for _, c := range answer.Changes {
		v := floatOf(f.sorts[c.Slot], int64(c.Value.Bits))
		changes = append(changes, Assignment{c.Slot, term.Value{Bits: math.Float64bits(v)}})
	}
	for _, slot := range f.nans {
		if !slices.ContainsFunc(changes, func(c Assignment) bool { return c.Slot == slot }) {
			changes = append(changes, Assignment{Slot: slot})
		}
	}
	answer.Changes = changes
	return answer
}
