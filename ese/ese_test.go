package ese

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/ese/internal/toy"
	"nearmiss/input"
	"nearmiss/internal/testutil"
	"nearmiss/search"
	"nearmiss/symexec"
	"nearmiss/term"
)

// letters makes n clauses that are named by one letter each.
func letters(first byte, n int) (cs []*term.Term) {
	for i := range n {
		cs = append(cs, &term.Term{Str: string(first + byte(i))})
	}
	return cs
}

func spell(cs []*term.Term) (s string) {
	for _, c := range cs {
		s += c.Str
	}
	return s
}

// costs is a population of paths that cost so much.
func costs(cs ...uint64) (population []*individual) {
	for _, c := range cs {
		population = append(population, &individual{path: &symexec.Path{}, cost: c})
	}
	return population
}

func costsOf(population []*individual) (cs []uint64) {
	for _, i := range population {
		cs = append(cs, i.cost)
	}
	return cs
}

const never, ever = 1<<53 - 1, 0 // draws for a probability

// TestCrossover: the cut points are drawn first, from 1 to the length; both
// ways round; then each child is mutated or not.
func TestCrossover(t *testing.T) {
	for _, test := range []struct {
		n1, n2       int
		mprob        float64
		draws        []uint64
		want1, want2 string
	}{
		// powers of two: a draw is the number itself
		{4, 4, 0.2, []uint64{0, 2, never, never}, "aD", "ABCbcd"},
		{4, 4, 0.2, []uint64{3, 3, never, never}, "abcd", "ABCD"},
		{4, 2, 0.2, []uint64{1, 0, never, never}, "abB", "Acd"},
		// others: the share of 2^64
		{3, 5, 0.2, []uint64{testutil.Share(1, 3), testutil.Share(3, 5), never, never}, "abE", "ABCDc"},
		{1, 1, 0.2, []uint64{0, 0, never, never}, "a", "A"},
		{0, 2, 0.2, []uint64{1, never, never}, "", "AB"},
		{0, 0, 0.2, []uint64{never, never}, "", ""},
		// the first child loses its second clause, the other one is as it was
		{4, 4, 0.2, []uint64{1, 1, ever, 1, never}, "aCD", "ABcd"},
		// both lose their last
		{4, 4, 1, []uint64{1, 1, never, 3, ever, 3}, "abC", "ABc"},
		{4, 4, 0, []uint64{1, 1, ever, ever}, "abCD", "ABcd"},
	} {
		testutil.Run(t, func(rng *rand.Rand) {
			a, b := letters('a', test.n1), letters('A', test.n2)
			got := crossover(rng, a, b, test.mprob)
			if spell(got[0]) != test.want1 || spell(got[1]) != test.want2 {
				t.Errorf("%d and %d clauses, %v: %q and %q", test.n1, test.n2, test.draws, spell(got[0]), spell(got[1]))
			}
			if spell(a) != spell(letters('a', test.n1)) || spell(b) != spell(letters('A', test.n2)) {
				t.Errorf("%v: a parent has changed", test.draws)
			}
		}, test.draws...)
	}
}

// TestMutateRandom: at least one clause goes; then a coin decides, until a
// tenth is gone.
func TestMutateRandom(t *testing.T) {
	const stop, on = 0, 1
	for _, test := range []struct {
		n     int
		draws []uint64
		want  string
	}{
		{0, nil, ""},
		{4, []uint64{2}, "abd"},
		{16, []uint64{15}, "abcdefghijklmno"}, // a tenth is 1: no coin
		{32, []uint64{0, stop}, "bcdefghijklmnopqrstuvwxyz{|}~\x7f\u0080"},
		{32, []uint64{31, on, testutil.Share(0, 31), stop}, "bcdefghijklmnopqrstuvwxyz{|}~\x7f"},
		{32, []uint64{31, on, testutil.Share(0, 31), on, testutil.Share(1, 30)}, "bdefghijklmnopqrstuvwxyz{|}~\x7f"},
	} {
		testutil.Run(t, func(rng *rand.Rand) {
			if got := spell(mutateRandom(rng, letters('a', test.n))); got != test.want {
				t.Errorf("%d clauses, %v: %q", test.n, test.draws, got)
			}
		}, test.draws...)
	}
}

