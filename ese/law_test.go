package ese

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/input"
	"nearmiss/smt/order"
	"nearmiss/symexec"
	"nearmiss/term"
)

// random returns a random program. Its paths have at most depth conditions, each at one of a few
// sites, over slots that depend on the earlier outcomes.
func random(t *rapid.T, slots, sites, depth int) ToyProgram {
	rng := generator(rapid.Uint64().Draw(t, "program")) // rapid would draw simple ones
	relations, operands := rng.Perm(int(term.GE)+1), make([]int, 20)
	for i := range operands {
		operands[i] = rng.IntN(slots)
	}
	return func(m *ToyMachine) {
		state := 1
		for range depth {
			at, a := state%sites, state%(len(operands)-1)
			x, y := m.Slot(operands[a]), m.Slot(operands[a+1])
			if m.Branch(at, m.Compare(term.Rel(relations[at%len(relations)]), x, y)) {
				m.Cost(uint64(at))
				state = state*3 + 1
			} else {
				state = state*5 + 2
			}
			if state%17 == 0 {
				return
			}
		}
	}
}

// inputs lists all vectors of n words below n: among them is one for each way
// in which n words can be ordered.
func inputs(n int) (all []input.Vector) {
	v := make(input.Vector, n)
	for {
		all = append(all, slices.Clone(v))
		i := 0
		for ; i < n && v[i] == uint64(n-1); i++ {
			v[i] = 0
		}
		if i == n {
			return all
		}
		v[i]++
	}
}

// concretely returns the sides and the cost of the path of an input.
func concretely(p ToyProgram, v input.Vector) (string, uint64) {
	path := NewToy(p, len(v), order.New()).Run(v)
	return sidesOf(path), path.Cost.Statements
}

func anyOrder(t *rapid.T) bothSides {
	return bothSides{Order(rapid.IntRange(0, 2).Draw(t, "order")), generator(rapid.Uint64().Draw(t, "seed"))}
}

// TestDFSLaw asserts that the walk takes each path of an input exactly once, and that the best path
// is the costliest.
func TestDFSLaw(t *testing.T) {
	const slots = 4
	rapid.Check(t, func(t *rapid.T) {
		program := random(t, slots, 12, 7)
		want, worst := map[string]bool{}, uint64(0)
		for _, v := range inputs(slots) {
			sides, cost := concretely(program, v)
			want[sides], worst = true, max(worst, cost)
		}
		g := gateOf(target(program, slots))
		w := walk{gate: g, guide: anyOrder(t), memory: defaultMemory}
		complete := w.run(func(path *symexec.Path) {
			s := sidesOf(path)
			if !want[s] {
				t.Fatalf("path %q is taken twice, or by no input", s)
			}
			delete(want, s)
			if taken, cost := concretely(program, path.Input); taken != s || cost != path.Cost.Statements {
				t.Fatalf("the input of %q takes %q", s, taken)
			}
		})
		if !complete || len(want) > 0 || g.Archive().Cost != worst {
			t.Fatalf("complete %v, left %v, cost %d of %d", complete, want, g.Archive().Cost, worst)
		}
	})
}

// TestGuidedLaw asserts that a walk by a policy takes each path whose decisions the policy allows
// exactly once, and no other path.
func TestGuidedLaw(t *testing.T) {
	const slots = 6
	rapid.Check(t, func(t *rapid.T) {
		p := random(t, slots, 2, 9)
		var all []*symexec.Path
		w := walk{gate: gateOf(target(p, slots)), guide: bothSides{first: FalseFirst}, memory: defaultMemory}
		w.run(func(p *symexec.Path) { all = append(all, p) })
		h := historyKind{rapid.IntRange(0, 2).Draw(t, "history"), rapid.Bool().Draw(t, "conditions")}
		l := learnPolicy([]*symexec.Path{all[generator(rapid.Uint64().Draw(t, "worst")).IntN(len(all))]}, h)

		want := map[string]bool{}
		for _, p := range all {
			if allowed(l, p) {
				want[sidesOf(p)] = true
			}
		}
		w = walk{gate: gateOf(target(p, slots)), guide: newGuided(l, anyOrder(t)), memory: defaultMemory}
		complete := w.run(func(p *symexec.Path) {
			s := sidesOf(p)
			if !want[s] {
				t.Fatalf("path %q is taken twice, or not allowed", s)
			}
			delete(want, s)
		})
		if !complete || len(want) > 0 {
			t.Fatalf("complete %v, left %v", complete, want)
		}
	})
}

// allowed reports whether a policy allows p, by a naive check.
func allowed(l *guidancePolicy, p *symexec.Path) bool {
	for i, d := range p.Decisions {
		g := newGuided(l, bothSides{first: FalseFirst})
		g.begin(p.Decisions[:i])
		if s := g.sides(&symexec.Branch{Site: d.Site}); !s.both && s.first != d.Side {
			return false
		}
	}
	return true
}

// TestRandLaw asserts that random paths are paths of inputs, and that all paths are taken in the
// end.
func TestRandLaw(t *testing.T) {
	const slots = 4
	rapid.Check(t, func(t *rapid.T) {
		p := random(t, slots, 12, 3)
		want := map[string]bool{}
		for _, v := range inputs(slots) {
			sides, _ := concretely(p, v)
			want[sides] = true
		}
		left := len(want)
		g := newGate(noContext, target(p, slots), rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), Options{})
		for n := 0; left > 0 && n < 1000; n++ { // any of at most 8 paths has a share of an 8th at least
			path, more := g.Explore(nil, coin{g.Rand()})
			first, known := want[sidesOf(path)]
			if !known {
				t.Fatalf("no input takes %q", sidesOf(path))
			}
			if first {
				want[sidesOf(path)] = false
				left--
			}
			if !more {
				break // a single path
			}
		}
		if left > 0 {
			t.Fatalf("%d paths are left: %v", left, want)
		}
	})
}
