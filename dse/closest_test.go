package dse_test

import (
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
)

// naiveClosest complains of flips on other paths than those of the nearest runs, of a second
// one of a code location, and where there is one that it does not find.
type naiveClosest struct {
	dse.Strategy
	t       *rapid.T
	w       *dse.World
	nearest []*dse.Run // to the only target
	tried   map[dse.Branch]bool
	count   int
}

func (f *naiveClosest) ObserveRun(r *dse.Run, fresh []*dse.Node) {
	key := func(r *dse.Run) [2]float64 {
		if n := r.Near[0]; n.Reached {
			return [2]float64{0, n.Distance}
		}
		return [2]float64{1, r.Near[0].ApproachDistance}
	}
	switch now := key(r); {
	case len(f.nearest) == 0 || now[0] < key(f.nearest[0])[0] || now[0] == key(f.nearest[0])[0] && now[1] < key(f.nearest[0])[1]:
		f.nearest, f.tried = []*dse.Run{r}, map[dse.Branch]bool{}
	case now == key(f.nearest[0]) && len(f.nearest) < 32:
		f.nearest = append(f.nearest, r)
	}
	f.Strategy.ObserveRun(r, fresh)
}

func (f *naiveClosest) Next() dse.Step {
	open := map[*dse.Node]bool{}
	for _, r := range f.nearest {
		for n := range r.Nodes {
			open[n] = n.State() == dse.Open && !f.tried[n.Branch()]
		}
	}
	s := f.Strategy.Next()
	if s.Flip != nil {
		from := false
		for _, r := range f.nearest {
			from = from || r == s.From
		}
		if !open[s.Flip] || !from {
			f.t.Fatalf("flips %v", s.Flip)
		}
		f.tried[s.Flip.Branch()] = true
		for n := range s.From.Nodes {
			if n == s.Flip {
				f.count++
				return s
			}
		}
		f.t.Fatal("the node is not on the path of the run")
	}
	for n, is := range open {
		if is && !f.w.Covered(f.w.Targets[0]) {
			f.t.Fatalf("declines, and %v is open", n)
		}
	}
	return s
}

// TestClosest asserts that Closest flips open nodes on the paths of the runs that are nearest
// to the goal, as long as there are any.
func TestClosest(t *testing.T) {
	flips := 0
	rapid.Check(t, func(t *rapid.T) {
		l, slots := drawLoops(t), rapid.IntRange(1, 4).Draw(t, "slots")
		p := newToy(l.code, slots)
		p.Guards = l.chain()
		var f *naiveClosest
		run(t, p, func(w *dse.World) dse.Strategy {
			f = &naiveClosest{Strategy: dse.Closest(w), t: t, w: w}
			return f
		}, rapid.Uint64().Draw(t, "seed"), dse.Options{
			Starts: drawStarts(t, slots), Targets: l.targets()[:1], Budget: dse.Budget{Runs: 40},
		})
		flips += f.count
	})
	if flips < 20 {
		t.Errorf("only %d flips", flips)
	}
}
