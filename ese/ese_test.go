package ese

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/MaxHalford/eaopt"
	"pgregory.net/rapid"

	"nearmiss/ga"
	"nearmiss/internal/testutil"
	"nearmiss/search"
	"nearmiss/symexec"
	"nearmiss/term"
)

// letters returns n clauses, each named by a letter.
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

// preconditions is a pathProblem whose clauses are letters.
func preconditions() *pathProblem { return newPathProblem(gateOf(target(ToyPalindrome, 3)), false) }

// TestCrossover asserts that both cut points are drawn first, from 1 to the length, and that the
// parts are joined crosswise.
func TestCrossover(t *testing.T) {
	for _, test := range []struct {
		n1, n2       int
		draws        []uint64
		want1, want2 string
	}{
		// powers of two: a draw is the number itself
		{4, 4, []uint64{0, 2}, "aD", "ABCbcd"},
		{4, 4, []uint64{3, 3}, "abcd", "ABCD"},
		{4, 2, []uint64{1, 0}, "abB", "Acd"},
		// others: the share of 2^64
		{3, 5, []uint64{testutil.Share(1, 3), testutil.Share(3, 5)}, "abE", "ABCDc"},
		{1, 1, []uint64{0, 0}, "a", "A"},
		{0, 2, []uint64{1}, "", "AB"},
		{0, 0, nil, "", ""},
	} {
		testutil.Run(t, func(rng *rand.Rand) {
			p := preconditions()
			a, b := &Chromosome{problem: p, precondition: letters('a', test.n1)}, &Chromosome{problem: p, precondition: letters('A', test.n2)}
			c, d := pathOperators{}.Crossover(a, b, rng)
			if spell(c.precondition) != test.want1 || spell(d.precondition) != test.want2 {
				t.Errorf("%d and %d clauses, %v: %q and %q", test.n1, test.n2, test.draws, spell(c.precondition), spell(d.precondition))
			}
			if spell(a.precondition) != spell(letters('a', test.n1)) || spell(b.precondition) != spell(letters('A', test.n2)) {
				t.Errorf("%v: a parent has changed", test.draws)
			}
		}, test.draws...)
	}
}

// TestMutateRandom asserts that one clause is removed, and further ones by coin flips, up to a
// tenth.
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
			if got := spell(mutateRandom(rng, 0.1, letters('a', test.n))); got != test.want {
				t.Errorf("%d clauses, %v: %q", test.n, test.draws, got)
			}
		}, test.draws...)
	}
}

// TestMutateRandomLaw asserts that from one clause to a tenth of the clauses are removed, and that
// the remaining clauses keep their order.
func TestMutateRandomLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 120).Draw(t, "clauses")
		pre := letters(0, n)
		got := mutateRandom(generator(rapid.Uint64().Draw(t, "seed")), 0.1, slices.Clone(pre))
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

// TestNeighbour asserts that one clause is negated and that the parent is unchanged.
func TestNeighbour(t *testing.T) {
	b := term.NewBuilder()
	c := &Chromosome{problem: preconditions(), precondition: []*term.Term{b.Slot(0, term.BoolSort, false), b.Slot(1, term.BoolSort, false), b.Not(b.Slot(2, term.BoolSort, false)), b.Slot(3, term.BoolSort, false)}}
	testutil.Run(t, func(rng *rand.Rand) {
		if got := fmt.Sprint(pathOperators{}.Neighbour(c, rng).precondition); got != "[$0 $1 $2 $3]" {
			t.Error(got)
		}
	}, 2)
	if got := fmt.Sprint(c.precondition); got != "[$0 $1 !$2 $3]" {
		t.Error(got)
	}
	if n := (pathOperators{}).Neighbour(&Chromosome{problem: c.problem}, nil); len(n.precondition) != 0 {
		t.Error("a path without conditions has no neighbours")
	}
}

// TestLost asserts that a chromosome without a path has infinite fitness and keeps its clauses,
// and that a chromosome with a path has the genes and the fitness of the path.
func TestLost(t *testing.T) {
	narrow := func(m *ToyMachine) {
		m.Branch(0, m.Compare(term.LE, m.Slot(0), m.Int(5)))
		m.Branch(1, m.Compare(term.LE, m.Slot(0), m.Int(3)))
	}
	g := gateOf(target(narrow, 1))
	path, _ := g.Explore(nil, sequence("TT"))
	p := newPathProblem(g, false)
	c := &Chromosome{problem: p}
	p.setPath(c, path)
	if got := c.Clauses(); len(got) != 2 {
		t.Fatalf("%v", got)
	}
	var n *Chromosome
	testutil.Run(t, func(rng *rand.Rand) { n = pathOperators{}.Neighbour(c, rng) }, 0) // more than 5 and at most 3
	fs, err := p.Evaluate(noContext, []*Chromosome{n})
	if err != nil || len(fs) != 1 || !math.IsInf(fs[0].Value, 1) || g.Archive().Lost != 1 || len(n.Clauses()) != 2 {
		t.Errorf("%v, %v, %v", fs, err, n.Clauses())
	}
	if child := n.With(nil); child.parent != c {
		t.Error("the path before a precondition without one is lost")
	}
}

// sequence is a Chooser that takes the given sides, then false.
type sequence string

