package dse_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
	"nearmiss/term"
)

// blaming asserts what Blame may provide.
type blaming struct {
	dse.Frontier
	t    *rapid.T
	best float64 // of the runs that evaluated the goal
}

func (f *blaming) Ran(r *dse.Run) {
	f.Frontier.Ran(r)
	d := math.Inf(1)
	if r.Near[0].Reached {
		d = r.Near[0].Distance
	}
	if got, want := f.Frontier.(dse.Progressive).Progress(), d < f.best; got != want {
		f.t.Fatalf("%v away after %v: progress %v", d, f.best, got)
	}
	f.best = min(f.best, d)
}

func (f *blaming) Next() *dse.Node {
	n := f.Frontier.Next()
	switch {
	case n == nil:
	case n.State() != dse.Open:
		f.t.Fatalf("%v is %v", n.Site, n.State())
	case n.Start == nil || n.Start.Near[0].Distance != f.best:
		f.t.Fatalf("%v is not of one of the nearest runs, %v away", n.Site, f.best)
	default:
		for m := range n.Start.Nodes {
			if m == n {
				return n
			}
		}
		f.t.Fatalf("%v is not on the path of the run that it starts from", n.Site)
	}
	return n
}

// TestBlame asserts that nodes of the nearest runs are provided and of no others,
// and that it declines when there was no run to blame.
func TestBlame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, slots := drawLoops(t), rapid.IntRange(1, 3).Draw(t, "slots")
		goal := rapid.SampledFrom(l.targets()).Draw(t, "goal")
		strategy := func(w *dse.World) dse.Frontier { return &blaming{dse.Blame(w), t, math.Inf(1)} }
		run(t, toy.New(l.code, slots), strategy, rapid.Uint64().Draw(t, "seed"), dse.Options{
			Starts: drawStarts(t, slots), Targets: []uint32{goal}, Budget: dse.Budget{Runs: 200},
		})
	})
}

// settled looks at eight slots, and by then it is settled whether the goal is
// reached, which is seven of them being 0 and the last 5.
func settled(m *toy.Machine) {
	all := true
	for i := range int64(7) {
		all = m.Branch(0, term.EQ, m.Slot(int(i)), m.Int(0)) && all
	}
	m.Branch(1, term.EQ, m.Slot(7), m.Int(5))
	if all {
		m.Branch(2, term.EQ, m.Slot(7), m.Int(5))
	}
}

// TestBlameFirst: what stopped the nearest run is flipped first, where that is
// settled by a node before.
func TestBlameFirst(t *testing.T) {
	r := run(t, toy.New(settled, 8), dse.Blame, 1, dse.Options{
		Starts: []input.Vector{zeros(8)}, Targets: []uint32{5}, Budget: dse.Budget{Runs: 50},
	})
	if r.Covered[5] == nil || r.Runs != 2 {
		t.Errorf("%d runs, reached: %v", r.Runs, r.Covered[5] != nil)
	}
}
