package dse_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// The conditions of testLoop, by the lines of the paper's Figure 1.
const (
	line1 = iota // x == 90
	line2        // i < len(y)
	line3        // y[i] == 15
	line5        // x == 110
)

// testLoop is the paper's Figure 1 with 90+want for its 110. Slot 0 is x, slot
// 1 the length of y, and its elements are behind.
func testLoop(want int64) func(m *toyMachine) {
	return func(m *toyMachine) {
		x := m.Slot(0)
		if !m.Branch(line1, term.EQ, x, m.Int(90)) {
			return
		}
		for i := 0; 2+i < m.Len() && m.Branch(line2, term.LT, m.Int(int64(i)), m.Slot(1)); i++ {
			if m.Branch(line3, term.EQ, m.Slot(2+i), m.Int(15)) {
				x = m.Add(x, m.Int(1))
			}
		}
		m.Branch(line5, term.EQ, x, m.Int(90+want))
	}
}

func zeros(n int) input.Vector { return make(input.Vector, n) }

func branch(line int, side bool) dse.Branch {
	return dse.Branch{Site: symexec.Site{Cond: line}, Side: side}
}

// script gives the inputs that a solver is to find.
type script struct {
	*toyProgram
	inputs []input.Vector
}

func (s *script) Satisfy(context.Context, input.Vector, []*term.Term, *term.Term) (smt.Answer, input.Vector, error) {
	v := s.inputs[0]
	s.inputs = s.inputs[1:]
	return smt.Answer{Verdict: smt.Sat}, v, nil
}

// guided flips the nodes that it is told to, and asks Fitnex after them.
type guided struct {
	dse.Strategy
	flips []func(*dse.Node) bool
	nodes []*dse.Node
}

func (g *guided) ObserveRun(r *dse.Run, fresh []*dse.Node) {
	g.nodes = append(g.nodes, fresh...)
	g.Strategy.ObserveRun(r, fresh)
}

func (g *guided) Next() dse.Step {
	if len(g.flips) == 0 {
		return dse.Step{}
	}
	i := slices.IndexFunc(g.nodes, g.flips[0])
	g.flips = g.flips[1:]
	return dse.Step{Flip: g.nodes[i]}
}

