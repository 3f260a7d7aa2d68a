package dse_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/term"
)

// TestLandings: any leap is allowed until one has lost what the path had
// reached; the next is at most half as long as that one, single flips are always
// allowed, and behind leaps that land they grow again.
func TestLandings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "landings")
		flips := rapid.SliceOfN(rapid.IntRange(1, 64), n, n).Draw(t, "flips")
		well := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "well")
		before, lost := 0, false
		for i, r := range dse.Landings(flips, well) {
			switch {
			case !well[i] && flips[i] > 1:
				lost = true
				if r != flips[i]/2 {
					t.Fatalf("landing %d of %d flips: the radius is %d", i, flips[i], r)
				}
			case !lost && r != 0:
				t.Fatalf("landing %d: the radius is %d, and nothing was lost", i, r)
			case lost && well[i] && r != max(before, 2*flips[i]):
				t.Fatalf("landing %d of %d flips: the radius goes from %d to %d", i, flips[i], before, r)
			case !well[i] && flips[i] == 1 && r != before:
				t.Fatalf("landing %d: a single flip changes the radius from %d to %d", i, before, r)
			}
			before = r
		}
	})
}

// TestWanted: no number of flips comes nearer to what is lacking, if all do as they did
// before. 15 flips that brought 14 make the last step one of one flip, not two.
func TestWanted(t *testing.T) {
	if k := dse.Wanted(14, 15, 1); k != 1 {
		t.Errorf("%d flips", k)
	}
	rapid.Check(t, func(t *rapid.T) {
		nearer, flips := rapid.IntRange(-20, 100).Draw(t, "nearer"), rapid.IntRange(1, 30).Draw(t, "flips")
		lacks := rapid.IntRange(0, 100).Draw(t, "lacks")
		k := dse.Wanted(float64(nearer), flips, float64(lacks))
		if nearer <= 0 {
			if k != 0 {
				t.Fatalf("%d flips that come no nearer", k)
			}
			return
		}
		rest := func(k int) int { return max(k*nearer-lacks*flips, lacks*flips-k*nearer) }
		if least := min(rest(k+1), rest(max(1, k-1))); k < 1 || k < 1<<10 && rest(k) > least {
			t.Fatalf("%d flips", k)
		}
	})
}

// An asker writes down what is asked for.
type asker struct {
	*toyProgram
	asked []*term.Term
}

func (a *asker) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	a.asked = append(a.asked, extra)
	return a.toyProgram.Satisfy(ctx, start, prefix, extra)
}

// equations counts the equations that a clause is made of.
func equations(t *term.Term) int {
	if t.Op == term.AndAlso {
		return equations(t.Args[0]) + equations(t.Args[1])
	}
	return 1
}

// leaping flips the first element of testLoop, and is then Fitnex that leaps.
func leaping(f *dse.Strategy) dse.Factory {
	return func(w *dse.World) dse.Strategy {
		g := &guided{Strategy: dse.Graded(dse.GradedOptions{MultiFlip: true})(w), flips: []func(*dse.Node) bool{on(0, line3, false)}}
		*f = g.Strategy
		return &onward{g}
	}
}

// onward is Fitnex's when the flips are made.
type onward struct{ *guided }

func (o *onward) Next() dse.Step {
	if n := o.guided.Next(); !n.Declines() {
		return n
	}
	return o.Strategy.Next()
}

// TestLeap asserts what Fitnex asks for when it knows that each element of the
// list that is right gains 1: all that are wanted, in the order of the path, half
// of them, and half of that; and the engine asks for the plain flip at last. A
// leap counts as so many flips.
func TestLeap(t *testing.T) {
	for _, c := range []struct {
		want, length int
		most         int // equations that the solver has an answer for
		asked        []int
		runs         int
		reached      bool
	}{
		{6, 10, 99, []int{1, 5}, 3, true}, // five are wanted after the first
		{6, 10, 5, []int{1, 5}, 3, true},
		{6, 10, 4, []int{1, 5, 3, 2}, 4, true},     // half of what is beside the flip, and then two are wanted
		{6, 10, 1, []int{1, 5, 3, 2, 1}, 3, false}, // two runs of one flip each
		{3, 3, 99, []int{1, 2}, 3, true},
	} {
		p := &asker{toyProgram: newToy(testLoop(int64(c.want)), 2+c.length)}
		p.Refuses = func(extra *term.Term) string {
			if equations(extra) > c.most {
				return "too much"
			}
			return ""
		}
		var f dse.Strategy
		start := append(input.Vector{90, uint64(c.length)}, zeros(c.length)...)
		r := run(t, p, leaping(&f), 1, dse.Options{
			Starts: []input.Vector{start}, Targets: []uint32{2*line5 + 1}, Budget: dse.Budget{Runs: c.runs},
		})
		var asked []int
		for _, clause := range p.asked {
			asked = append(asked, equations(clause))
		}
		if c.reached != (r.Status == search.Found) || r.Runs != c.runs || r.Queries != uint64(len(asked)) {
			t.Errorf("%+v: %d runs, %v, %d queries", c, r.Runs, r.Status, r.Queries)
		}
		if !slices.Equal(asked, c.asked) {
			t.Errorf("%+v: asked for %v", c, asked)
		}
		if g := dse.Gain(f, branch(line3, false)); g != 1 {
			t.Errorf("%+v: a flip gains %v", c, g)
		}
	}
}

