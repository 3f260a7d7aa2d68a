package toolkit

import (
	"context"

	"nearmiss/input"
	"nearmiss/search"
)

// neighbours is how many changed copies of the best input make one batch.
const neighbours = 100

// hill changes one variable of the best input by a power of two.
func hill(ctx context.Context, p *search.Problem) (search.Result, error) {
	r := search.Result{Seed: p.Seed, Status: search.Budget}
	best := search.Best{Vector: p.Space.Random(nil, p.Rand), Fitness: search.Worst()}
	for r.Evaluations+neighbours <= p.Evaluations {
		batch := []input.Vector{best.Vector}
		for len(batch) < neighbours {
			batch = append(batch, step(p, best.Vector))
		}
		row, err := p.Evaluate(ctx, batch)
		if err != nil {
			return r, err
		}
		r.Evaluations += uint64(len(row))
		for i := range row {
			if row[i].Less(&best.Fitness, true) {
				best.Fitness, best.Vector, best.FoundAt = row[i], batch[i], r.Evaluations
			}
		}
		r.Bests = []search.Best{best}
		if best.Fitness.Reached() {
			r.Status = search.Found
			break
		}
	}
	return r, nil
}

// step is a copy of v with one variable changed.
func step(p *search.Problem, v input.Vector) input.Vector {
	vars := p.Space.Vars(nil, v)
	at := vars[p.Rand.IntN(len(vars))].Off
	w := append(input.Vector{}, v...)
	w[at] += (1 << p.Rand.IntN(32)) * (1 - 2*p.Rand.Uint64N(2))
	return p.Space.Normalize(nil, w)
}

func init() { search.Register("hill", hill) }
