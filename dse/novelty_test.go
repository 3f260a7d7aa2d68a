package dse_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/term"
)

// An event is a side in a calling context, for the nth time on a path.
type event struct {
	context uint64
	branch  dse.Branch
	nth     int
}

// newest recomputes what Novelty should provide, and complains of anything else.
type newest struct {
	dse.Frontier
	t     *rapid.T
	nodes []*dse.Node
	taken map[event]bool
	spent map[*dse.Node]bool // provided
}

func (f *newest) New(n *dse.Node) {
	f.nodes = append(f.nodes, n)
	f.Frontier.New(n)
}

// before counts on the way to n how often its context took a side of its
// condition.
func before(n *dse.Node, side bool) (sum int) {
	for m, s := n.Parent(); m != nil; m, s = m.Parent() {
		if m.Site == n.Site && m.Context == n.Context && s == side {
			sum++
		}
	}
	return sum
}

func (f *newest) Ran(r *dse.Run) {
	found := false
	for n, side := range r.Nodes {
		e := event{n.Context, dse.Branch{Site: n.Site, Side: side}, before(n, side)}
		found = found || e.nth == 0 && !f.taken[e]
		f.taken[e] = true
	}
	f.Frontier.Ran(r)
	if got := f.Frontier.(dse.Progressive).Progress(); got != found {
		f.t.Fatalf("run %d: progress %v, want %v", r.Number, got, found)
	}
}

func (f *newest) Next() *dse.Node {
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
	n := f.Frontier.Next()
	if n != best {
		f.t.Fatalf("%v, not %v", n, best)
	}
	f.spent[n] = true
	return n
}

// TestNovelty asserts that Novelty provides what looking at all nodes provides.
func TestNovelty(t *testing.T) {
	programs := []struct {
		code  func(*toy.Machine)
		slots int
	}{{calls, 4}, {let, 12}, {protocol, 20}, {signs, 4}}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(programs).Draw(t, "program")
		run(t, toy.New(p.code, p.slots), func(w *dse.World) dse.Frontier {
			return &newest{dse.Novelty(w), t, nil, map[event]bool{}, map[*dse.Node]bool{}}
		}, rapid.Uint64().Draw(t, "seed"), dse.Options{Starts: []input.Vector{zeros(20)}, Budget: dse.Budget{Runs: 40}})
	})
}

// TestDirect asserts that Direct flips what covers a goal at once, then what
// covers other targets, and nothing else.
func TestDirect(t *testing.T) {
	code := func(m *toy.Machine) {
		m.Branch(0, term.EQ, m.Slot(0), m.Int(4))
		m.Branch(1, term.EQ, m.Add(m.Slot(0), m.Slot(0)), m.Int(7)) // never
		m.Branch(2, term.EQ, m.Slot(1), m.Int(5))
		m.Branch(3, term.EQ, m.Slot(2), m.Int(6))
	}
	for _, c := range []struct {
		goals  bool
		wanted []uint32
		order  []uint32 // as they are covered
		asked  int
	}{
		{true, []uint32{7}, []uint32{7}, 1},
		{true, []uint32{3, 5}, []uint32{5}, 2},
		{false, []uint32{3, 5}, []uint32{5, 1, 7}, 5}, // what no input takes is asked for on two paths
	} {
		p := toy.New(code, 3)
		var order []uint32
		seen := map[uint32]bool{}
		r := run(t, p, dse.Direct(c.goals), 1, dse.Options{
			Starts: []input.Vector{zeros(3)}, Targets: []uint32{1, 3, 5, 7, 900}, Goals: append(slices.Clip(c.wanted), 900),
			Ran: func(r *dse.Run) bool {
				for _, b := range r.Covered {
					if b&1 != 0 && !seen[b] {
						seen[b], order = true, append(order, b)
					}
				}
				return true
			},
		})
		if r.Status != search.Exhausted || !slices.Equal(order, c.order) || p.Asked != c.asked {
			t.Errorf("%+v: %v, covered %v with %d questions", c, r.Status, order, p.Asked)
		}
	}
}