// TestLeapGrows asserts that a list gets as many elements as are wanted of the
// branch that gains.
func TestLeapGrows(t *testing.T) {
	p := newToy(testLoop(6), 22)
	p.Lists = []toyList{{Len: 1, Room: 20}}
	var f dse.Strategy
	var lengths []uint64
	r := run(t, p, leaping(&f), 1, dse.Options{
		Starts: []input.Vector{append(input.Vector{90, 1}, zeros(20)...)}, Targets: []uint32{2*line5 + 1}, Inputs: p,
		OnRun: func(r *dse.Run) bool { lengths = append(lengths, r.Path.Input[1]); return true },
	})
	if want := []uint64{1, 1, 6, 6}; r.Status != search.Found || !slices.Equal(lengths, want) {
		t.Errorf("%v, lengths %v, want %v", r.Status, lengths, want)
	}
}

// softly adds soft constraints at random.
type softly struct {
	dse.Strategy
	t *rapid.T
}

func (h softly) Next() dse.Step {
	s := h.Strategy.Next()
	if s.Flip == nil {
		return s
	}
	s.From, s.Soft = nil, nil
	var behind []*dse.Node
	for m := range s.Flip.First.Nodes {
		if m == s.Flip {
			break
		}
		if m.State() == dse.Open {
			behind = append(behind, m)
		}
	}
	for range rapid.IntRange(0, 4).Draw(h.t, "constraints") {
		x := dse.Soft{ExtraElements: rapid.IntRange(0, 3).Draw(h.t, "more")}
		for _, m := range behind {
			if rapid.Bool().Draw(h.t, "flip") {
				x.Flips = append(x.Flips, m)
			}
		}
		s.Soft = append(s.Soft, x)
	}
	return s
}

// TestSoftLaws asserts that soft constraints, whatever they are, never cost the flip: each
// node that is flipped is taken by the run that was made for it, and a complete
// strategy takes each path once.
func TestSoftLaws(t *testing.T) {
	for name, p := range map[string]struct {
		code  func(*toyMachine)
		slots int
	}{"signs": {signs, 5}, "sorted": {sorted, 6}, "calls": {calls, 4}} {
		want := explore(t, newToy(p.code, p.slots), dse.BreadthFirst, 0, dse.Options{})
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := dse.ByName(rapid.SampledFrom([]string{"bfs", "dfs", "random", "pex"}).Draw(t, "strategy"))
				soft := func(w *dse.World) dse.Strategy { return softly{s(w), t} }
				a := &asker{toyProgram: newToy(p.code, p.slots)}
				a.Lists = []toyList{{Len: 0, Room: 3}}
				paths := map[string]bool{}
				r, err := dse.Search(t.Context(), a, soft, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)), dse.Options{
					Starts: []input.Vector{zeros(8)}, Inputs: a,
					OnRun: func(r *dse.Run) bool {
						paths[fmt.Sprint(r.Path.Condition)] = true
						if r.Flipped != nil && r.Flipped.State() != dse.Taken {
							t.Fatal("the flip was lost")
						}
						return true
					},
				})
				if err != nil || !r.Complete || r.Diverged > 0 || r.Runs != want.Runs || r.Nodes != want.Nodes || r.Infeasible != want.Infeasible {
					t.Fatalf("%+v, not %+v, %v", r, want, err)
				}
				if len(paths) != r.Runs || r.Queries != uint64(len(a.asked)) {
					t.Fatalf("%d paths, %d questions for %+v", len(paths), len(a.asked), r)
				}
			})
		})
	}
}