func run(t interface{ Fatal(...any) }, p dse.Program, s dse.Factory, seed uint64, o dse.Options) *dse.Result {
	r, err := dse.Search(context.Background(), p, s, rand.New(rand.NewPCG(seed, 1)), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// on is an open node of a branch that a run made.
func on(run, line int, side bool) func(*dse.Node) bool {
	return func(n *dse.Node) bool {
		return n.State() == dse.Open && n.First.Number == run && n.Branch() == branch(line, side)
	}
}

func elements(x int64, y ...uint64) input.Vector {
	return append(input.Vector{uint64(x), uint64(len(y))}, append(y, zeros(8-len(y))...)...)
}

// TestPaper runs Tests 0 to 4 of section 2, in the order of which it speaks for
// the gains of 3F and 2F, and in that for 3T and 2F.
func TestPaper(t *testing.T) {
	tests := []input.Vector{elements(0, 0), elements(90, 0), elements(90, 15), elements(90, 15, 0), elements(90, 15, 15)}
	values := []float64{math.Inf(1), 20, 19, 19, 18}
	for _, c := range []struct {
		name      string
		order     []int // of the tests
		flips     []func(*dse.Node) bool
		f3, t3    float64
		f2        float64
		composite float64
		f1        float64 // gain of 1F, which is that of leaving the worst value
	}{
		{"4 from 2, 3 from 4", []int{0, 1, 2, 4, 3}, []func(*dse.Node) bool{on(0, line1, false), on(1, line3, false), on(2, line2, false), on(3, line3, true)}, 1, -1, 1, 17, math.MaxInt32 - 20},
		{"3 from 2, 4 from 3", []int{0, 1, 2, 3, 4}, []func(*dse.Node) bool{on(0, line1, false), on(1, line3, false), on(2, line2, false), on(3, line3, false)}, 1, 0, 0, 18, math.MaxInt32 - 20},
	} {
		for _, graded := range []bool{false, true} {
			p := &script{toyProgram: newToy(testLoop(20), 10)}
			for _, i := range c.order[1:] {
				p.inputs = append(p.inputs, tests[i])
			}
			g := &guided{flips: c.flips}
			runs := make([]*dse.Run, 5)
			run(t, p, func(w *dse.World) dse.Strategy {
				g.Strategy = climbing(graded)(w)
				return g
			}, 1, dse.Options{Starts: tests[:1], Targets: []uint32{2*line5 + 1}, OnRun: func(r *dse.Run) bool {
				i := c.order[r.Number]
				runs[i] = r
				if n := r.Near[0]; n.Reached != (i > 0) || n.Reached && n.Distance != values[i] {
					t.Errorf("fitness of path %d: %+v, want %v", i, n, values[i])
				}
				return true
			}})
			f := g.Strategy
			for _, want := range []struct {
				b    dse.Branch
				gain float64
			}{{branch(line3, false), c.f3}, {branch(line3, true), c.t3}, {branch(line2, false), c.f2}} {
				if got := dse.Gain(f, want.b); got != want.gain {
					t.Errorf("%s: gain of %v is %v, want %v", c.name, want.b, got, want.gain)
				}
			}
			want1F := c.f1
			if graded {
				want1F = 0
			}
			if got := dse.Gain(f, branch(line1, false)); got != want1F {
				t.Errorf("%s: gain of 1F is %v, want %v", c.name, got, want1F)
			}
			if got := dse.Composite(f); got != c.composite {
				t.Errorf("%s: composite value %v, want %v", c.name, got, c.composite)
			}
			if n := f.Next(); c.composite == 17 && (n.Flip.Branch() != branch(line2, false) || n.Flip.First != runs[4] || n.From != runs[4]) {
				t.Errorf("%s: next is %v of run %d, want 2F of path 4", c.name, n.Flip.Branch(), n.Flip.First.Number)
			}
		}
	}
}

// TestLoopAlone asserts that Fitnex needs a number of runs linear in the number
// of elements that have to be right, and that chance does not get there.
func TestLoopAlone(t *testing.T) {
	start := append(input.Vector{90, 1}, zeros(40)...)
	for want := 5; want <= 20; want += 5 {
		o := dse.Options{Starts: []input.Vector{start}, Targets: []uint32{2*line5 + 1}, Budget: dse.Budget{Runs: 10 + 40 + want}}
		for _, graded := range []bool{false, true} {
			if r := run(t, newToy(testLoop(int64(want)), len(start)), climbing(graded), 1, o); r.Status != search.Found {
				t.Errorf("%d of 40, graded %v: %v after %d runs", want, graded, r.Status, r.Runs)
			}
		}
	}
	o := dse.Options{Starts: []input.Vector{start}, Targets: []uint32{2*line5 + 1}, Budget: dse.Budget{Runs: 300}}
	if r := run(t, newToy(testLoop(20), len(start)), dse.Random, 1, o); r.Status != search.Budget {
		t.Errorf("random: %v after %d runs", r.Status, r.Runs)
	}
}

// TestSame asserts that the same seed gives the same runs.
func TestSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, slots, seed := drawLoops(t), rapid.IntRange(1, 6).Draw(t, "slots"), rapid.Uint64().Draw(t, "seed")
		var first []string
		for again := range 2 {
			var inputs []string
			run(t, newToy(l.code, slots), dse.Fitnex, seed, dse.Options{
				Starts: []input.Vector{zeros(slots)}, Targets: l.targets(), Budget: dse.Budget{Runs: 30},
				OnRun: func(r *dse.Run) bool { inputs = append(inputs, fmt.Sprint(r.Path.Input)); return true },
			})
			if again == 0 {
				first = inputs
			} else if !slices.Equal(first, inputs) {
				t.Fatalf("%v and then %v", first, inputs)
			}
		}
	})
}

// TestDeclines asserts that Fitnex provides nodes as long as a target that some
// run has evaluated is open, and no longer.
func TestDeclines(t *testing.T) {
	code := func(m *toyMachine) {
		m.Branch(2, term.EQ, m.Slot(2), m.Int(7))
		if m.Branch(0, term.GT, m.Slot(0), m.Int(5)) {
			m.Branch(1, term.EQ, m.Slot(1), m.Int(7))
		}
	}
	starts := map[bool][]input.Vector{false: {{0, 0, 0}}, true: {{9, 0, 0}}}
	for _, c := range []struct {
		name    string
		reached bool
		away    bool
		targets []uint32
		runs    int
	}{
		{"not reached", false, false, []uint32{3}, 1},
		{"not reached, with distances", false, true, []uint32{3}, 4}, // by way of 5
		{"reached", true, false, []uint32{3}, 4},                     // by way of 5 and 0
		{"covered", true, false, []uint32{2, 5, 0}, 3},               // 2 is taken, then 5 and 0 in turn
		{"covered, others left", false, false, []uint32{5, 3}, 2},
	} {
		p := newToy(code, 3)
		p.Guards = map[int][]toyGuard{1: {{Cond: 0, Side: true}}}
		r := run(t, p, climbing(c.away), 1, dse.Options{Starts: starts[c.reached], Targets: c.targets})
		if r.Runs != c.runs {
			t.Errorf("%s: %d runs, want %d", c.name, r.Runs, c.runs)
		}
	}
}

// BenchmarkFitnex runs a long loop, of which each run adds to the tree.
func BenchmarkFitnex(b *testing.B) {
	start := append(input.Vector{90, 1}, zeros(200)...)
	for b.Loop() {
		began := time.Now()
		clock := func() time.Duration { return time.Since(began) }
		r := run(b, newToy(testLoop(150), len(start)), dse.Fitnex, 1, dse.Options{
			Starts: []input.Vector{start}, Targets: []uint32{2*line5 + 1}, Clock: clock,
		})
		b.ReportMetric(100*float64(r.Strategy)/float64(clock()), "%strategy")
		b.ReportMetric(float64(r.Runs), "runs")
	}
}
