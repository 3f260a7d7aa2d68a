package dse_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// naive recomputes from the whole history what Fitnex should provide, and
// complains if it provides anything else. Now and then it flips a node of its
// own choice.
type naive struct {
	dse.Strategy
	t     *rapid.T
	w     *dse.World
	away  bool
	nodes []*dse.Node
	runs  []*dse.Run
	on    map[*dse.Node][]*dse.Run
	from  map[*dse.Node]*dse.Run // where flips started
	turn  int
	seen  map[*dse.Node]bool
	other int // in ten
	count int // that Fitnex provided
}

func newNaive(t *rapid.T, w *dse.World, away bool, other int) *naive {
	return &naive{Strategy: climbing(away)(w), t: t, w: w, away: away, on: map[*dse.Node][]*dse.Run{}, from: map[*dse.Node]*dse.Run{}, seen: map[*dse.Node]bool{}, other: other}
}

// climbing is Fitnex, or with grades of approach Graded.
func climbing(away bool) dse.Factory {
	if away {
		return dse.Graded(dse.GradedOptions{})
	}
	return dse.Fitnex
}

func (f *naive) ObserveRun(r *dse.Run, fresh []*dse.Node) {
	f.nodes = append(f.nodes, fresh...)
	f.runs = append(f.runs, r)
	for n := range r.Nodes {
		f.on[n] = append(f.on[n], r)
	}
	f.Strategy.ObserveRun(r, fresh)
}

// value is the grade and the fitness value of a run.
func (f *naive) value(r *dse.Run, i int) [2]float64 {
	n := r.Near[i]
	switch {
	case n.Reached && !f.away:
		return [2]float64{0, min(n.Distance, math.MaxInt32)}
	case n.Reached:
		return [2]float64{0, n.Distance}
	case f.away && !math.IsInf(n.ApproachDistance, 1):
		return [2]float64{1, n.ApproachDistance}
	}
	return [2]float64{2, math.MaxInt32}
}

// gain is FGain of a branch among the paths of one grade.
func (f *naive) gain(b dse.Branch, i int, grade float64) float64 {
	sum, flips := 0.0, 0
	for _, r := range f.runs {
		if r.Flipped == nil || r.Flipped.State() != dse.Taken || r.Flipped.Branch() != b {
			continue
		}
		was, now := f.value(f.from[r.Flipped], i), f.value(r, i)
		if !f.away || was[0] == now[0] && now[0] == grade {
			sum += was[1] - now[1]
			flips++
		}
	}
	return sum / float64(max(1, flips))
}

// composite is the composite fitness value of a node, behind its grade.
func (f *naive) composite(n *dse.Node, i int) [2]float64 {
	best := [2]float64{3, 0}
	for _, r := range f.on[n] {
		v := f.value(r, i)
		grade := v[0]
		if !f.away {
			v[0] = 0
		}
		if grade == 2 {
			grade = 0
		}
		v[1] -= f.gain(n.Branch(), i, grade)
		if slices.Compare(v[:], best[:]) < 0 {
			best = v
		}
	}
	return best
}

func (f *naive) reached(i int) bool {
	return slices.ContainsFunc(f.runs, func(r *dse.Run) bool { return f.value(r, i)[0] < 2 })
}

// want is the target whose turn it is.
func (f *naive) want(open []*dse.Node) (int, bool) {
	for range f.w.Targets {
		i := f.turn
		f.turn = (f.turn + 1) % len(f.w.Targets)
		if !f.w.Covered(f.w.Targets[i]) && f.reached(i) && len(open) > 0 {
			return i, true
		}
	}
	return 0, false
}

func (f *naive) Next() dse.Step {
	var open []*dse.Node
	for _, n := range f.nodes {
		if n.State() == dse.Open {
			open = append(open, n)
		}
	}
	if len(open) > 0 && f.w.Rand.IntN(10) < f.other {
		n := open[f.w.Rand.IntN(len(open))]
		f.from[n] = n.First
		return dse.Step{Flip: n}
	}
	s := f.Strategy.Next()
	i, ok := f.want(open)
	if s.Declines() == ok {
		f.t.Fatalf("provides %v, want %v", s, ok)
	}
	if s.Declines() {
		return s
	}
	n := s.Flip
	if f.seen[n] || n.State() != dse.Open || !slices.Contains(f.on[n], s.From) {
		f.t.Fatalf("provided before: %v; state %v", f.seen[n], n.State())
	}
	f.seen[n], f.from[n] = true, s.From
	f.count++
	got := f.composite(n, i)
	for _, m := range open {
		if v := f.composite(m, i); slices.Compare(v[:], got[:]) < 0 {
			f.t.Fatalf("provides %v at %v, of all %v at %v", n.Branch(), got, m.Branch(), v)
		}
	}
	if v := f.value(s.From, i); slices.ContainsFunc(f.on[n], func(r *dse.Run) bool { w := f.value(r, i); return slices.Compare(w[:], v[:]) < 0 }) {
		f.t.Fatalf("starts from a run with %v", v)
	}
	return s
}

