package cover

import (
	"context"
	"slices"

	"nearmiss/internal/worker"
)

// A branch that is taken by inputs made by hand alone gets searches of its own. Each begins at the input made by calls that comes nearest,
// of any function whose run leads there: a method that inserts an item for the branches of the code that splits a node.
const (
	callsSlice = 2_000 // evaluations of a slice
	callsTurns = 3     // maximum number of slices for a branch
	callsShare = 3     // such searches get one evaluation for every callsShare evaluations for branches
)

// A callsProgress is the state of the search for an input made by calls.
type callsProgress struct {
	turns int           // slices so far
	fn    *function     // of the last slice
	bests []worker.Best // and its nearest inputs
}

// callsRound gives a slice to each goal that only inputs made by hand have taken, as far as the budget for them allows; in the last round
// regardless of it.
func (r *schedule) callsRound(ctx context.Context, last bool) {
	goals, _ := split(r.u.goals, func(g *goal) bool {
		return g.found != nil && g.found.byHand && g.found.legal && !g.ignored && g.byCalls.turns < callsTurns
	})
	slices.SortStableFunc(goals, func(a, b *goal) int { return a.byCalls.turns - b.byCalls.turns })
	goals = goals[:min(len(goals), goalBatch)]
	r.s.analyse(ctx, goals)
	goals = slices.DeleteFunc(goals, func(g *goal) bool { return g.target == nil }) // the time has ended before
	var list []job
	for _, g := range goals {
		budget := r.u.branchEvaluations() / callsShare
		if near := r.u.byCalls(g); near != nil && near.fn.active() && (last || r.calls+uint64(len(list)+1)*callsSlice <= budget) {
			list = append(list, r.s.callsJob(g, near))
		}
	}
	r.s.perform(ctx, r.u, list, r.round/callsShare)
}

// byCalls returns the input made by calls that comes nearest to a goal, nil if none comes near.
func (u *unit) byCalls(g *goal) *find {
	made := func(f *find) bool { return f != nil && f.legal && !f.byHand }
	if f := u.goals[g.branch^1].found; made(f) {
		return f
	}
	f, _ := u.onTheWay(g, made)
	return f
}

// callsJob returns the next search job for a goal from an input made by calls.
func (s *session) callsJob(g *goal, near *find) job {
	j := s.searchJob(near.fn, s.seed(near.fn, 1<<45+uint64(g.branch), uint64(g.byCalls.turns)), callsSlice)
	j.Target, j.Limits.Legal, j.Modes, j.Fuel = *g.target, true, s.method.modes, firstFuel
	j.Starts = append(j.Starts, near.vector)
	for _, b := range g.byCalls.bests {
		if len(j.Starts) < mostStarts && near.fn == g.byCalls.fn {
			j.Starts = append(j.Starts, b.Vector)
		}
	}
	return job{SearchJob: j, fn: near.fn, calls: g}
}

// spent records the result of a slice.
func (p *callsProgress) spent(r *worker.SearchResult, fn *function) {
	p.turns++
	p.fn, p.bests = fn, r.Bests
}
