package ese

import (
	"cmp"
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

	place int  // in the pool
	lives bool // it is one of the population
	bred  bool // it is an offspring
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

// member reports whether an individual of the pool can be picked.
func (i *individual) member() bool { return i.lives || i.bred }

// fitter orders individuals: the costlier first, then the younger.
func fitter(a, b *individual) int {
	return cmp.Or(cmp.Compare(b.cost, a.cost), cmp.Compare(b.born, a.born))
}

// worstIndividual is the youngest of the costliest paths.
func worstIndividual(population []*individual) int {
	worst := 0
	for i := range population {
		if fitter(population[i], population[worst]) < 0 {
			worst = i
		}
	}
	return worst
}
