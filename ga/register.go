package ga

import (
	"context"

	"nearmiss/input"
	"nearmiss/search"
)

// batches is a function that implements Evaluator.
type batches func(context.Context, []input.Vector) ([]search.Fitness, error)

func (b batches) Evaluate(ctx context.Context, vectors []input.Vector) ([]search.Fitness, error) {
	return b(ctx, vectors)
}

func init() {
	search.Register("ga", func(ctx context.Context, p *search.Problem) (search.Result, error) {
		o := Options{Seed: p.Seed, Evaluations: p.Evaluations, Lexicographic: p.Lexicographic, Starts: p.Starts}
		if len(p.Modes) > 0 {
			o.Mode = p.Modes[0]
		}
		return Search(ctx, batches(p.Evaluate), p.Space, p.Rand, o)
	})
}
