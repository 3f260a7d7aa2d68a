package cover

import (
	"context"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// A refusing runner tells of each job that begins.
type refusing struct {
	runner
	t *testing.T
}

func (r *refusing) Run(_ context.Context, jobs []*worker.RunJob) ([]*native.RunResult, error) {
	r.t.Errorf("%d runs after the end", len(jobs))
	return make([]*native.RunResult, len(jobs)), nil
}

func (r *refusing) Search(_ context.Context, jobs []*worker.SearchJob, _ func(int, *worker.Found)) ([]*native.SearchResult, error) {
	r.t.Errorf("%d searches after the end", len(jobs))
	return make([]*native.SearchResult, len(jobs)), nil
}

// TestAfterTheEnd: when the time has ended, no inputs are made in the place of panicking ones, and goals that were not analysed before
// get no search for inputs made by calls.
func TestAfterTheEnd(t *testing.T) {
	alone(t)
	s, u := planned(t, Options{}, `package closed

func Sign(n int) int {
	if n == 7 {
		return 1
	}
	return 0
}
`)
	u.pool.Close()
	u.pool = &refusing{t: t}
	f, g := u.funcs[0], u.goals[1]
	ended, end := context.WithCancel(t.Context())
	end()
	c := &testCase{fn: f, vector: input.Vector{7}, keep: []uint32{1}, result: &worker.RunResult{Outcome: worker.RuntimeError, Covered: []uint32{1}}}
	if list, err := insteadOf(nil, (*testCase).expected, insteadTries, 0).look(ended, s, u, []*testCase{c}); err != nil || len(list) > 0 {
		t.Errorf("%d cases, %v", len(list), err)
	}
	g.take(f, c.vector, false)
	g.found.byHand, g.found.legal = true, true
	r := &schedule{s: s, u: u}
	u.schedule = r
	r.callsRound(ended, true)
	if g.target != nil {
		t.Error("the goal was analysed")
	}
	u.pool = nil
}
