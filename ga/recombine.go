package ga

import "nearmiss/input"

// recombine gives a child each gene from either parent with equal
// probability.
func (m *model) recombine(a, b input.Vector) input.Vector {
	if m.fixed == nil {
		return m.arena.keep(m.space.AppendCross(m.arena.room(max(len(a), len(b))), a, b, m.rng))
	}
	child := m.arena.keep(append(m.arena.room(len(a)), a...))
	var coins uint64
	for i := range m.fixed {
		if i%64 == 0 {
			coins = m.rng.Uint64()
		}
		if coins&1 != 0 {
			off := m.fixed[i].Off
			child[off] = b[off]
		}
		coins >>= 1
	}
	return child
}
