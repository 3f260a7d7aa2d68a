package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

const migrateEvery = 20 // generations

// migrate has the sub-populations exchange a tenth of their individuals, drawn
// at random: all go into a pool, are shuffled, and each sub-population gets as
// many as it gave. MigRing of eaopt panics where sizes differ.
func migrate(pops eaopt.Populations, from *rand.Rand) {
	rng := v2(from)
	var pool eaopt.Individuals
	for i := range pops {
		members := pops[i].Individuals
		for k := range elite(len(members)) {
			j := k + rng.IntN(len(members)-k)
			members[k], members[j] = members[j], members[k]
			pool = append(pool, members[k])
		}
	}
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for i := range pops {
		members := pops[i].Individuals
		pool = pool[copy(members[:elite(len(members))], pool):]
	}
}
