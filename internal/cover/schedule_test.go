package cover

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// TestSpan: whatever jobs take of their turns, all of them are done within the span, but for
// the least turns.
func TestSpan(t *testing.T) {
	alone(t)
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 1))
		within := time.Duration(rng.Int64N(int64(time.Minute)))
		began := time.Unix(0, 0)
		p := span{end: began.Add(within), jobs: 1 + rng.IntN(2000), workers: 1 + rng.IntN(8)}
		free := make([]time.Time, p.workers) // when each worker is
		for i := range free {
			free[i] = began
		}
		for i := range p.jobs {
			w := slices.IndexFunc(free, func(at time.Time) bool { return at.Equal(slices.MinFunc(free, time.Time.Compare)) })
			turn := p.turn(free[w], i)
			if turn < leastTurn {
				t.Fatalf("seed %d: job %d of %d has %v", seed, i, p.jobs, turn)
			}
			took := turn
			if seed%2 == 0 {
				took = time.Duration(rng.Int64N(int64(turn) + 1))
			}
			free[w] = free[w].Add(took)
		}
		most := max(within, time.Duration((p.jobs+p.workers-1)/p.workers)*leastTurn) + leastTurn
		if over := slices.MaxFunc(free, time.Time.Compare).Sub(began); over > most {
			t.Errorf("seed %d: %d jobs take %v of %v", seed, p.jobs, over, within)
		}
	}
	if turn := (&span{jobs: 3, workers: 1}).turn(time.Unix(9, 0), 1); turn != 0 {
		t.Errorf("a turn without a clock: %v", turn)
	}
}

// A visited runner finds nothing, tells of each job, and ends the search after some.
type visited struct {
	runner
	left   int
	end    context.CancelFunc
	looks  map[int]int // jobs without a goal, by entry,
	visits map[int]int // and with one
	each   func()
}

func (v *visited) HasSearch(string) bool     { return true }
func (v *visited) Progress() native.Progress { return native.Progress{} }

func (v *visited) Search(ctx context.Context, jobs []*worker.SearchJob, _ func(int, *worker.Found)) ([]*native.SearchResult, error) {
	if v.left--; v.left < 0 {
		v.end()
		return make([]*native.SearchResult, len(jobs)), ctx.Err()
	}
	j := jobs[0]
	if j.Target.Branch == worker.NoBranch && j.Target.Site == 0 {
		v.looks[j.Entry]++
	} else if j.Target.Site == 0 {
		v.visits[j.Entry]++
	}
	v.each()
	r := &worker.SearchResult{Evaluations: 1, Status: search.Stopped, Bests: []worker.Best{{Vector: []uint64{0}, Fitness: search.Fitness{Value: 1 / float64(v.left+2)}}}}
	return []*native.SearchResult{{Result: r}}, nil
}

// TestVisits: after each job, wherever the clock may end the search, each function has been looked
// at as often as any other, within one, and visited as often, whatever its number of branches.
func TestVisits(t *testing.T) {
	alone(t)
	const functions = goalBatch + 6
	source := "package closed\n"
	for i := range functions {
		source += fmt.Sprintf("\nfunc F%d(n int) (m int) {\n", i)
		for k := range 1 + i%5 {
			source += fmt.Sprintf("\tif n == %d {\n\t\tm++\n\t}\n", 1000+k)
		}
		source += "\treturn m\n}\n"
	}
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Algo: "search"}, source)
	ctx, end := context.WithCancel(t.Context())
	v := &visited{left: 6 * functions, end: end, looks: map[int]int{}, visits: map[int]int{}}
	jobs := 0
	v.each = func() {
		jobs++
		for what, of := range map[string]map[int]int{"looked at": v.looks, "visited": v.visits} {
			least, most := jobs, 0
			for _, f := range u.funcs {
				least, most = min(least, of[f.entry]), max(most, of[f.entry])
			}
			if most-least > 1 {
				t.Errorf("after %d jobs functions were %s %d to %d times", jobs, what, least, most)
			}
		}
	}
	u.pool.Close()
	u.pool = v
	for _, g := range u.goals { // all are within reach
		g.bests = []worker.Best{{Vector: []uint64{0}, Fitness: search.Fitness{Value: 2}}}
	}
	s.searchUnit(ctx, u, deadlines{look: time.Hour, sample: time.Hour, round: time.Hour})
	if jobs != 6*functions {
		t.Errorf("%d jobs", jobs)
	}
	u.pool = nil
}

