package dse_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// An event is a side in a calling context, for the nth time on a path.
type event struct {
	context uint64
	branch  dse.Branch
	nth     int
}

// naiveNovelty recomputes what Novelty should flip, and complains of anything else.
type naiveNovelty struct {
	dse.Strategy
	t     *rapid.T
	nodes []*dse.Node
	taken map[event]bool
	spent map[*dse.Node]bool // flipped
	count int
}

// before counts on the way to n how often its context took a side of its condition.
func before(n *dse.Node, side bool) (sum int) {
	for m, s := n.Parent(); m != nil; m, s = m.Parent() {
		if m.Site == n.Site && m.Context == n.Context && s == side {
			sum++
		}
	}
	return sum
}

func (f *naiveNovelty) ObserveRun(r *dse.Run, fresh []*dse.Node) {
	f.nodes = append(f.nodes, fresh...)
	for n, side := range r.Nodes {
		f.taken[event{n.Context, dse.Branch{Site: n.Site, Side: side}, before(n, side)}] = true
	}
	f.Strategy.ObserveRun(r, fresh)
}

func (f *naiveNovelty) Next() dse.Step {
	var best *dse.Node
	var rank []int
	for _, n := range f.nodes {
		k := before(n, !n.Side)
		if n.State() != dse.Open || f.spent[n] || k >= 16 || f.taken[event{n.Context, dse.Branch{Site: n.Site, Side: !n.Side}, k}] {
			continue
		}
		if r := []int{k, -n.First.Number, n.Depth}; best == nil || slices.Compare(r, rank) < 0 {
			best, rank = n, r
		}
	}
	s := f.Strategy.Next()
	if s.Flip != best {
		f.t.Fatalf("%v, not %v", s.Flip, best)
	}
	f.spent[best] = true
	f.count++
	return s
}

// TestNovelty asserts that Novelty flips what looking at all nodes says.
func TestNovelty(t *testing.T) {
	programs := []struct {
		code  func(*toyMachine)
		slots int
	}{{calls, 4}, {signs, 5}, {sorted, 6}, {gate(3), 9}}
	flips := 0
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(programs).Draw(t, "program")
		var f *naiveNovelty
		run(t, newToy(p.code, p.slots), func(w *dse.World) dse.Strategy {
			f = &naiveNovelty{dse.Novelty(w), t, nil, map[event]bool{}, map[*dse.Node]bool{}, 0}
			return f
		}, rapid.Uint64().Draw(t, "seed"), dse.Options{Starts: []input.Vector{zeros(9)}, Budget: dse.Budget{Runs: 40}})
		flips += f.count
	})
	if flips < 100 {
		t.Errorf("only %d flips were compared", flips)
	}
}

// TestNoveltyContexts: a side that the program has taken elsewhere is new in another
// context, once for each time on a path.
func TestNoveltyContexts(t *testing.T) {
	read := func(m *toyMachine, slot int) { m.Branch(0, term.EQ, m.Slot(slot), m.Int(7)) }
	code := func(m *toyMachine) {
		m.Call(1, func() { read(m, 0); read(m, 1) })
		m.Call(2, func() { read(m, 2) })
	}
	r := run(t, newToy(code, 3), dse.Novelty, 1, dse.Options{Starts: []input.Vector{zeros(3)}})
	if r.Runs != 4 || r.Open == 0 {
		t.Errorf("%d runs, %d open nodes", r.Runs, r.Open)
	}
}
