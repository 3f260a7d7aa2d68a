package ese

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/ga"
	"nearmiss/input"
)

// TestOffspring asserts that each individual with a cost behind the first generation is tallied as a child, in
// each arm whose individuals are paths.
func TestOffspring(t *testing.T) {
	for _, e := range arms() {
		if e.Operators == "input" {
			continue
		}
		tg, _ := withInputs(ToyInsertionSort, 7)
		r, err := Search(t.Context(), tg, e, generator(2), Options{Budget: Budget{Feasible: 400}, Offspring: true})
		if err != nil {
			t.Fatal(err)
		}
		c := e.Algorithm.Config()
		want := 400 - uint64(c.NPops*c.PopSize)
		children, costlier, moved := r.Tally(Children), r.Tally(Costlier), r.Tally(MovedNumbers)
		if children != want || r.Tally(ChildNumbers) != 7*want {
			t.Errorf("%+v: %d children with %d numbers, want %d", e, children, r.Tally(ChildNumbers), want)
		}
		if costlier == 0 || costlier >= children || moved == 0 || moved >= 7*children {
			t.Errorf("%+v: of %d children %d are costlier, and %d numbers differ", e, children, costlier, moved)
		}
		tg, _ = withInputs(ToyInsertionSort, 7)
		if unasked, err := Search(t.Context(), tg, e, generator(2), Options{Budget: Budget{Feasible: 400}}); err != nil || unasked.Tally(Children) != 0 || !slices.Equal(unasked.History, r.History) {
			t.Errorf("%+v, not asked for children: %d, and costs %v of %v, %v", e, unasked.Tally(Children), unasked.History, r.History, err)
		}
	}
}

// TestLineage asserts that the parent of a child is the first of its pair, also after a mutation.
func TestLineage(t *testing.T) {
	l := lineage{nextNumber{}, map[uint64]input.Vector{}}
	a, b := input.Vector{1, 1}, input.Vector{2, 2}
	c, d := l.Crossover(a, b, nil)
	for child, parent := range map[*input.Vector]input.Vector{&c: a, &d: b} {
		m := l.Mutate(*child, 0, nil)
		if got := l.parentOf(m); got[0] != parent[0] {
			t.Errorf("the parent of %v is %v, want %v", m, got, parent)
		}
	}
	if n := l.Neighbour(b, nil); l.parentOf(n)[0] != 2 {
		t.Errorf("the parent of a neighbour is %v", l.parentOf(n))
	}
}

// nextNumber are operators that change the second number.
type nextNumber struct{}

func (nextNumber) Crossover(v, w input.Vector, _ *rand.Rand) (input.Vector, input.Vector) {
	return input.Vector{v[0] + 10, w[1]}, input.Vector{w[0] + 10, v[1]}
}

func (o nextNumber) Mutate(v input.Vector, _ float64, rng *rand.Rand) input.Vector {
	return o.Neighbour(v, rng)
}

func (nextNumber) Neighbour(v input.Vector, _ *rand.Rand) input.Vector {
	return input.Vector{v[0], v[1] + 1}
}

// TestHybrid asserts that both kinds of operators are used, that the child of an input has a path whose input is
// that input, and that a child of a path condition satisfies its precondition.
func TestHybrid(t *testing.T) {
	tg, _ := withInputs(ToyInsertionSort, 6)
	g := newGate(t.Context(), tg, generator(4), Options{})
	p := newPathProblem(g, false)
	ops := newHybrid(g)
	parents := []*Chromosome{p.Random(nil), p.Random(nil)}
	if _, err := p.Evaluate(t.Context(), parents); err != nil {
		t.Fatal(err)
	}
	byInput := 0
	for range 40 {
		c, d := ops.Crossover(parents[0], parents[1], g.Rand())
		for _, child := range []*Chromosome{c, ops.Mutate(d, 0.1, g.Rand()), ops.Mutate(parents[0], 0.1, g.Rand()), ops.Neighbour(parents[1], g.Rand())} {
			want := child.input
			if err := p.Check(child); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Evaluate(t.Context(), []*Chromosome{child}); err != nil {
				t.Fatal(err)
			}
			if want == nil {
				continue
			}
			if byInput++; child.path == nil || !slices.Equal(child.path.Input, want) {
				t.Errorf("the path of the input %v is that of another", want)
			}
		}
	}
	if byInput < 40 || byInput > 120 {
		t.Errorf("%d of 160 children are of inputs", byInput)
	}
	hybrids := Evolution{Algorithm: ga.Memetic{}, Operators: "hybrid"}
	if _, err := Search(t.Context(), target(ToyInsertionSort, 6), hybrids, generator(1), budget(10)); err != errNoInputs {
		t.Errorf("without inputs: %v", err)
	}
}
