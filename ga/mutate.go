package ga

import (
	"math"
	"math/rand/v2"

	"nearmiss/input"
)

// mutate applies breeder mutation to each gene of a child with a probability
// of one by the number of genes. It may change child.
func (m *model) mutate(child input.Vector, scale float64) input.Vector {
	n := len(child) // each word is a gene
	// From the last on: a change moves only what comes behind it, but in maps.
	for i := n - 1; i >= 0; i-- {
		if m.rng.IntN(n) != 0 {
			continue
		}
		if m.fixed != nil {
			child[i] = breed(&m.fixed[i], child[i], scale, m.rng)
			continue
		}
		v := m.space.Var(m.vars, child, i)
		child = m.space.Set(child, &v, breed(&v, child[i], scale, m.rng))
		i = min(i, len(child)) // entries of a map may have changed places or be gone
	}
	return child
}

// breed moves word w of v up or down by its range times η. Where numbers are
// only names, it draws another one.
func breed(v *input.Var, w uint64, scale float64, rng *rand.Rand) uint64 {
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
		by := scale * (v.Float(v.Hi) - v.Float(v.Lo)) * draw
		if !up {
			by = -by
		}
		return v.Clamp(math.Float64bits(math.Round(1000*(v.Float(w)+by)) / 1000))
	}
	by := scale * (v.Float(v.Hi) - v.Float(v.Lo) + 1) * draw
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