// loops is a program of a loop over its slots that counts, and of guards over
// its counters and slots.
type loops struct {
	adds   []add
	guards []guard
}

// An add changes a counter for each slot in a relation to a value.
type add struct {
	rel          term.Rel
	value        int64
	counter, sum int
}

type guard struct {
	rel     term.Rel
	counter int
	value   int64
	nested  bool // is behind the one before
}

func drawLoops(t *rapid.T) loops {
	rel := rapid.SampledFrom([]term.Rel{term.EQ, term.NE, term.LT, term.LE, term.GT, term.GE})
	return loops{
		rapid.SliceOfN(rapid.Custom(func(t *rapid.T) add {
			return add{rel.Draw(t, "rel"), rapid.Int64Range(-3, 9).Draw(t, "value"), rapid.IntRange(0, 2).Draw(t, "counter"), rapid.IntRange(-2, 3).Draw(t, "sum")}
		}), 1, 3).Draw(t, "adds"),
		rapid.SliceOfN(rapid.Custom(func(t *rapid.T) guard {
			return guard{rel.Draw(t, "rel"), rapid.IntRange(0, 2).Draw(t, "counter"), rapid.Int64Range(-4, 9).Draw(t, "value"), rapid.Bool().Draw(t, "nested")}
		}), 1, 4).Draw(t, "guards"),
	}
}

func (l loops) code(m *toyMachine) {
	var counters [3]int64
	for i := range m.Len() {
		for j, a := range l.adds {
			if m.Branch(j, a.rel, m.Slot(i), m.Int(a.value)) {
				counters[a.counter] += int64(a.sum)
			}
		}
	}
	before := true
	for j, g := range l.guards {
		if before || !g.nested {
			before = m.Branch(len(l.adds)+j, g.rel, m.Int(counters[g.counter]), m.Int(g.value))
		}
	}
}

// targets are the branches of the guards.
func (l loops) targets() (list []uint32) {
	for j := range l.guards {
		list = append(list, uint32(2*(len(l.adds)+j)), uint32(2*(len(l.adds)+j)+1))
	}
	return list
}

// chain says where each guard is nested.
func (l loops) chain() map[int][]toyGuard {
	chains := map[int][]toyGuard{}
	for j, g := range l.guards {
		if c := len(l.adds) + j; g.nested && j > 0 {
			chains[c] = append(slices.Clone(chains[c-1]), toyGuard{Cond: c - 1, Side: true})
		}
	}
	return chains
}

// TestAgainstNaive asserts that Fitnex provides a node of the least composite
// fitness value, none twice, whoever else flips nodes beside it.
func TestAgainstNaive(t *testing.T) {
	provided := 0
	rapid.Check(t, func(t *rapid.T) {
		l, slots := drawLoops(t), rapid.IntRange(1, 6).Draw(t, "slots")
		away := rapid.Bool().Draw(t, "away")
		other := rapid.IntRange(0, 5).Draw(t, "other")
		p := newToy(l.code, slots)
		p.Guards = l.chain()
		p.Refuses = refuse(rapid.IntRange(0, 3).Draw(t, "refuse"))
		var n *naive
		run(t, p, func(w *dse.World) dse.Strategy {
			n = newNaive(t, w, away, other)
			return n
		}, rapid.Uint64().Draw(t, "seed"), dse.Options{Starts: drawStarts(t, slots), Targets: l.targets(), Budget: dse.Budget{Runs: 40}})
		provided += n.count
	})
	if provided < 100 {
		t.Errorf("only %d nodes were compared", provided)
	}
}

func drawStarts(t *rapid.T, slots int) []input.Vector {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) input.Vector {
		return rapid.SliceOfN(rapid.Uint64Range(0, 9), slots, slots).Draw(t, "slots")
	}), 1, 3).Draw(t, "starts")
}

// refuse has the solver not know each so manieth answer.
func refuse(each int) func(*term.Term) string {
	asked := 0
	return func(*term.Term) string {
		asked++
		if each > 0 && asked%(each+2) == 0 {
			return "refused"
		}
		return ""
	}
}
