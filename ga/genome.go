package ga

import (
	"math"
	"math/rand"
	randv2 "math/rand/v2"

	"github.com/MaxHalford/eaopt"

	"nearmiss/search"
)

// Operators vary genes. They do not change their arguments.
type Operators[G any] interface {
	// Crossover returns two children of two parents.
	Crossover(a, b G, rng *randv2.Rand) (G, G)
	// Mutate returns slightly changed genes. The step is a fraction of the
	// domain of a gene; genes without a distance ignore it.
	Mutate(g G, step float64, rng *randv2.Rand) G
	// Neighbour returns the genes after one move of a local search.
	Neighbour(g G, rng *randv2.Rand) G
}

// Genome is an eaopt.Genome with genes of any kind.
type Genome[G any] struct {
	genes    G
	run      *evolution[G]
	operator string // names of the operators that changed the genes since the last evaluation
	traits
}

// traits are the properties of a genome that do not depend on the kind of its genes.
type traits struct {
	fitness  search.Fitness // valid if measured is true
	measured bool           // the genes were evaluated
	rank     int            // index of the genome in its population, as recorded by recordOrder
	step     float64        // step of mutations, as a fraction of a gene's domain
}

// defaultStep is the step of mutations if the algorithm sets none.
const defaultStep = 0.1

// Member is a Genome with genes of an unknown kind, for models.
type Member interface {
	eaopt.Genome

	// Neighbour changes the genome by one move of a local search.
	Neighbour(rng *rand.Rand)
	// Another returns a random genome of the same kind.
	Another(rng *rand.Rand) eaopt.Genome
	// Hash returns a hash of the genes.
	Hash() uint64
	// Size returns the memory of the genes in words.
	Size() int

	commonTraits() *traits
	copyFrom(eaopt.Genome)
	recombine(mate eaopt.Genome, rng *rand.Rand)
	compareExact(eaopt.Genome) int
	evaluate(eaopt.Individuals) error
	evaluated() uint64 // individuals with a finite fitness that the search has evaluated
}

// Genes returns the genes of the genome. The caller must not change them.
func (g *Genome[G]) Genes() G { return g.genes }

// Evaluate implements eaopt.Genome. It evaluates the genes unless their fitness is known. After
// an error the search is over.
func (g *Genome[G]) Evaluate() (float64, error) {
	if !g.measured {
		if err := g.run.evaluate([]*Genome[G]{g}); err != nil {
			return math.MaxFloat64, err
		}
	}
	return clampFitness(g.fitness.Value), nil
}

// Clone implements eaopt.Genome. Both genomes may share genes, because operators do not change
// genes in place.
func (g *Genome[G]) Clone() eaopt.Genome {
	c := *g
	return &c
}

// Mutate implements eaopt.Genome.
func (g *Genome[G]) Mutate(rng *rand.Rand) {
	g.setGenes("Mutate", g.run.ops.Mutate(g.genes, g.step, g.run.toV2(rng)))
}

// Crossover implements eaopt.Genome. Both genomes become children.
func (g *Genome[G]) Crossover(mate eaopt.Genome, rng *rand.Rand) {
	m := mate.(*Genome[G])
	a, b := g.run.ops.Crossover(g.genes, m.genes, g.run.toV2(rng))
	g.setGenes("Crossover", a)
	m.setGenes("Crossover", b)
}

// recombine replaces the genome by one child of itself and its mate.
func (g *Genome[G]) recombine(mate eaopt.Genome, rng *rand.Rand) {
	child := g.run.firstChild(g.genes, mate.(*Genome[G]).genes, g.run.toV2(rng))
	g.setGenes("Crossover", child)
}

// Neighbour implements Member.
func (g *Genome[G]) Neighbour(rng *rand.Rand) {
	g.setGenes("Neighbour", g.run.ops.Neighbour(g.genes, g.run.toV2(rng)))
}

// setGenes sets the genes that an operator has returned.
func (g *Genome[G]) setGenes(operator string, genes G) {
	if g.operator != "" {
		operator = "Crossover and Mutate"
	}
	g.genes, g.measured, g.operator = genes, false, operator
}

// Another implements Member.
func (g *Genome[G]) Another(rng *rand.Rand) eaopt.Genome {
	return g.run.newGenome(g.run.problem.Random(g.run.toV2(rng)))
}

// Hash implements Member.
func (g *Genome[G]) Hash() uint64 { return g.run.problem.Hash(g.genes) }

// Size implements Member.
func (g *Genome[G]) Size() int { return g.run.problem.Size(g.genes) }

// copyFrom makes the genome a clone of another one.
func (g *Genome[G]) copyFrom(o eaopt.Genome) { *g = *o.(*Genome[G]) }

func (g *Genome[G]) evaluated() uint64 { return g.run.finite }

func (g *Genome[G]) commonTraits() *traits { return &g.traits }

// compareExact compares genomes of equal fitness by exact distances if the limits say so.
func (g *Genome[G]) compareExact(o eaopt.Genome) int {
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

// evaluate evaluates the individuals without fitness in one batch.
func (g *Genome[G]) evaluate(members eaopt.Individuals) error {
	batch := make([]*Genome[G], 0, len(members))
	for i := range members {
		if x := members[i].Genome.(*Genome[G]); !x.measured {
			batch = append(batch, x)
		}
	}
	if len(batch) > 0 {
		if err := g.run.evaluate(batch); err != nil {
			return err
		}
	}
	for i := range members {
		members[i].Fitness, members[i].Evaluated = clampFitness(members[i].Genome.(*Genome[G]).fitness.Value), true
	}
	return nil
}

// Evaluate evaluates individuals: genomes of this package in one batch, other genomes one by one.
// A model must return the error.
func Evaluate(members eaopt.Individuals) error {
	if len(members) == 0 {
		return nil
	}
	if m, ok := members[0].Genome.(Member); ok {
		return m.evaluate(members)
	}
	return members.Evaluate(false)
}