// TestMutateRandomLaw: between one clause and a tenth are gone, the others are
// in order.
func TestMutateRandomLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 120).Draw(t, "clauses")
		pre := letters(0, n)
		got := mutateRandom(generator(rapid.Uint64().Draw(t, "seed")), slices.Clone(pre))
		if gone := n - len(got); gone < 1 || gone > max(1, n/10) {
			t.Fatalf("%d of %d are gone", gone, n)
		}
		i := 0
		for _, c := range pre {
			if i < len(got) && got[i] == c {
				i++
			}
		}
		if i != len(got) {
			t.Fatal("out of order")
		}
	})
}

// TestSpin: the wheel has each number as often as its weight says.
func TestSpin(t *testing.T) {
	weights := []uint64{0, 3, 0, 1, 4, 0}
	hits := map[int]int{}
	for draw := range uint64(8) {
		testutil.Run(t, func(rng *rand.Rand) {
			hits[spin(rng, len(weights), func(i int) uint64 { return weights[i] })]++
		}, draw)
	}
	if len(hits) != 3 || hits[1] != 3 || hits[3] != 1 || hits[4] != 4 {
		t.Errorf("%v", hits)
	}
	testutil.Run(t, func(rng *rand.Rand) {
		if i := spin(rng, 4, func(int) uint64 { return 0 }); i != 2 {
			t.Errorf("without weights: %d", i)
		}
	}, 2)
}

// TestPairs: half as many pairs as members, never one with itself, also where
// it alone has a cost.
func TestPairs(t *testing.T) {
	testutil.Run(t, func(rng *rand.Rand) {
		// costs 4, 2, 1, 1: first of 8; second of what is left
		got := pairs(rng, costs(4, 2, 1, 1))
		if want := [][2]int{{0, 3}, {1, 0}}; !slices.Equal(got, want) {
			t.Errorf("%v", got)
		}
	}, 3, 3, 5, testutil.Share(3, 6))
	for n, want := range []int{0, 0, 1, 1, 2} {
		cs := make([]uint64, n)
		for i := range cs {
			cs[i] = 1
		}
		if got := pairs(generator(1), costs(cs...)); len(got) != want {
			t.Errorf("%d pairs of %d", len(got), n)
		}
	}
	for seed := range uint64(20) {
		for _, p := range pairs(generator(seed), costs(0, 0, 9, 0, 0, 0)) {
			if p[0] != 2 || p[1] == 2 {
				t.Errorf("pair %v", p)
			}
		}
	}
}

func TestWorstIndividual(t *testing.T) {
	population := costs(3, 9, 3, 7, 9, 1)
	if worstIndividual(population) != 1 {
		t.Error("not the first of the costliest")
	}
	population[1].born, population[4].born = 3, 4
	if worstIndividual(population) != 4 {
		t.Error("of equal ones not the youngest")
	}
}

// TestInvertRandomCondition: one clause is negated, the path keeps its own.
func TestInvertRandomCondition(t *testing.T) {
	b := term.NewBuilder()
	pc := []*term.Term{b.Slot(0, term.BoolSort, false), b.Slot(1, term.BoolSort, false), b.Not(b.Slot(2, term.BoolSort, false)), b.Slot(3, term.BoolSort, false)}
	testutil.Run(t, func(rng *rand.Rand) {
		if got := fmt.Sprint(invertRandomCondition(rng, b, pc)); got != "[$0 $1 $2 $3]" {
			t.Error(got)
		}
	}, 2)
	if got := fmt.Sprint(pc); got != "[$0 $1 !$2 $3]" {
		t.Error(got)
	}
}

