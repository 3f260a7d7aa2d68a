package ga

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"

	"github.com/MaxHalford/eaopt"

	"nearmiss/search"
)

// Operators vary genes. They do not change what they are given.
type Operators[G any] interface {
	// Crossover makes two children of two parents.
	Crossover(a, b G, rng *randv2.Rand) (G, G)
	// Mutate changes genes a little. The step is a share of a gene's domain;
	// genes that have no measure ignore it.
	Mutate(g G, step float64, rng *randv2.Rand) G
	// Neighbour is the move of a local search.
	Neighbour(g G, rng *randv2.Rand) G
}

// Genome is an eaopt.Genome of any kind of genes.
type Genome[G any] struct {
	genes G
	run   *evolution[G]
	by    string // the operators that made the genes since they were measured
	traits
}

// traits are what models know of a genome of any kind.
type traits struct {
	fitness  search.Fitness // of the genes
	measured bool           // the fitness is known
	rank     int            // place in its population, as the model left it
	step     float64        // of mutations
}

// DefaultStep is the step of mutations where the algorithm sets none.
const DefaultStep = 0.1

// Member is a Genome to a model: the kind of its genes is left open.
type Member interface {
	eaopt.Genome

	// Neighbour changes the genome by the move of a local search.
	Neighbour(rng *rand.Rand)
	// Another is a random genome of the same kind.
	Another(rng *rand.Rand) eaopt.Genome
	// Hash is equal for equal genes.
	Hash() uint64
	// Size is the memory of the genes in words.
	Size() int

	common() *traits
	become(eaopt.Genome)
	recombine(mate eaopt.Genome, rng *rand.Rand)
	tie(eaopt.Genome) int
	evaluate(eaopt.Individuals) error
}

// Genes are those of the genome. They are for reading.
func (g *Genome[G]) Genes() G { return g.genes }

// Evaluate implements eaopt.Genome. It runs the genes unless their fitness is
// known. After an error the search is over.
func (g *Genome[G]) Evaluate() (float64, error) {
	if !g.measured {
		if err := g.run.evaluate([]*Genome[G]{g}); err != nil {
			return math.MaxFloat64, err
		}
	}
	return finite(g.fitness.Value), nil
}

// Clone implements eaopt.Genome. Operators change no genes in place, so that
// both genomes may have the same.
func (g *Genome[G]) Clone() eaopt.Genome {
	c := *g
	return &c
}

// Mutate implements eaopt.Genome.
func (g *Genome[G]) Mutate(rng *rand.Rand) {
	g.made("Mutate", g.run.ops.Mutate(g.genes, g.step, g.run.v2(rng)))
}

// Crossover implements eaopt.Genome: both genomes become children.
func (g *Genome[G]) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	m := mate.(*Genome[G])
	a, b := g.run.ops.Crossover(g.genes, m.genes, g.run.v2(rng))
	g.made("Crossover", a)
	m.made("Crossover", b)
}

// recombine makes the genome one child of itself and its mate.
func (g *Genome[G]) recombine(mate eaopt.Genome, rng *rand.Rand) {
	child := g.run.one(g.genes, mate.(*Genome[G]).genes, g.run.v2(rng))
	g.made("Crossover", child)
}

// Neighbour implements Member.
func (g *Genome[G]) Neighbour(rng *rand.Rand) {
	g.made("Neighbour", g.run.ops.Neighbour(g.genes, g.run.v2(rng)))
}

// made gives a genome the genes that an operator has made.
func (g *Genome[G]) made(by string, genes G) {
	if g.by != "" {
		by = "Crossover and Mutate"
	}
	g.genes, g.measured, g.by = genes, false, by
}

// Another implements Member.
func (g *Genome[G]) Another(rng *rand.Rand) eaopt.Genome {
	return g.run.genome(g.run.problem.Random(g.run.v2(rng)))
}

// Hash implements Member.
func (g *Genome[G]) Hash() uint64 { return g.run.problem.Hash(g.genes) }

// Size implements Member.
func (g *Genome[G]) Size() int { return g.run.problem.Size(g.genes) }

// become makes the genome a clone of another one.
func (g *Genome[G]) become(o eaopt.Genome) { *g = *o.(*Genome[G]) }

func (g *Genome[G]) common() *traits { return &g.traits }

// tie orders genomes of equal fitness by exact distances, if these count.
func (g *Genome[G]) tie(o eaopt.Genome) int {
	f := &o.(*Genome[G]).fitness
	switch {
	case !g.run.limits.Lexicographic:
		return 0
	case g.fitness.Less(f, true):
		return -1
	case f.Less(&g.fitness, true):
		return 1
	}
	return 0
}

// evaluate gives the individuals that are not evaluated their fitness in one
// batch.
func (g *Genome[G]) evaluate(is eaopt.Individuals) error {
	batch := make([]*Genome[G], 0, len(is))
	for i := range is {
		if x := is[i].Genome.(*Genome[G]); !x.measured {
			batch = append(batch, x)
		}
	}
	if len(batch) > 0 {
		if err := g.run.evaluate(batch); err != nil {
			return err
		}
	}
	for i := range is {
		is[i].Fitness, is[i].Evaluated = finite(is[i].Genome.(*Genome[G]).fitness.Value), true
	}
	return nil
}

// Evaluate gives individuals their fitness: genomes of this package in one
// batch, others one by one. An error is to be returned by the model.
func Evaluate(is eaopt.Individuals) error {
	if len(is) == 0 {
		return nil
	}
	if m, ok := is[0].Genome.(Member); ok {
		return m.evaluate(is)
	}
	return is.Evaluate(false)
}
