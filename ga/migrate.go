package ga

import (
	"math/rand"

	"github.com/MaxHalford/eaopt"
)

const migrateEvery = 20 // generations from one migration to the next

// migrate exchanges a random tenth of the individuals between sub-populations: it shuffles them in
// a pool, and each sub-population gets as many as it gave. MigRing of eaopt panics if sizes
// differ.
func migrate(pops eaopt.Populations, from *rand.Rand) {
	rng := toV2(from)
	var pool eaopt.Individuals
	for i := range pops {
		members := pops[i].Individuals
		for k := range tenth(len(members)) {
			j := k + rng.IntN(len(members)-k)
			members[k], members[j] = members[j], members[k]
			pool = append(pool, members[k])
		}
	}
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for i := range pops {
		members := pops[i].Individuals
		pool = pool[copy(members[:tenth(len(members))], pool):]
	}
}
