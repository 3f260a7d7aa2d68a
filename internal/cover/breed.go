package cover

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/versions"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// Limits of the inputs of a function that are tried to notice mutants.
const (
	generations = 10  // of inputs
	proposed    = 100 // inputs run in a generation
	candidates  = 2   // inputs of a generation, the simplest, that become tests for a mutant that they notice
	shrinking   = 60  // inputs run to find a simpler one that notices the same mutant
	rerun       = 3   // pairs of further runs of an input that notices one
)

// A breeder looks for inputs of a function that tell mutants from the code as it is. Each generation lies beside the inputs of cases,
// and beside those that come to a mutant and tell most: a difference in a run that ends in an error, or tells nothing, does not get out.
type breeder struct {
	versions *versions.Versions
	f        *function
	space    *input.Space
	rng      *rand.Rand
	cases    []input.Vector
	known    map[*input.Type][]input.Vector

	wanted []int                // mutants that no input has told apart
	best   map[int]input.Vector // by mutant: the input that comes to it and tells most
	most   map[int]int          // what it tells
}

// moreWords is by how many words an input of a generation grows at most beyond the largest input of the cases: the tests are read.
const moreWords = 32

// modestSpace returns the space of the inputs beside others.
func modestSpace(f *function, cases []input.Vector) *input.Space {
	limits := f.limits
	limits.Words = moreWords
	for _, v := range cases {
		limits.Words = max(limits.Words, len(v)+moreWords)
	}
	return input.NewSpace(f.sig, limits)
}

// breed returns inputs each of which tells a mutant apart, some for each mutant, in a fixed order; with an error, those that were
// found before.
func (b *breeder) breed(ctx context.Context) (list []input.Vector, err error) {
	for range generations {
		var runs []versions.Run
		var apart map[int][]int
		if runs, err = b.versions.Runs(ctx, b.f.entry, b.propose()); err != nil {
			break
		}
		if apart, err = b.versions.Apart(ctx, b.f.entry, runs, b.wanted); err != nil {
			break
		}
		list = append(list, b.simplest(ctx, runs, apart)...)
		b.wanted = slices.DeleteFunc(b.wanted, func(m int) bool { return len(apart[m]) > 0 })
		if !b.improve(runs) {
			break
		}
	}
	slices.SortFunc(list, slices.Compare)
	list = slices.CompactFunc(list, slices.Equal)
	for i := 0; i < rerun && err == nil; i++ {
		list, err = b.stable(ctx, list)
	}
	return list, err
}

// stable returns the inputs of which two more runs are alike: what depends on the order of a map may have been alike by chance.
func (b *breeder) stable(ctx context.Context, list []input.Vector) (same []input.Vector, err error) {
	runs, err := b.versions.Runs(ctx, b.f.entry, list)
	for i := range runs {
		if len(runs[i].Reached) > 0 {
			same = append(same, runs[i].Vector)
		}
	}
	return same, err
}

// bases returns the inputs that a generation lies beside.
func (b *breeder) bases() []input.Vector {
	bases := slices.Clone(b.cases)
	for _, m := range b.wanted {
		if far := b.best[m]; far != nil && !slices.ContainsFunc(bases, func(v input.Vector) bool { return slices.Equal(v, far) }) {
			bases = append(bases, far)
		}
	}
	return bases
}

// propose returns a generation, the simplest inputs first.
func (b *breeder) propose() (list []input.Vector) {
	all := beside(b.space, b.bases(), b.known, proposed, b.rng)
	for _, i := range b.space.Order(all) {
		list = append(list, all[i])
	}
	return list
}

// improve keeps the runs that come to a mutant and tell more than the best one. It reports whether some run comes to one.
func (b *breeder) improve(runs []versions.Run) (reached bool) {
	for i := range runs {
		told := b.told(&runs[i])
		for _, m := range runs[i].Reached {
			if reached = reached || slices.Contains(b.wanted, m); told > b.most[m] {
				b.best[m], b.most[m] = runs[i].Vector, told
			}
		}
	}
	return reached
}

// told returns how much a run tells: 0 if it ends in a panic or an error.
func (b *breeder) told(r *versions.Run) int {
	if r.Outcome != worker.Returned {
		return 0
	}
	n, fails := tells(b.f.sig, r.Vector, r.Out)
	if fails {
		return 0
	}
	return n
}

// simplest returns the first inputs that tell each mutant apart, and shrunk ones of a few that together tell all apart.
func (b *breeder) simplest(ctx context.Context, runs []versions.Run, apart map[int][]int) (list []input.Vector) {
	for _, m := range b.wanted {
		for _, i := range apart[m][:min(len(apart[m]), candidates)] {
			list = append(list, runs[i].Vector)
		}
	}
	done := map[int]bool{}
	for _, id := range simplestOf(apart, cmp.Compare[int]) {
		var mutants []int
		for _, m := range b.wanted {
			if slices.Contains(apart[m], id) && !done[m] {
				mutants, done[m] = append(mutants, m), true
			}
		}
		smaller, _ := search.Shrink(b.space, runs[id].Vector, shrinking, func(vec input.Vector) bool {
			run, err := b.versions.Runs(ctx, b.f.entry, []input.Vector{vec})
			if err != nil {
				return false
			}
			found, err := b.versions.Apart(ctx, b.f.entry, run, mutants)
			return err == nil && len(found) == len(mutants)
		})
		list = append(list, smaller)
	}
	return list
}
