package ese

import (
	"slices"

	"nearmiss/symexec"
	"nearmiss/term"
)

// individual is a path with its cost. Its path condition is the chromosome,
// the clauses are the genes (section 3.2).
type individual struct {
	path  *symexec.Path
	cost  uint64
	born  uint64 // explorations until then
	hash  uint64 // of the whole path condition
	genes *genes // once they were asked for
	near  *genes // of the parent that it begins like, until then
}

func newIndividual(p *symexec.Path, cost uint64) individual {
	return individual{path: p, cost: cost, hash: hashOf(p.Condition)}
}

// hashOf mixes the clauses in their order. Terms of one builder are the same
// exactly when their IDs are.
func hashOf(condition []*term.Term) uint64 {
	h := uint64(len(condition))
	for _, c := range condition {
		h = (h ^ uint64(c.ID)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

// same reports whether two individuals have the same path condition, and so the
// same path.
func (i *individual) same(o *individual) bool {
	return i.hash == o.hash && slices.Equal(i.path.Condition, o.path.Condition)
}

// union adds what is not there yet to a population, which is a set: of those
// with the same path condition it has the first.
func union(population []individual, more ...individual) []individual {
	at := make(map[uint64][]int, len(population)+len(more))
	for i := range population {
		at[population[i].hash] = append(at[population[i].hash], i)
	}
	for i := range more {
		m := &more[i]
		if slices.ContainsFunc(at[m.hash], func(j int) bool { return population[j].same(m) }) {
			continue
		}
		at[m.hash] = append(at[m.hash], len(population))
		population = append(population, *m)
	}
	return population
}
