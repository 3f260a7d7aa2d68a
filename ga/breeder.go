package ga

import (
	"math"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// Breeder are operators over inputs: discrete recombination and breeder mutation
// (Mühlenbein, Schlierkamp-Voosen 1993).
type Breeder struct {
	space *input.Space
	fixed []input.Var // the genes, if their number never changes
}

// NewBreeder returns operators over the inputs of a space.
func NewBreeder(space *input.Space) *Breeder {
	b := &Breeder{space: space, fixed: space.Vars(nil, space.Zero())}
	if slices.ContainsFunc(b.fixed, func(v input.Var) bool { return v.Shape() }) {
		b.fixed = nil
	}
	return b
}

// recombine makes a child that has each gene from either parent with equal
// probability.
func (b *Breeder) recombine(v, w input.Vector, rng *rand.Rand) input.Vector {
	if b.fixed == nil {
		return b.space.Cross(v, w, rng)
	}
	child := slices.Clone(v)
	var coins uint64
	for i := range b.fixed {
		if i%64 == 0 {
			coins = rng.Uint64()
		}
		if coins&1 != 0 {
			off := b.fixed[i].Off
			child[off] = w[off]
		}
		coins >>= 1
	}
	return child
}

// Crossover implements Operators. Of inputs of a fixed layout the second child has the
// genes that the first one left.
func (b *Breeder) Crossover(v, w input.Vector, rng *rand.Rand) (input.Vector, input.Vector) {
	child := b.recombine(v, w, rng)
	if b.fixed == nil {
		return child, b.space.Cross(w, v, rng)
	}
	left := slices.Clone(v)
	for i := range left {
		left[i] ^= w[i] ^ child[i]
	}
	return child, left
}

// Mutate implements Operators: each gene moves with a probability of one by the
// number of genes.
func (b *Breeder) Mutate(v input.Vector, step float64, rng *rand.Rand) input.Vector {
	child, n := v, len(v) // each word is a gene
	// From the last on: a change moves only what comes behind it, but in maps.
	for i := n - 1; i >= 0; i-- {
		if rng.IntN(n) == 0 {
			if &child[0] == &v[0] {
				child = slices.Clone(v)
			}
			child = b.move(child, i, step, rng)
			i = min(i, len(child)) // entries of a map may have changed places or be gone
		}
	}
	return child
}

// Neighbour implements Operators: one gene moves.
func (b *Breeder) Neighbour(v input.Vector, rng *rand.Rand) input.Vector {
	for range 16 { // a move may come to nothing
		if child := b.move(slices.Clone(v), rng.IntN(len(v)), DefaultStep, rng); !slices.Equal(child, v) {
			return child
		}
	}
	return v
}

// move moves gene i of v, which it may change.
func (b *Breeder) move(v input.Vector, i int, step float64, rng *rand.Rand) input.Vector {
	if b.fixed != nil {
		v[i] = breed(&b.fixed[i], v[i], step, rng)
		return v
	}
	g := b.space.Var(nil, v, i)
	return b.space.Set(v, &g, breed(&g, v[i], step, rng))
}

// breed moves word w of v up or down by its range times η. Where numbers are
// only names, it draws another one.
func breed(v *input.Var, w uint64, step float64, rng *rand.Rand) uint64 {
	draw := eta(rng.Uint64())
	up := rng.IntN(2) == 0
	if draw == 0 {
		return w
	}
	switch v.Role {
	case input.RoleBool, input.RoleNil:
		return w ^ 1
	case input.RoleAlt:
		if v.Hi == 0 {
			return w
		}
		return (w + 1 + rng.Uint64N(v.Hi)) % (v.Hi + 1)
	case input.RoleFloat:
		by := step * (v.Float(v.Hi) - v.Float(v.Lo)) * draw
		if !up {
			by = -by
		}
		return v.Clamp(math.Float64bits(math.Round(1000*(v.Float(w)+by)) / 1000))
	}
	by := step * (v.Float(v.Hi) - v.Float(v.Lo) + 1) * draw
	return v.Move(w, up, max(1, uint64(math.Round(by))))
}

// eta is the sum of α·2^-x for x from 0 to 15, where α is 1 for one in sixteen
// values of each four bits of the draw, the lowest first.
func eta(bits uint64) (sum float64) {
	for x := 1.0; x > 1.0/(1<<16); x /= 2 {
		if bits&15 == 0 {
			sum += x
		}
		bits >>= 4
	}
	return sum
}
