package cover

import (
	"context"

	"nearmiss/internal/probe"
	"nearmiss/internal/worker"
)

// nearest runs the nearest input of every open goal once more and records where the run diverges
// from the goal, and at which approach level.
func (s *session) nearest(ctx context.Context, u *unit) error {
	var goals []*goal
	var jobs []*worker.RunJob
	for _, g := range u.goals {
		b := g.best()
		if !g.open() || !g.fn.active() || b == nil || b.Vector == nil {
			continue
		}
		jobs = append(jobs, &worker.RunJob{ID: uint32(len(jobs)), Entry: g.entry().entry, Vector: b.Vector})
		goals = append(goals, g)
	}
	results, err := u.pool.Run(ctx, jobs)
	for i, r := range results {
		if r != nil && r.Result != nil {
			goals[i].turnOff(r.Result.Covered)
		}
	}
	return ignoreEnd(err)
}

// turnOff records the divergence with the least approach level in a run that took the given
// branches.
func (g *goal) turnOff(taken []uint32) {
	away := map[uint32]byte{}
	for _, b := range taken {
		away[b/2] |= probe.AwayFalse << (b % 2)
	}
	for _, row := range g.target.Nodes {
		if turned := row.Away & away[row.Cond]; turned != 0 && (g.turned == nil || row.Level < g.turned.Level) {
			row.Away = turned
			g.turned = &row
		}
	}
}
