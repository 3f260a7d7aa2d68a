package order

import (
	"fmt"
	"slices"
	"testing"

	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/internal/interval"
	"nearmiss/term"

	"pgregory.net/rapid"
)

// world has the slots of random clauses, each with a few values that the path allows.
type world struct {
	b     *term.Builder
	slots []*term.Term
	least []uint64
	count []int
	plain bool // only comparisons
}

func newWorld(t *rapid.T) world {
	w := world{b: term.NewBuilder(), plain: rapid.Bool().Draw(t, "plain")}
	sorts := []term.Sort{term.Signed(8), term.Unsigned(8), term.BoolSort, term.Signed(64), term.Unsigned(64)}
	if w.plain {
		sorts = []term.Sort{rapid.SampledFrom([]term.Sort{term.Signed(8), term.Unsigned(64)}).Draw(t, "sort"), term.BoolSort}
	}
	for i := range 4 {
		sort := rapid.SampledFrom(sorts).Draw(t, "sort")
		limits := interval.Limits(sort)
		from, n := rapid.SampledFrom([]uint64{0, limits.Lo.Bits(), limits.Hi.Bits() - 3}).Draw(t, "from"), 4
		if sort.Kind == term.Bool {
			from, n = 0, 2
		}
		w.slots = append(w.slots, w.b.Slot(i, sort, false))
		w.least, w.count = append(w.least, from), append(w.count, n)
	}
	return w
}

// bounds returns the clauses that restrict each slot to its values.
func (w world) bounds() []*term.Term {
	var all []*term.Term
	for i, x := range w.slots {
		if x.Sort.IsInteger() {
			all = append(all, w.b.Compare(term.GE, x, w.b.Int(x.Sort, w.least[i])),
				w.b.Compare(term.LE, x, w.b.Int(x.Sort, w.least[i]+uint64(w.count[i])-1)))
		}
	}
	return all
}

// first returns the input of the least values.
func (w world) first() inputs { return append(inputs(nil), w.least...) }

// possible reports whether some input satisfies all clauses, by trying all inputs.
func (w world) possible(clauses []*term.Term) bool {
	n := 1
	for _, c := range w.count {
		n *= c
	}
	in := w.first()
	for k := range n {
		for i, c := range w.count {
			in[i] = w.slots[i].Sort.Wrap(w.least[i] + uint64(k%c))
			k /= c
		}
		if in.satisfy(clauses...) {
			return true
		}
	}
	return false
}

func (w world) number(t *rapid.T, sort term.Sort) *term.Term {
	return w.b.Int(sort, uint64(rapid.SampledFrom([]int{0, 1, 2, 3, -1, -2, 100, 126, 127, 128, -128, 254, 255}).Draw(t, "number")))
}

// integer draws a term of a sort: a slot, perhaps converted, with a constant added or another
// slot subtracted, or an unsupported term.
func (w world) integer(t *rapid.T, sort term.Sort, depth int) *term.Term {
	if depth > 0 && !w.plain {
		x := w.integer(t, sort, depth-1)
		switch rapid.IntRange(0, 7).Draw(t, "op") {
		case 0:
			return w.b.Binary(term.Add, x, w.number(t, sort))
		case 1:
			return w.b.Binary(term.Sub, x, w.integer(t, sort, depth-1))
		case 2:
			return w.b.Unary(rapid.SampledFrom([]term.Op{term.Neg, term.Com}).Draw(t, "unary"), x)
		case 3:
			return w.b.Binary(term.Mul, x, w.integer(t, sort, depth-1))
		}
		return x
	}
	x := rapid.SampledFrom(w.slots).Draw(t, "slot")
	switch {
	case rapid.IntRange(0, 5).Draw(t, "constant") == 0, w.plain && x.Sort != sort:
		return w.number(t, sort)
	case x.Sort.Kind == term.Bool:
		return w.b.If(x, w.b.Int(sort, 1), w.b.Int(sort, 0))
	}
	return w.b.Convert(x, sort)
}

var relations = []term.Rel{term.EQ, term.NE, term.LT, term.LE, term.GT, term.GE}