// TestStarts: a goal whose condition no run has come to is searched for from the input that
// came nearest, before the best of earlier slices where that turned off farther away, and
// from the other side of its condition once that is taken.
func TestStarts(t *testing.T) {
	alone(t)
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}}, `package closed

func Nested(a, b, c int) (n int) {
	if a == 1111 {
		n = 1
		if b == 2222 {
			n = 2
			if c == 3333 {
				n = 3
			}
		}
	}
	return n
}
`)
	f := u.funcs[0]
	of := func(line, side int) *goal { return u.goals[2*line+side] } // each condition has a line
	last := of(2, 1)
	s.analysedAhead(t.Context(), [][]*goal{{last}}, func([]*goal) {})
	took := func(g *goal, v ...uint64) { g.take(f, v, false) }
	check := func(what string, want ...input.Vector) {
		t.Helper()
		if got := u.starts(last); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	check("nothing is known")
	took(of(0, 0), 0, 0, 0) // turns off
	check("only what turns off is known")
	last.bests = []worker.Best{{Vector: []uint64{9, 9, 9}, Fitness: search.Fitness{Value: 2.5, Level: 2}}}
	took(of(0, 1), 1111, 0, 0)
	check("the first is passed", input.Vector{1111, 0, 0}, input.Vector{9, 9, 9})
	took(of(1, 1), 1111, 2222, 0)
	check("the second is passed", input.Vector{1111, 2222, 0}, input.Vector{9, 9, 9})
	last.bests[0].Fitness = search.Fitness{Value: 0.5}
	check("an earlier slice came nearer", input.Vector{9, 9, 9})
	took(of(2, 0), 1111, 2222, 5)
	check("the other side is taken", input.Vector{9, 9, 9}, input.Vector{1111, 2222, 5})
}

// TestTurn has a goal searched for by the inputs of another function as soon as one of these is
// nearer than a slice has come, and by its own again when one of them is as near.
func TestTurn(t *testing.T) {
	alone(t)
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}}, `package closed

func inner(a, b int) (n int) {
	if a == 1111 {
		n = 1
		if b == 2222 {
			n = 2
		}
	}
	return n
}

func Outer(b int) int { return inner(1111, b) }
`)
	inner, outer := u.funcs[0], u.funcs[1]
	last := u.goals[3]
	s.analysedAhead(t.Context(), [][]*goal{{last}}, func([]*goal) {})
	check := func(what string, want *function) {
		t.Helper()
		if u.turn(last); last.entry() != want {
			t.Errorf("%s: searched by %s, want %s", what, last.entry().name, want.name)
		}
	}
	u.goals[1].take(outer, input.Vector{0}, false)
	check("no slice yet", inner)
	last.bests = []worker.Best{{Vector: input.Vector{9, 9}, Fitness: search.Fitness{Value: 0.5, Level: 0}}}
	check("a slice came as near", inner)
	far := []worker.Best{{Vector: input.Vector{9, 9}, Fitness: search.Fitness{Value: 1.5, Level: 1}}}
	last.bests = far
	check("an input of Outer is nearer", outer)
	if len(last.bests) != 0 {
		t.Error("inputs of inner are left for Outer")
	}
	if got := u.starts(last); !reflect.DeepEqual(got, []input.Vector{{0}}) {
		t.Errorf("starts %v", got)
	}
	last.bests = []worker.Best{{Vector: input.Vector{5}, Fitness: search.Fitness{Value: 0.5, Level: 0}}}
	u.goals[2].take(inner, input.Vector{1111, 0}, false)
	check("an input of inner is as near", inner)
}
