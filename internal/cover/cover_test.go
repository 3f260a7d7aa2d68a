package cover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// cases makes test cases of one function from the branches each takes.
func cases(f *function, covers ...[]uint32) []*testCase {
	var cs []*testCase
	for i, c := range covers {
		cs = append(cs, &testCase{fn: f, vector: []uint64{uint64(i)}, result: &worker.RunResult{Covered: c}})
	}
	return cs
}

func branches(n int) (*unit, *function) {
	u := &unit{}
	f := &function{unit: u, domain: domain{sig: &input.Signature{}}}
	u.funcs = []*function{f}
	for i := range n {
		g := &goal{branch: uint32(i), fn: f}
		u.goals = append(u.goals, g)
		f.goals = append(f.goals, g)
	}
	return u, f
}

func union(cs []*testCase) []uint32 {
	var all []uint32
	for _, c := range cs {
		all = append(all, c.covers()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func TestFewestKeepsTheCoverage(t *testing.T) {
	_, f := branches(6)
	cs := cases(f, []uint32{0}, []uint32{0, 2, 4}, []uint32{2, 3}, []uint32{1, 3, 5}, []uint32{4, 5})
	got := fewest(cs)
	if len(got) != 2 || !slices.Equal(union(got), union(cs)) {
		t.Errorf("fewest took %d cases covering %v; want 2 covering %v", len(got), union(got), union(cs))
	}
}

// Law: the fewest cases keep the coverage, and none of them can go.
func TestFewestLaw(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 7))
		n := 1 + rng.IntN(12)
		_, f := branches(n)
		var covers [][]uint32
		for range 1 + rng.IntN(10) {
			var c []uint32
			for b := range n {
				if rng.IntN(3) == 0 {
					c = append(c, uint32(b))
				}
			}
			covers = append(covers, c)
		}
		cs := cases(f, covers...)
		got := fewest(slices.Clone(cs))
		if !slices.Equal(union(got), union(cs)) {
			t.Fatalf("seed %d: coverage %v became %v", seed, union(cs), union(got))
		}
		for i := range got {
			rest := slices.Delete(slices.Clone(got), i, i+1)
			if slices.Equal(union(rest), union(cs)) {
				t.Fatalf("seed %d: case %d of %d is superfluous", seed, i, len(got))
			}
		}
		assign(got)
		var kept []uint32
		for _, c := range got {
			kept = append(kept, c.keep...)
		}
		slices.Sort(kept)
		if !slices.Equal(kept, union(cs)) {
			t.Fatalf("seed %d: assigned %v of %v, or some twice", seed, kept, union(cs))
		}
	}
}

func TestFewestPrefersInputsThatReturn(t *testing.T) {
	_, f := branches(2)
	cs := cases(f, []uint32{0}, []uint32{0})
	cs[0].result.Outcome = worker.Panicked
	got := fewest(cs)
	if len(got) != 1 || got[0] != cs[1] {
		t.Errorf("took the input that panics")
	}
}

// TestByHand: inputs that calls make are better than those made by hand, in the archive, among the fewest cases, and where branches are
// assigned, even if they are of another function than the branch.
func TestByHand(t *testing.T) {
	u, inside := branches(3)
	number := &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	node := &input.Type{Kind: input.Struct, Go: "node", Fields: []input.Field{{Name: "items", Type: number}}}
	inside.sig = &input.Signature{Params: []input.Field{{Name: "n", Type: node}}}
	outside := &function{unit: u, index: 1, domain: domain{sig: &input.Signature{Params: []input.Field{{Name: "n", Type: number}}}}}
	g := u.goals[0]
	for _, x := range []struct {
		fn     *function
		word   uint64
		panics bool
		want   bool // the input is taken
	}{
		{inside, 4, true, true}, {outside, 4, true, true}, {inside, 5, false, true}, {inside, 6, false, false},
		{outside, 7, false, true}, {inside, 5, false, false}, {outside, 8, true, false}, {inside, 0, false, true},
	} {
		if g.take(x.fn, input.Vector{x.word}, x.panics); (g.found.fn == x.fn && g.found.vector[0] == x.word) != x.want {
			t.Errorf("%+v: the archive has %+v", x, g.found)
		}
	}
	hand := cases(inside, []uint32{0, 1}, []uint32{0, 1, 2})
	hand[0].vector, hand[1].vector = input.Vector{5}, input.Vector{6}
	calls := cases(outside, []uint32{0, 1})
	if got := fewest(slices.Concat(hand[:1], calls)); len(got) != 1 || got[0] != calls[0] {
		t.Errorf("the case made by hand is among the fewest")
	}
	got := fewest(slices.Concat(hand, calls))
	assign(got)
	if len(got) != 2 || !slices.Equal(hand[1].keep, []uint32{2}) || !slices.Equal(calls[0].keep, []uint32{0, 1}) {
		t.Errorf("%d cases, of which the one made by hand keeps %v", len(got), hand[1].keep)
	}
}

func TestSeedsDependOnTheJobAlone(t *testing.T) {
	u, f := branches(4)
	s := &session{opt: Options{Common: subject.Common{Seed: 1}}}
	seen := map[uint64]string{}
	for _, x := range []struct {
		pkg, fn string
		variant int
	}{{"p", "F", 0}, {"p", "F", 1}, {"p", "G", 0}, {"q", "F", 0}} {
		u.pkg = &load.Package{Name: x.pkg}
		f.name, f.variant = x.fn, x.variant
		for goal := range uint64(4) {
			for slice := range uint64(4) {
				id := fmt.Sprint(x, goal, slice)
				h := s.seed(f, goal, slice)
				if other, ok := seen[h]; ok {
					t.Errorf("jobs %s and %s share the seed %d", id, other, h)
				}
				seen[h] = id
				if h != s.seed(f, goal, slice) {
					t.Errorf("job %s: another seed the second time", id)
				}
			}
		}
	}
}