func (w world) clause(t *rapid.T, depth int) *term.Term {
	kind := rapid.IntRange(0, 9).Draw(t, "clause")
	switch {
	case kind == 0 && depth > 0:
		return w.b.Both(w.clause(t, depth-1), w.clause(t, depth-1))
	case kind == 1 && depth > 0 && !w.plain:
		return w.b.Either(w.clause(t, depth-1), w.clause(t, depth-1))
	case kind == 2 && depth > 0 && !w.plain:
		return w.b.Not(w.clause(t, depth-1))
	case kind <= 4:
		x, y := rapid.SampledFrom(w.slots).Draw(t, "x"), rapid.SampledFrom(w.slots).Draw(t, "y")
		if x.Sort.Kind == term.Bool && y.Sort.Kind == term.Bool {
			return w.b.Compare(rapid.SampledFrom(relations[:2]).Draw(t, "rel"), x, y)
		}
		if x.Sort.Kind == term.Bool {
			return w.b.Not(x)
		}
	}
	sort := rapid.SampledFrom([]term.Sort{term.Signed(8), term.Unsigned(8), term.Signed(16), term.Signed(64), term.Unsigned(64)}).Draw(t, "of")
	if x := rapid.SampledFrom(w.slots).Draw(t, "like"); w.plain && x.Sort.IsInteger() {
		sort = x.Sort
	}
	rel := rapid.SampledFrom(relations).Draw(t, "rel")
	return w.b.Compare(rel, w.integer(t, sort, 1), w.integer(t, sort, 1))
}

// TestLikeTrying drives a solver through random paths. It compares each answer with the result
// of trying all inputs and with the answer of a new solver.
func TestLikeTrying(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		s, in := New(), w.first()
		path := w.bounds()
		for _, c := range path {
			s.Push(c)
		}
		base := len(path)
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			if n := len(path) - base; n > 0 && rapid.IntRange(0, 4).Draw(t, "pop") == 0 {
				n = rapid.IntRange(1, n).Draw(t, "n")
				s.Pop(n)
				path = path[:len(path)-n]
			}
			extra := w.clause(t, 2)
			a := s.Check(ctx, extra, in.env)
			judge(t, w, path, extra, in, a)
			again := New()
			for _, c := range path {
				again.Push(c)
			}
			if b := again.Check(ctx, extra, in.env); fmt.Sprint(a) != fmt.Sprint(b) {
				t.Fatalf("%v: answers %v, a new solver %v", extra, a, b)
			}
			if a.Verdict == smt.Sat {
				in = in.with(a.Changes)
			}
			if in.satisfy(extra) {
				s.Push(extra)
				path = append(path, extra)
			}
		}
	})
}

// judge checks an answer.
func judge(t *rapid.T, w world, path []*term.Term, extra *term.Term, in inputs, a smt.Answer) {
	all := append(path[:len(path):len(path)], extra)
	switch a.Verdict {
	case smt.Sat:
		if got := in.with(a.Changes); !got.satisfy(all...) {
			t.Fatalf("%v from %v does not satisfy %v", got, in, all)
		}
	case smt.Unsat:
		if w.possible(all) {
			t.Fatalf("%v hold together", all)
		}
		contradicts(t, all)
	default:
		if w.plain || !slices.Contains([]string{"order: not only comparisons", "order: a sum may wrap", "order: a sum may have wrapped"}, a.Reason) {
			t.Fatalf("%v: %s", all, a.Reason)
		}
	}
}

// contradicts checks with the bit-blaster that clauses are unsatisfiable.
func contradicts(t *rapid.T, clauses []*term.Term) {
	s := bitvec.New(bitvec.Options{})
	defer s.Close()
	for _, c := range clauses {
		s.Push(c)
	}
	if a := s.Solve(ctx, func(int) (term.Value, bool) { return term.Value{}, true }); a.Verdict != smt.Unsat {
		t.Fatalf("%v are %v", clauses, a.Verdict)
	}
}

// TestSolve compares Solve with trying all inputs. The witness need not satisfy the path.
func TestSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		s, in := New(), w.first()
		for i, x := range w.slots {
			if rapid.Bool().Draw(t, "other") {
				in[i] = x.Sort.Wrap(rapid.Uint64().Draw(t, "value"))
			}
			if x.Sort.Kind == term.Bool {
				in[i] &= 1
			}
		}
		path := w.bounds()
		for range rapid.IntRange(0, 8).Draw(t, "clauses") {
			path = append(path, w.clause(t, 2))
		}
		for _, c := range path {
			s.Push(c)
		}
		for range 2 {
			judge(t, w, path, w.b.Bool(true), in, s.Solve(ctx, in.env))
		}
	})
}