// TestLocalSearch: each attempt negates one clause of the best so far; what is
// not costlier is not kept, and what has no path is a failed attempt.
func TestLocalSearch(t *testing.T) {
	g := gateOf(target(toy.Palindrome, 5))
	p, _ := g.Explore(nil, sequence("FT"))
	start := newIndividual(p, g.Cost(p))
	m := newMemetic(g, ESE{})
	if sidesOf(p) != "FT" || start.cost != 5 {
		t.Fatalf("%s costs %d", sidesOf(p), start.cost)
	}
	testutil.Run(t, func(rng *rand.Rand) {
		g.rng = rng
		best := m.localSearch(start, 3)
		if best.cost != 11 || sidesOf(best.path) != "FFFF" {
			t.Errorf("%s costs %d", sidesOf(best.path), best.cost)
		}
	},
		0, 0, // negate the first: the path T, which is cheaper; one coin
		1, 0, 0, 0, 0, // negate the second: FFFF
		1, 0, 0, // negate it again: FT, which is cheaper
	)
	a := g.Archive()
	if a.Tally(Attempts) != 3 || a.Tally(AttemptsLost) != 0 || a.Tally(AttemptsWon) != 1 || a.Lost != 0 || a.Explorations != 4 {
		t.Errorf("%+v", a.Counts)
	}
	narrow := func(m *toy.Machine) {
		m.Branch(0, m.Compare(term.LE, m.Slot(0), m.Int(5)))
		m.Branch(1, m.Compare(term.LE, m.Slot(0), m.Int(3)))
	}
	g = gateOf(target(narrow, 1))
	p, _ = g.Explore(nil, sequence("TT"))
	testutil.Run(t, func(rng *rand.Rand) {
		g.rng = rng
		if best := newMemetic(g, ESE{}).localSearch(newIndividual(p, 1), 1); best.path != p {
			t.Error("a path where there is none")
		}
	}, 0) // more than 5 and at most 3
	if a := g.Archive(); a.Tally(AttemptsLost) != 1 || a.Lost != 1 {
		t.Errorf("%+v", a.Counts)
	}
	even := func(m *toy.Machine) { m.Branch(0, m.Eq(m.Slot(0), m.Int(0))) }
	p, _ = gateOf(target(even, 1)).Explore(nil, sequence("F"))
	if best := newMemetic(gateOf(target(even, 1)), ESE{}).localSearch(newIndividual(p, 1), 3); best.path != p {
		t.Error("a path of the same cost is taken for a better one")
	}
	free := newIndividual(&symexec.Path{}, 1)
	if got := m.localSearch(free, 9); got.path != free.path || a.Explorations != 4 {
		t.Error("a path without conditions has no neighbours")
	}
}

// sequence chooses given sides, and false behind them.
type sequence string

func (s sequence) Choose(b *symexec.Branch) bool         { return b.Depth < len(s) && s[b.Depth] == 'T' }
func (sequence) Took(*symexec.Branch, bool, symexec.Why) {}

// TestGenerations drives the model as the engine does: the best never gets
// lost, no path is in the population twice, two children are made of every two
// paths, and every exploration has a cause.
func TestGenerations(t *testing.T) {
	for seed := range uint64(5) {
		tg := target(toy.InsertionSort, 7)
		g := newGate(noContext, tg, generator(seed), Options{})
		m := newMemetic(g, ESE{PopSize: 12, EliteSize: 2, LSPeriod: 4, LSAttempts: 5}.withDefaults())
		before, born := uint64(0), 0
		for generation := range 13 {
			vectors := m.Breed()
			if generation == 0 && len(vectors) != 12 || generation > 0 && len(vectors) != len(m.population)/2*2 {
				t.Fatalf("%d children of %d", len(vectors), len(m.population))
			}
			born += len(vectors)
			fs, err := m.Evaluate(noContext, vectors)
			if err != nil || len(fs) != len(vectors) {
				t.Fatal(len(fs), err)
			}
			for i, f := range fs {
				b := m.births[i]
				if b.path == nil != math.IsInf(f.Value, 1) || b.path != nil && f.Value != 1/(1+float64(b.cost)) {
					t.Errorf("fitness %v of cost %d", f.Value, b.cost)
				}
			}
			members := m.Survive(nil)
			best := m.population[worstIndividual(m.population)].cost
			if best < before || best != g.Archive().Cost || len(members) != 12 || len(m.population) > 12 {
				t.Errorf("generation %d: best %d after %d, archive %d", generation, best, before, g.Archive().Cost)
			}
			different(t, m.population)
			before = best
			a := g.Archive()
			if uint64(born)+a.Tally(Attempts) != a.Explorations || a.Tally(Generations) != uint64(generation) {
				t.Errorf("generation %d: %d explorations, %d births", generation, a.Explorations, born)
			}
			if a.Tally(Attempts) != uint64(generation/4*5) || a.Tally(Children) != uint64(born-12) {
				t.Errorf("generation %d: %v", generation, a.Tallies)
			}
			if a.Lost != a.Tally(ChildrenLost)+a.Tally(AttemptsLost) {
				t.Errorf("%d lost, %v", a.Lost, a.Tallies)
			}
		}
	}
}

// different sees to it that no path is there twice, by what it assumes.
func different(t *testing.T, population []*individual) {
	t.Helper()
	seen := map[string]bool{}
	for _, i := range population {
		s := fmt.Sprint(i.path.Condition)
		if seen[s] {
			t.Errorf("%s is there twice", s)
		}
		seen[s] = true
	}
}

