package ese

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/internal/testutil"
	"nearmiss/search"
	"nearmiss/smt/order"
	"nearmiss/symexec"
)

// TestPalindrome is the paper's example (section 2): with five items there are three feasible
// paths and three infeasible ones. One infeasible path compares an item with itself, which
// gives no symbolic condition. The solver refutes the other two, unless terms normalize the
// order of the operands of !=.
func TestPalindrome(t *testing.T) {
	for _, first := range []Order{AnyFirst, FalseFirst, TrueFirst} {
		r := find(t, target(ToyPalindrome, 5), DFS{First: first}, 1, Options{})
		folded := r.Best.Cost.Branches - uint64(len(r.Best.Decisions))
		implied := uint64(len(r.Best.Decisions) - len(r.Best.Condition))
		if r.Paths != 3 || folded != 1 || max(implied, r.Lost+r.Forced) != 2 || !r.Complete || r.Status != search.Exhausted {
			t.Errorf("order %d: %+v, %d folded, %d implied", first, r, folded, implied)
		}
		if in := r.Best.Input; r.Cost != 11 || in[0] != in[4] || in[1] != in[3] {
			t.Errorf("order %d: cost %d, input %v", first, r.Cost, in)
		}
	}
}

// TestDFSOrder asserts that the search takes each feasible path once, in depth-first order.
func TestDFSOrder(t *testing.T) {
	walked := func(o Order, rng *rand.Rand) (seen []string) {
		w := walk{gate: gateOf(target(ToyAlternate, 3)), guide: bothSides{o, rng}, memory: defaultMemory}
		if !w.run(func(p *symexec.Path) { seen = append(seen, sidesOf(p)) }) {
			t.Error("not complete")
		}
		return seen
	}
	want := []string{"FFF", "FFT", "FTF", "FTT", "TFF", "TFT", "TTF", "TTT"}
	if seen := walked(FalseFirst, nil); !slices.Equal(seen, want) {
		t.Errorf("false first: %v", seen)
	}
	slices.Reverse(want)
	if seen := walked(TrueFirst, nil); !slices.Equal(seen, want) {
		t.Errorf("true first: %v", seen)
	}
	testutil.Run(t, func(rng *rand.Rand) {
		want := []string{"FTF", "FTT", "FFT", "FFF", "TTT", "TTF", "TFT", "TFF"}
		if seen := walked(AnyFirst, rng); !slices.Equal(seen, want) {
			t.Errorf("any first: %v", seen)
		}
	}, 0, 1, 0, 1, 1, 1, 1)
}

// TestDFSNames asserts the name of the strategy for each order; TrueFirst is the default.
func TestDFSNames(t *testing.T) {
	for name, first := range map[string]Order{"dfs": TrueFirst, "dfs-false": FalseFirst, "dfs-drawn": AnyFirst} {
		if n, err := ByName(name); err != nil || n.Strategy != (DFS{First: first}) {
			t.Errorf("%s is %+v, %v", name, n, err)
		}
	}
	if first := (WISE{}).Walk.First; first != TrueFirst || (SPFWCA{}).Walk.First != first {
		t.Errorf("policies are followed in the order %d", first)
	}
}

// TestDFSCountsOrders asserts that a sort has as many paths as its input has permutations.
func TestDFSCountsOrders(t *testing.T) {
	for size, want := range []uint64{1, 1, 2, 6, 24, 120} {
		for name, p := range map[string]ToyProgram{"insertion": ToyInsertionSort, "merge": ToyMergeSort} {
			r := find(t, target(p, size), DFS{}, 1, Options{})
			if r.Paths != want || !r.Complete {
				t.Errorf("%s sort of %d: %d paths, complete %v", name, size, r.Paths, r.Complete)
			}
		}
	}
}

// TestDFSLastPath asserts that the archive is complete if the last exploration of the budget
// takes the last path, and incomplete with a budget of one exploration less.
func TestDFSLastPath(t *testing.T) {
	for b, want := range map[uint64]bool{15: false, 16: true, 17: true} {
		if r := find(t, target(ToyAlternate, 4), DFS{}, 1, budget(b)); r.Complete != want {
			t.Errorf("budget %d: complete %v", b, r.Complete)
		}
	}
}

// TestDFSMemory asserts that a search with little memory forgets shallow decisions and tallies
// them.
func TestDFSMemory(t *testing.T) {
	r := find(t, target(ToyAlternate, 4), DFS{Memory: 2}, 1, Options{})
	if r.Paths != 4 || r.Complete || r.Tally("decisions forgotten") != 2 || r.Status != search.Exhausted {
		t.Errorf("%+v", r)
	}
}

// TestDFSConcrete asserts that clauses for concrete values are part of the precondition of a
// flip, and that a walk with concrete values is not complete.
func TestDFSConcrete(t *testing.T) {
	p := func(m *ToyMachine) {
		m.Branch(0, m.Eq(m.Slot(0), m.Int(1)))
		x := m.Concrete(m.Slot(1))
		m.Branch(1, m.Eq(m.Slot(2), m.Int(x)))
	}
	r := find(t, target(p, 3), DFS{}, 1, Options{})
	if r.Paths != 4 || r.Concrete != 4 || r.Complete || r.Lost != 0 {
		t.Errorf("%+v", r)
	}
}

// TestDFSStopped asserts that no decision of a path that was cut short is flipped.
func TestDFSStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	paths := 0
	p := func(m *ToyMachine) {
		if paths++; paths == 3 {
			cancel()
		}
		ToyAlternate(m)
	}
	r, err := Search(ctx, target(p, 4), DFS{}, generator(1), Options{})
	if err == nil || r.Explorations != 3 || r.End(symexec.Stopped) != 1 || len(r.Tallies) > 0 || r.Complete {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestDFSEnds asserts that paths that end in a panic or without fuel count as paths.
func TestDFSEnds(t *testing.T) {
	p := func(m *ToyMachine) {
		if m.Branch(0, m.Eq(m.Slot(0), m.Int(0))) {
			m.Panic("zero")
		}
		for m.Branch(1, m.Eq(m.Slot(0), m.Int(1))) {
			m.Cost(1)
		}
	}
	tg := target(p, 1)
	tg.Explorer.(*ToyExplorer).Fuel = 50
	r := find(t, tg, DFS{First: FalseFirst}, 1, budget(1000))
	if r.Paths != 3 || r.End(symexec.Panicked) != 1 || r.End(symexec.OutOfFuel) != 1 || r.End(symexec.Returned) != 1 || r.Complete {
		t.Errorf("%+v", r)
	}
}

// TestDFSUndecided asserts that a side that no solver can decide is skipped, and that the walk
// is then not complete.
func TestDFSUndecided(t *testing.T) {
	p := func(m *ToyMachine) {
		m.Branch(0, m.Lt(m.Slot(0), m.Slot(1)))
	}
	tg := Target{Explorer: NewToy(p, 2, unknown{order.New()}), Size: 2}
	r := find(t, tg, DFS{First: TrueFirst}, 1, Options{})
	if r.Paths != 1 || r.Undecided != 1 || r.Complete {
		t.Errorf("%+v", r)
	}
}

func gateOf(tg Target) *Gate { return newGate(noContext, tg, generator(1), Options{}) }

func sidesOf(p *symexec.Path) (s string) {
	for _, d := range p.Decisions {
		s += map[bool]string{false: "F", true: "T"}[d.Side]
	}
	return s
}
