package ga

import "nearmiss/internal/evolve"

const migrateEvery = 20 // generations

// migrate has the sub-populations exchange a tenth of their individuals, drawn
// at random: all go into a pool, are shuffled, and each sub-population gets as
// many as it gave.
func (m *model) migrate() {
	var pool []*evolve.Member
	for i := range m.pops {
		members := m.pops[i].members
		for k := range elite(len(members)) {
			j := k + m.rng.IntN(len(members)-k)
			members[k], members[j] = members[j], members[k]
			pool = append(pool, members[k])
		}
	}
	m.rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for i := range m.pops {
		members := m.pops[i].members
		pool = pool[copy(members[:elite(len(members))], pool):]
	}
}
