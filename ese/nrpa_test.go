package ese

import (
	"testing"
)

// learners are the strategies that learn a policy.
var learners = []Named{{Name: "nrpa", Strategy: NRPA{}}, {Name: "climb", Strategy: Climb{}}, {Name: "auto", Strategy: Auto{}}}

func TestLearnersAgain(t *testing.T) {
	for _, l := range learners {
		for _, p := range []ToyProgram{ToyMergeSort, ToyInsertionSort, ToyAlternate} {
			again(t, func() Target { return richTarget(p, 9) }, l.Strategy, budget(700))
		}
	}
}

// TestLearnersFind asserts for several seeds that learners find the worst path of programs where
// random choices do not come near.
func TestLearnersFind(t *testing.T) {
	for _, test := range []struct {
		name    string
		program ToyProgram
		slots   int
		want    func(n uint64) uint64
		paths   uint64
	}{
		{"alternate", ToyAlternate, 24, func(n uint64) uint64 { return 5 * n }, 1000},
		{"palindrome", ToyPalindrome, 24, func(n uint64) uint64 { return 2*n + 1 }, 1000},
		{"insertion", ToyInsertionSort, 12, func(n uint64) uint64 { return n + n*(n-1) }, 1000},
	} {
		for _, l := range learners {
			for seed := range uint64(3) {
				r := find(t, richTarget(test.program, test.slots), l.Strategy, seed, budget(test.paths))
				if want := test.want(uint64(test.slots)); r.Cost != want {
					t.Errorf("%s, seed %d: %s with %d slots costs %d, want %d", l.Name, seed, test.name, test.slots, r.Cost, want)
				}
			}
		}
	}
}

// TestNestedCounts asserts that a search of level 2 takes the square of Iterations paths and then
// restarts.
func TestNestedCounts(t *testing.T) {
	g := gateOf(richTarget(ToyInsertionSort, 5))
	n := newNested(g, NRPA{Iterations: 5})
	moved := func(p *preference) bool {
		for _, w := range p.weights {
			if w != 0 {
				return true
			}
		}
		return false
	}
	for i := 1; i <= 25; i++ {
		n.step()
		inner, outer := &n.levels[0], &n.levels[1]
		if inner.searches != i%5 || outer.searches != i/5%5 {
			t.Fatalf("after %d paths: %d and %d", i, inner.searches, outer.searches)
		}
		if (inner.best == nil) != (inner.searches == 0) || (outer.best == nil) != (outer.searches == 0) {
			t.Fatalf("after %d paths: a best path of no search", i)
		}
		if got, want := moved(outer.policy), outer.searches > 0; got != want {
			t.Fatalf("after %d paths: the outer policy has moved: %v", i, got)
		}
	}
	if g.archive.Paths != 25 {
		t.Errorf("%d paths", g.archive.Paths)
	}
}

// TestNestedRepeats asserts the limit of repetitions. On a program with few paths all searches end
// long before their number of iterations.
func TestNestedRepeats(t *testing.T) {
	for limit := 1; limit <= 4; limit++ {
		g := gateOf(richTarget(ToyInsertionSort, 3))
		n := newNested(g, NRPA{Repetitions: limit})
		for range 600 {
			n.step()
			for i := range n.levels {
				l := &n.levels[i]
				if l.repeats >= limit || l.repeats >= max(1, l.searches) || l.searches >= n.Iterations {
					t.Fatalf("limit %d: level %d has its best path %d times again after %d calls", limit, i, l.repeats, l.searches)
				}
			}
		}
		if want := 600 / (n.Iterations * n.Iterations / 5); n.runs < want {
			t.Errorf("limit %d: %d runs have ended, want %d", limit, n.runs, want)
		}
	}
}

// TestLearner asserts that small sizes are used first, within their limits.
func TestLearner(t *testing.T) {
	g := gateOf(target(ToyInsertionSort, 2*minLearningSize))
	g.opt.Budget.Explorations = 3000
	if err := (alternatingNRPA{}).Search(g); err != nil {
		t.Fatal(err)
	}
	if g.archive.Training == 0 || g.archive.Training > 3*maxLearningPaths || g.archive.Explorations != 3000 {
		t.Errorf("%d explorations, %d at other sizes", g.archive.Explorations, g.archive.Training)
	}
}

// TestClimbKeeps asserts that the best path of a round never gets worse, and that a round ends after
// Patience paths without improvement.
func TestClimbKeeps(t *testing.T) {
	g := gateOf(richTarget(ToyMergeSort, 8))
	c := newClimber(g, Climb{Patience: 7})
	rounds, cost, idle := 0, uint64(0), 0
	for range 600 {
		c.step()
		switch {
		case c.best == nil:
			if idle != 6 {
				t.Fatalf("round %d ended after %d paths in vain", rounds, idle+1)
			}
			rounds, cost, idle = rounds+1, 0, 0
			continue
		case c.best.cost < cost:
			t.Fatalf("%d became %d", cost, c.best.cost)
		case c.best.cost > cost:
			idle = 0
		default:
			idle++
		}
		cost = c.best.cost
		if c.idle != idle {
			t.Fatalf("%d paths in vain, the climber counts %d", idle, c.idle)
		}
	}
	if rounds < 5 {
		t.Errorf("%d rounds", rounds)
	}
}
