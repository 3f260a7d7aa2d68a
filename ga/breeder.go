package ga

import (
	"math"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// Breeder implements Operators over inputs: discrete recombination and breeder mutation
// (Mühlenbein, Schlierkamp-Voosen 1993).
type Breeder struct {
	space      *input.Space
	fixedGenes []input.Var // the genes if their number is fixed, else nil
}

// NewBreeder returns a Breeder over the inputs of a space.
func NewBreeder(space *input.Space) *Breeder {
	b := &Breeder{space: space, fixedGenes: space.Vars(nil, space.Zero())}
	if slices.ContainsFunc(b.fixedGenes, func(v input.Var) bool { return v.Shape() }) {
		b.fixedGenes = nil
	}
	return b
}

// recombine returns a child that takes each gene from either parent with equal probability.
func (b *Breeder) recombine(v, vector input.Vector, rng *rand.Rand) input.Vector {
	if b.fixedGenes == nil {
		return b.space.Cross(v, vector, rng)
	}
	child := slices.Clone(v)
	var coins uint64
	for i := range b.fixedGenes {
		if i%64 == 0 {
			coins = rng.Uint64()
		}
		if coins&1 != 0 {
			off := b.fixedGenes[i].Off
			child[off] = vector[off]
		}
		coins >>= 1
	}
	return child
}

// Crossover implements Operators. For inputs with a fixed number of genes, the second child has
// the genes that the first child did not take.
func (b *Breeder) Crossover(v, w input.Vector, rng *rand.Rand) (input.Vector, input.Vector) {
	child := b.recombine(v, w, rng)
	if b.fixedGenes == nil {
		return child, b.space.Cross(w, v, rng)
	}
	second := slices.Clone(v)
	for i := range second {
		second[i] ^= w[i] ^ child[i]
	}
	return child, second
}

// Mutate implements Operators. It mutates each of n genes with probability 1/n.
func (b *Breeder) Mutate(v input.Vector, step float64, rng *rand.Rand) input.Vector {
	child, n := v, len(v) // each word is a gene
	// Start with the last gene: a change moves only later genes, except in maps.
	for i := n - 1; i >= 0; i-- {
		if rng.IntN(n) == 0 {
			if &child[0] == &v[0] {
				child = slices.Clone(v)
			}
			child = b.mutateGene(child, i, step, rng)
			i = min(i, len(child)) // map entries may have moved or disappeared
		}
	}
	return child
}

// Neighbour implements Operators. It mutates one random gene.
func (b *Breeder) Neighbour(v input.Vector, rng *rand.Rand) input.Vector {
	for range 16 { // a mutation may change nothing
		if child := b.mutateGene(slices.Clone(v), rng.IntN(len(v)), defaultStep, rng); !slices.Equal(child, v) {
			return child
		}
	}
	return v
}

// mutateGene mutates gene i of v. It may change v in place.
func (b *Breeder) mutateGene(v input.Vector, i int, step float64, rng *rand.Rand) input.Vector {
	if b.fixedGenes != nil {
		v[i] = mutateWord(&b.fixedGenes[i], v[i], step, rng)
		return v
	}
	g := b.space.Var(nil, v, i)
	return b.space.Set(v, &g, mutateWord(&g, v[i], step, rng))
}

// mutateWord moves the word of a variable up or down by the step times its range times η. It draws
// another number if the numbers of the variable have no order.
func mutateWord(variable *input.Var, word uint64, step float64, rng *rand.Rand) uint64 {
	draw := eta(rng.Uint64())
	up := rng.IntN(2) == 0
	if draw == 0 {
		return word
	}
	switch variable.Role {
	case input.RoleBool, input.RoleNil:
		return word ^ 1
	case input.RoleAlt:
		if variable.Hi == 0 {
			return word
		}
		return (word + 1 + rng.Uint64N(variable.Hi)) % (variable.Hi + 1)
	case input.RoleFloat:
		distance := step * (variable.Float(variable.Hi) - variable.Float(variable.Lo)) * draw
		if !up {
			distance = -distance
		}
		return variable.Clamp(math.Float64bits(math.Round(1000*(variable.Float(word)+distance)) / 1000))
	}
	by := step * (variable.Float(variable.Hi) - variable.Float(variable.Lo) + 1) * draw
	return variable.Move(word, up, max(1, uint64(math.Round(by))))
}

// eta returns the sum of α·2^-x for x from 0 to 15. Each α takes four bits, the lowest first, and
// is 1 if they are 0, else 0.
func eta(bits uint64) (sum float64) {
	for x := 1.0; x > 1.0/(1<<16); x /= 2 {
		if bits&15 == 0 {
			sum += x
		}
		bits >>= 4
	}
	return sum
}
