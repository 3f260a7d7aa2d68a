package ga

import (
	"context"
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/internal/evolve"
	"nearmiss/search"
)

// Evaluator gives the fitness of a generation.
type Evaluator interface {
	// Evaluate returns the fitness of the vectors, in order. It may return
	// fewer: behind a vector that reached the target, or because it was
	// stopped; the search then ends, having counted no more evaluations than
	// it was given. It must not change or keep the vectors.
	Evaluate(ctx context.Context, vectors []input.Vector) ([]search.Fitness, error)
}

// Options say how to search. The zero value is the method as published,
// without a budget.
type Options struct {
	Seed          uint64         // of the generator, for Result
	Evaluations   uint64         // budget; 0 is no limit
	Mode          search.Mode    // of the fitness, for Result
	Lexicographic bool           // exact distances break ties
	Starts        []input.Vector // inputs of the first generation; the others are random
}

// The setup of Baars et al. 2011, V.B.
const (
	subPopulations = 6
	beginWith      = 50 // individuals of a sub-population
	size           = subPopulations * beginWith
	pressure       = 1.7
)

// Search runs until the target is reached, the budget used up, or ctx ends.
// The error is the evaluator's; the result is complete beside it. The same
// state of rng gives the same evaluations.
func Search(ctx context.Context, eval Evaluator, space *input.Space, rng *rand.Rand, o Options) (search.Result, error) {
	return newModel(space, rng, o).search(ctx, eval, o)
}

func (m *model) search(ctx context.Context, eval Evaluator, o Options) (search.Result, error) {
	e := evolve.Options{
		Size: size, Evaluations: o.Evaluations, Lexicographic: o.Lexicographic,
		Mode: o.Mode, Seed: o.Seed, Source: m.rng,
	}
	if !m.empty() {
		return evolve.Run(ctx, m, eval, e)
	}
	e.Evaluations = 1
	r, err := evolve.Run(ctx, m, eval, e)
	if r.Status == search.Budget {
		r.Status = search.Exhausted
	}
	return r, err
}

// model is the state of a search.
type model struct {
	space  *input.Space
	rng    *rand.Rand
	exact  bool // exact distances break ties
	starts []input.Vector

	pops       [subPopulations]population
	generation int // 0 is the first

	fixed []input.Var // the genes, if their number never changes
	vars  []input.Var // scratch
	arena arena       // of the vectors
	picks []int       // scratch
}

// population is a sub-population.
type population struct {
	scale    float64          // its mutation range is this share of a domain
	members  []*evolve.Member // best first, but for members that have just come
	progress float64
}

func newModel(space *input.Space, rng *rand.Rand, o Options) *model {
	own := *space
	own.Limits.Finite = true
	m := &model{space: &own, rng: rng, exact: o.Lexicographic, starts: o.Starts}
	scale := 1.0
	for i := range m.pops {
		scale /= 10
		m.pops[i].scale = scale
	}
	m.vars = make([]input.Var, 0, 32)
	m.fixed = own.Vars(nil, own.Zero())
	for i := range m.fixed {
		if m.fixed[i].Shape() {
			m.fixed = nil
			break
		}
	}
	return m
}

// empty reports whether there is only one input.
func (m *model) empty() bool { return len(m.space.Vars(nil, m.space.Zero())) == 0 }

// Breed implements evolve.Model.
func (m *model) Breed() []input.Vector {
	vectors := make([]input.Vector, 0, size)
	if m.generation == 0 {
		return m.first(vectors)
	}
	for i := range m.pops {
		vectors = m.offspring(vectors, &m.pops[i])
	}
	return vectors
}

// first draws the first generation. The vectors to start from are dealt to
// the sub-populations in turn.
func (m *model) first(vectors []input.Vector) []input.Vector {
	for i := range size {
		pop, at := i/beginWith, i%beginWith
		if start := at*subPopulations + pop; start < len(m.starts) {
			vectors = append(vectors, m.space.Normalize(nil, m.starts[start]))
			continue
		}
		vectors = append(vectors, m.space.Random(nil, m.rng))
	}
	return vectors
}

// offspring appends as many children as p has members.
func (m *model) offspring(vectors []input.Vector, p *population) []input.Vector {
	m.sort(p.members)
	n := len(p.members)
	m.picks = sample(m.picks[:0], n, m.rng.Float64(), func(i int) float64 { return linearRank(i, n) })
	m.rng.Shuffle(n, func(i, j int) { m.picks[i], m.picks[j] = m.picks[j], m.picks[i] })
	for i := range n {
		a, b := m.picks[i&^1], m.picks[(i|1)%n]
		child := m.recombine(p.members[a].Vector, p.members[b].Vector)
		vectors = append(vectors, m.mutate(child, p.scale))
	}
	return vectors
}

// Survive implements evolve.Model.
func (m *model) Survive(children []*evolve.Member) []*evolve.Member {
	for i := range m.pops {
		p := &m.pops[i]
		n := len(p.members)
		if m.generation == 0 {
			p.members, n = children[:beginWith:beginWith], beginWith
		} else {
			p.members = m.reinsert(p.members, children[:n:n])
		}
		children = children[n:]
	}
	m.rankPopulations()
	if m.generation > 0 {
		if m.generation%competeEvery == 0 {
			m.compete()
		}
		if m.generation%migrateEvery == 0 {
			m.migrate()
		}
	}
	m.generation++
	all := make([]*evolve.Member, 0, size)
	for i := range m.pops {
		all = append(all, m.pops[i].members...)
	}
	return all
}
