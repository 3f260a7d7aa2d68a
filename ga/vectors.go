package ga

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/search"
)

// Evaluator gives the fitness of inputs.
type Evaluator interface {
	// Evaluate returns the fitness of the vectors, in order. It may return
	// fewer: behind a vector that reached the target, or because it was
	// stopped; the search then ends, having counted no more evaluations than
	// it was given. It must not change or keep the vectors.
	Evaluate(ctx context.Context, vectors []input.Vector) ([]search.Fitness, error)
}

// Options say how to search over inputs. The zero value is the method of Baars et
// al. as published, without a budget.
type Options struct {
	Algorithm     Algorithm               // nil: Wegener
	Operators     Operators[input.Vector] // nil: Breeder
	Seed          uint64                  // of the generator, for Result
	Evaluations   uint64                  // budget; 0 is no limit
	Mode          search.Mode             // of the fitness, for Result
	Lexicographic bool                    // exact distances break ties
	Starts        []input.Vector          // inputs of the first generation; the others are random
}

// Search runs until the target is reached, the budget used up, or ctx ends. It is
// Run over the inputs of a space, whose floats it keeps finite. The result is
// complete beside an error. The same state of rng gives the same evaluations.
func Search(ctx context.Context, eval Evaluator, space *input.Space, rng *rand.Rand, o Options) (search.Result, error) {
	own := *space
	own.Limits.Finite = true
	l := Limits[input.Vector]{Evaluations: o.Evaluations, Lexicographic: o.Lexicographic}
	for _, v := range o.Starts {
		l.Starts = append(l.Starts, own.Normalize(nil, v))
	}
	empty := len(own.Vars(nil, own.Zero())) == 0
	if empty {
		l.Evaluations = 1
	}
	if o.Algorithm == nil {
		o.Algorithm = Wegener{}
	}
	if o.Operators == nil {
		o.Operators = NewBreeder(&own)
	}
	out, err := Run(ctx, &vectors{Evaluator: eval, space: &own}, o.Operators, o.Algorithm, rng, l)
	if empty && out.Status == search.Budget {
		out.Status = search.Exhausted
	}
	r := search.Result{Seed: o.Seed, Status: out.Status, Evaluations: out.Evaluations}
	if out.Best != nil {
		v := append(input.Vector{}, *out.Best...)
		r.Bests = []search.Best{{Mode: o.Mode, Fitness: out.Fitness, Vector: v, At: out.At}}
	}
	return r, err
}

// vectors is the problem to find an input.
type vectors struct {
	Evaluator
	space *input.Space
	legal input.Vector // scratch
}

// Random implements Problem.
func (p *vectors) Random(rng *rand.Rand) input.Vector { return p.space.Random(nil, rng) }

// Check implements Problem.
func (p *vectors) Check(v input.Vector) error {
	if p.legal = p.space.Normalize(p.legal[:0], v); !slices.Equal(p.legal, v) {
		return fmt.Errorf("%v is no legal input of %s", v, p.space.Sig.Name)
	}
	return nil
}

// Hash implements Problem.
func (*vectors) Hash(v input.Vector) uint64 { return search.Hash(v) }

// Size implements Problem.
func (*vectors) Size(v input.Vector) int { return len(v) }
