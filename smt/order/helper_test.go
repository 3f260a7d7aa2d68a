package order

import (
	"context"
	"math/rand/v2"
	"testing"

	"nearmiss/smt"
	"nearmiss/term"
)

var ctx = context.Background()

// inputs are the values of slots.
type inputs []uint64

func (in inputs) env(slot int) (term.Value, bool) { return term.Value{Bits: in[slot]}, true }

// with returns in after changes.
func (in inputs) with(changes []smt.Assignment) inputs {
	out := append(inputs(nil), in...)
	for _, c := range changes {
		out[c.Slot] = c.Value.Bits
	}
	return out
}

func (in inputs) satisfy(clauses ...*term.Term) bool {
	for _, c := range clauses {
		if v, ok := term.Eval(c, in.env); !ok || v.Bits == 0 {
			return false
		}
	}
	return true
}

// run is an execution of a program that compares slots. less returns the outcome of a[i] <
// a[j].
type run struct {
	b       *term.Builder
	s       smt.Solver
	sort    term.Sort
	in      inputs
	path    []*term.Term
	t       testing.TB
	check   bool // check models and cores
	queries int
	sat     int
	changes int
	take    func() bool // whether to take the other side if it is feasible
}

func (r *run) slot(i int) *term.Term { return r.b.Slot(i, r.sort, false) }

// compare queries the side that the witness does not take, and pushes one side.
func (r *run) compare(rel term.Rel, i, j int) bool {
	return r.branch(r.b.Compare(rel, r.slot(i), r.slot(j)))
}

func (r *run) branch(c *term.Term) bool {
	if c.IsConst() {
		return c.Bits != 0
	}
	v, _ := term.Eval(c, r.in.env)
	side := v.Bits != 0
	mine, other := c, r.b.Not(c)
	if !side {
		mine, other = other, mine
	}
	a := r.s.Check(ctx, other, r.in.env)
	r.queries++
	r.changes += len(a.Changes)
	switch a.Verdict {
	case smt.Unknown:
		r.t.Fatal(a.Reason)
	case smt.Sat:
		r.sat++
		if r.check && !r.in.with(a.Changes).satisfy(append(r.path, other)...) {
			r.t.Fatalf("%v does not satisfy %v", a.Changes, other)
		}
		if r.take() {
			r.in = r.in.with(a.Changes)
			mine, side = other, !side
		}
	}
	r.s.Push(mine)
	r.path = append(r.path, mine)
	return side
}

// programs are the programs that the tests run on n slots.
var programs = map[string]func(r *run, n int, rng *rand.Rand){
	"pairs":      pairs,
	"merge":      func(r *run, n int, _ *rand.Rand) { mergeSort(r, indices(n)) },
	"bubble":     func(r *run, n int, _ *rand.Rand) { bubbleSort(r, indices(n)) },
	"palindrome": palindrome,
	"matrix":     matrix,
	"pairs/many": func(r *run, n int, rng *rand.Rand) { pairs(r, n, rng); pairs(r, n, rng) },
}

func indices(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

func pairs(r *run, n int, rng *rand.Rand) {
	for range 5 * n {
		r.compare(term.LE, rng.IntN(n), rng.IntN(n))
	}
}

// palindrome compares the first slot with the last, and so on, and takes all as equal.
func palindrome(r *run, n int, _ *rand.Rand) {
	for i := range n / 2 {
		r.compare(term.EQ, i, n-1-i)
	}
}

// matrix compares cells with 0, row by row, and then the cells with each other.
func matrix(r *run, n int, _ *rand.Rand) {
	for i := range n {
		r.branch(r.b.Compare(term.NE, r.slot(i), r.b.Int(r.sort, 0)))
	}
	for i := 0; i+1 < n; i += 2 {
		r.compare(term.LT, i, i+1)
	}
}

func mergeSort(r *run, p []int) []int {
	if len(p) < 2 {
		return p
	}
	x, y := mergeSort(r, p[:len(p)/2]), mergeSort(r, p[len(p)/2:])
	out := make([]int, 0, len(p))
	for len(x) > 0 && len(y) > 0 {
		if r.compare(term.LE, x[0], y[0]) {
			out, x = append(out, x[0]), x[1:]
		} else {
			out, y = append(out, y[0]), y[1:]
		}
	}
	return append(append(out, x...), y...)
}

func bubbleSort(r *run, p []int) {
	for n := len(p); n > 1; n-- {
		for i := 1; i < n; i++ {
			if r.compare(term.GT, p[i-1], p[i]) {
				p[i-1], p[i] = p[i], p[i-1]
			}
		}
	}
}

func newRun(t testing.TB, sort term.Sort, n int, rng *rand.Rand) *run {
	return &run{t: t, b: term.NewBuilder(), s: New(), sort: sort, in: make(inputs, n), take: func() bool { return rng.IntN(2) == 0 }}
}
