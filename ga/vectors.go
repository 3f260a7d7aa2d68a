package ga

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/search"
)

// Evaluator evaluates inputs.
type Evaluator interface {
	// Evaluate returns the fitness of the vectors, in order. It may return
	// fewer, after a vector that reached the target or because it was
	// stopped; the search then ends and counts only the returned
	// evaluations. Evaluate must not change or keep the vectors.
	Evaluate(ctx context.Context, vectors []input.Vector) ([]search.Fitness, error)
}

// Options configure a search over inputs. The zero value is the published method of Baars et al.
// without a budget.
type Options struct {
	Algorithm     Algorithm               // nil for Wegener
	Operators     Operators[input.Vector] // nil for a Breeder
	Seed          uint64                  // of the generator, only copied to Result
	Evaluations   uint64                  // budget; 0 for no limit
	Mode          search.Mode             // of the fitness, only copied to Result
	Lexicographic bool                    // exact distances break ties
	Starts        []input.Vector          // inputs for the first generation; the other individuals are random

	// Hash tells evaluated inputs apart where populations are sets; nil for a hash of the genes.
	Hash func(input.Vector) uint64
}

// Search calls Run on the inputs of a space until the target is reached, the budget is used up,
// or ctx ends. It restricts floats to finite values. The result is valid even with an error. The
// same state of rng gives the same evaluations.
func Search(ctx context.Context, eval Evaluator, space *input.Space, rng *rand.Rand, options Options) (search.Result, error) {
	spaceCopy := *space
	spaceCopy.Limits.Finite = true
	limits := Limits[input.Vector]{Evaluations: options.Evaluations, Lexicographic: options.Lexicographic}
	for _, v := range options.Starts {
		limits.Starts = append(limits.Starts, spaceCopy.Normalize(nil, v))
	}
	empty := len(spaceCopy.Vars(nil, spaceCopy.Zero())) == 0
	if empty {
		limits.Evaluations = 1
	}
	if options.Algorithm == nil {
		options.Algorithm = Wegener{}
	}
	if options.Operators == nil {
		options.Operators = NewBreeder(&spaceCopy)
	}
	out, err := Run(ctx, &vectors{Evaluator: eval, space: &spaceCopy, hash: options.Hash}, options.Operators, options.Algorithm, rng, limits)
	if empty && out.Status == search.Budget {
		out.Status = search.Exhausted
	}
	r := search.Result{Seed: options.Seed, Status: out.Status, Evaluations: out.Evaluations}
	if out.Best != nil {
		v := append(input.Vector{}, *out.Best...)
		r.Bests = []search.Best{{Mode: options.Mode, Fitness: out.Fitness, Vector: v, FoundAt: out.FoundAt}}
	}
	return r, err
}

// vectors is the Problem to find an input.
type vectors struct {
	Evaluator
	space *input.Space
	hash  func(input.Vector) uint64 // nil for a hash of the genes
	legal input.Vector              // scratch
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
func (p *vectors) Hash(v input.Vector) uint64 {
	if p.hash == nil {
		return search.Hash(v)
	}
	return p.hash(v)
}

// Size implements Problem.
func (*vectors) Size(v input.Vector) int { return len(v) }