func (s sequence) Choose(b *symexec.Branch) bool                { return b.Depth < len(s) && s[b.Depth] == 'T' }
func (sequence) Took(*symexec.Branch, bool, symexec.SideReason) {}

// watched is an algorithm that calls a function with the population after every generation.
type watched struct {
	ga.Algorithm
	look func(*eaopt.Population)
}

func (w watched) Config() eaopt.GAConfig {
	c := w.Algorithm.Config()
	c.Model = watchedModel{c.Model, w.look}
	return c
}

type watchedModel struct {
	eaopt.Model
	look func(*eaopt.Population)
}

func (w watchedModel) Apply(pop *eaopt.Population) error {
	err := w.Model.Apply(pop)
	if err == nil {
		w.look(pop)
	}
	return err
}

// TestGenerations asserts that the best path is never lost, that no path is in the population
// twice, and that the input of each path satisfies its condition and has its cost.
func TestGenerations(t *testing.T) {
	for seed := range uint64(5) {
		g := newGate(noContext, target(ToyInsertionSort, 7), generator(seed), Options{Budget: Budget{Explorations: 400}})
		generations := 0
		look := func(pop *eaopt.Population) {
			generations++
			best, seen := math.Inf(1), map[string]bool{}
			for i := range pop.Individuals {
				x := &pop.Individuals[i]
				c := x.Genome.(*ga.Genome[*Chromosome]).Genes()
				if x.Fitness != fitnessOf(g.Cost(c.path)).Value {
					t.Errorf("fitness %v of cost %d", x.Fitness, g.Cost(c.path))
				}
				if s := fmt.Sprint(c.path.Condition); seen[s] {
					t.Errorf("%s is there twice", s)
				} else {
					seen[s] = true
				}
				env := valuesOf(c.path.Input)
				for _, clause := range slices.Concat(c.Clauses(), c.path.Condition) {
					if v, ok := term.Eval(clause, env); !ok || v.Bits == 0 {
						t.Errorf("%v does not hold for %v", clause, c.path.Input)
					}
				}
				best = min(best, x.Fitness)
			}
			if best != fitnessOf(g.Archive().Cost).Value || len(pop.Individuals) > 12 {
				t.Errorf("generation %d: %d individuals, best %v, archive %d", generations, len(pop.Individuals), best, g.Archive().Cost)
			}
		}
		o := ga.Memetic{PopSize: 12, EliteSize: 2, LSPeriod: 4, LSAttempts: 5}
		if err := (Evolution{Algorithm: watched{o, look}, Operators: "path"}).Search(g); err != nil || generations < 20 {
			t.Errorf("%d generations, %v", generations, err)
		}
	}
}

// TestFewPaths asserts that the population has each path once if there are fewer paths than
// individuals.
func TestFewPaths(t *testing.T) {
	g := newGate(noContext, target(ToyPalindrome, 5), generator(1), Options{Budget: Budget{Explorations: 300}})
	look := func(pop *eaopt.Population) {
		if len(pop.Individuals) != 3 {
			t.Errorf("%d of 3 paths", len(pop.Individuals))
		}
	}
	if err := (Evolution{Algorithm: watched{ga.Memetic{PopSize: 40}, look}, Operators: "path"}).Search(g); err != nil {
		t.Error(err)
	}
}

// TestESESorts asserts that evolution comes near the worst order of a sort, unlike random paths.
func TestESESorts(t *testing.T) {
	const size, worst = 12, 12 + 2*(11*12/2)
	for seed := range uint64(4) {
		evolved := find(t, target(ToyInsertionSort, size), ESE{}, seed, budget(2000))
		random := find(t, target(ToyInsertionSort, size), Rand{}, seed, budget(2000))
		if evolved.Cost < worst*9/10 || random.Cost > worst*7/10 {
			t.Errorf("ESE %d, RAND %d of %d", evolved.Cost, random.Cost, worst)
		}
	}
}

// TestFirstGeneration asserts that the search can end at any path of the first generation and in
// the next generation.
func TestFirstGeneration(t *testing.T) {
	for after := range 25 {
		n := after
		tg := target(ToyAlternate, 6)
		tg.Explorer = broken{tg.Explorer, &n}
		r, err := Search(t.Context(), tg, ESE{PopSize: 10}, generator(1), Options{})
		if !errors.Is(err, errBroken) || r.Explorations != uint64(after) || r.Status != search.Stopped {
			t.Errorf("after %d: %+v, %v", after, r, err)
		}
		if r := find(t, target(ToyAlternate, 6), ESE{PopSize: 10}, 1, budget(uint64(after)+1)); r.Explorations != uint64(after)+1 {
			t.Errorf("budget %d: %+v", after+1, r)
		}
	}
}

// TestESEOptions asserts that the error lists all invalid parameters.
func TestESEOptions(t *testing.T) {
	for _, o := range []ESE{{PopSize: 1}, {PopSize: -1}, {EliteSize: 51}, {MProb: 1.5}, {MProb: math.NaN()}} {
		if r, err := Search(t.Context(), target(ToyPalindrome, 3), o, generator(1), Options{}); err == nil || r.Explorations > 0 {
			t.Errorf("%+v", o)
		}
	}
}