// TestFewPaths: where there are fewer paths than members, the population has
// each once; of a single one there are no children, and another is sampled.
func TestFewPaths(t *testing.T) {
	g := newGate(noContext, target(toy.Palindrome, 5), generator(1), Options{})
	m := newMemetic(g, ESE{PopSize: 40}.withDefaults())
	for range 3 {
		m.Evaluate(noContext, m.Breed())
		if members := m.Survive(nil); len(members) != 40 || len(m.population) > 3 {
			t.Errorf("%d members, %d of 3 paths", len(members), len(m.population))
		}
		different(t, m.population)
	}
	m.population = m.population[:1]
	before, children := g.Archive().Paths, g.Archive().Tally(Children)
	if vectors := m.Breed(); len(vectors) != 1 {
		t.Fatalf("%d births of one path", len(vectors))
	}
	m.Evaluate(noContext, []input.Vector{{0}})
	if a := g.Archive(); a.Paths != before+1 || a.Tally(Children) != children || m.births[0].path == nil {
		t.Errorf("%+v", a.Counts)
	}
}

// TestChildFollows: the path of a child holds its precondition.
func TestChildFollows(t *testing.T) {
	g := newGate(noContext, target(toy.InsertionSort, 6), generator(3), Options{})
	m := newMemetic(g, ESE{PopSize: 20}.withDefaults())
	for range 4 {
		m.Evaluate(noContext, m.Breed())
		for _, b := range m.births {
			if b.path == nil {
				continue
			}
			env := func(slot int) (term.Value, bool) { return term.Value{Bits: b.path.Input[slot]}, true }
			for _, c := range slices.Concat(b.pre, b.path.Condition) {
				if v, ok := term.Eval(c, env); !ok || v.Bits == 0 {
					t.Errorf("%v does not hold for %v", c, b.path.Input)
				}
			}
		}
		m.Survive(nil)
	}
}

// TestESESorts: evolution comes near the worst order where random paths do not.
func TestESESorts(t *testing.T) {
	const size, worst = 12, 12 + 2*(11*12/2)
	for seed := range uint64(4) {
		evolved := find(t, target(toy.InsertionSort, size), ESE{}, seed, budget(2000))
		random := find(t, target(toy.InsertionSort, size), Rand{}, seed, budget(2000))
		if evolved.Cost < worst*9/10 || random.Cost > worst*7/10 {
			t.Errorf("ESE %d, RAND %d of %d", evolved.Cost, random.Cost, worst)
		}
	}
}

// TestFirstGeneration: the search may end anywhere in the first generation,
// also with its last path, and in the next one.
func TestFirstGeneration(t *testing.T) {
	for after := range 25 {
		n := after
		tg := target(toy.Alternate, 6)
		tg.Explorer = broken{tg.Explorer, &n}
		r, err := Search(t.Context(), tg, ESE{PopSize: 10}, generator(1), Options{})
		if !errors.Is(err, errBroken) || r.Explorations != uint64(after) || r.Status != search.Stopped {
			t.Errorf("after %d: %+v, %v", after, r, err)
		}
		if r := find(t, target(toy.Alternate, 6), ESE{PopSize: 10}, 1, budget(uint64(after)+1)); r.Explorations != uint64(after)+1 {
			t.Errorf("budget %d: %+v", after+1, r)
		}
	}
}

// TestESEOptions: parameters that cannot be are refused, all at once.
func TestESEOptions(t *testing.T) {
	for _, o := range []ESE{{PopSize: 1}, {PopSize: -1}, {EliteSize: 51}, {MProb: 1.5}, {MProb: math.NaN()}} {
		if r, err := Search(t.Context(), target(toy.Palindrome, 3), o, generator(1), Options{}); err == nil || r.Explorations > 0 {
			t.Errorf("%+v", o)
		}
	}
	if o := (ESE{EliteSize: -1, MProb: -1, LSPeriod: -1, LSAttempts: -1}).withDefaults(); o.EliteSize != 0 || o.LSPeriod != 0 || o.LSAttempts != 0 || o.MProb >= 0 || o.PopSize != 50 {
		t.Errorf("%+v", o)
	}
	if o := (ESE{}).withDefaults(); o != (ESE{50, 5, 0.2, 10, 25}) {
		t.Errorf("Table IV: %+v", o)
	}
	r := find(t, target(toy.Alternate, 8), ESE{PopSize: 10, EliteSize: -1, LSPeriod: -1}, 1, budget(210))
	if r.Tally(Attempts) != 0 || r.Tally(Generations) != 20 || r.Status != search.Budget {
		t.Errorf("%+v", r)
	}
}
