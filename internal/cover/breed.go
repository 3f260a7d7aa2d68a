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
	vain        = 2   // generations in a row, of all functions, after which the search ends if they tell no mutant apart
	proposed    = 100 // inputs run in a generation
	firstRuns   = 10  // of these, the simplest, that run with each mutant before the others do
	candidates  = 2   // inputs of a generation, the simplest, that become tests for a mutant that they notice
	shrinking   = 60  // inputs run to find a simpler one that notices the same mutant
	polishing   = 300 // inputs run to find a simpler one for a test that is kept
	rerun       = 3   // pairs of further runs of an input that notices one
)

// A breeder looks for inputs of a function that tell mutants from the code as it is. A generation lies near the inputs of cases,
// and near the input that reaches each mutant and tells most: behind an error, or in an empty outcome, no difference shows.
type breeder struct {
	versions *versions.Versions
	f        *function
	space    *input.Space
	rng      *rand.Rand
	cases    []input.Vector
	known    map[*input.Type][]input.Vector

	found   []input.Vector       // inputs that tell a mutant apart
	apart   map[int]bool         // the mutants that they tell apart
	reached map[int]bool         // the mutants that it was asked for, and that inputs have come to
	over    bool                 // the last generation reaches no other mutant
	wanted  []int                // mutants that a generation is to tell apart
	best    map[int]input.Vector // by mutant: the input that reaches it and tells most
	most    map[int]int          // by mutant: the number that tells returns for best
}

// moreWords is by how many words an input of a generation grows at most beyond the largest input of the cases: the tests are read.
const moreWords = 32

// modestSpace returns the space of the inputs near those of cases.
func modestSpace(f *function, cases []input.Vector) *input.Space {
	limits := f.limits
	limits.Words = moreWords
	for _, v := range cases {
		limits.Words = max(limits.Words, len(v)+moreWords)
	}
	return input.NewSpace(f.sig, limits)
}

// breed adds inputs of a further generation, each of which tells one of some wanted mutants apart, to those found. It returns the mutants
// told apart.
func (b *breeder) breed(ctx context.Context, some []int) (told []int, err error) {
	runs, err := b.versions.Runs(ctx, b.f.entry, b.propose())
	if err != nil {
		return nil, err
	}
	first := min(firstRuns, len(runs))
	apart, err := b.versions.Apart(ctx, b.f.entry, runs[:first], some)
	if err != nil {
		return nil, err
	}
	rest, err := b.versions.Apart(ctx, b.f.entry, runs[first:], slices.DeleteFunc(slices.Clone(some), func(m int) bool { return len(apart[m]) > 0 }))
	if err != nil {
		return nil, err
	}
	for m, list := range rest {
		for _, i := range list {
			apart[m] = append(apart[m], first+i)
		}
	}
	for _, m := range some {
		b.reached[m] = b.reached[m] || slices.ContainsFunc(runs, func(r versions.Run) bool { return slices.Contains(r.Reached, m) })
	}
	b.found = append(b.found, b.simplest(ctx, runs, apart, some)...)
	told, _ = split(some, func(m int) bool { return len(apart[m]) > 0 })
	b.wanted = without(b.wanted, told)
	b.over = !b.improve(runs)
	return told, nil
}

// lasting returns the inputs found without duplicates, in a fixed order: those of which further runs are alike.
func (b *breeder) lasting(ctx context.Context) (list []input.Vector, err error) {
	list = slices.Clone(b.found)
	slices.SortFunc(list, slices.Compare)
	list = slices.CompactFunc(list, slices.Equal)
	for i := 0; i < rerun && err == nil && len(list) > 0; i++ {
		list, err = b.stable(ctx, list)
	}
	return list, err
}

// stable returns the inputs of which two more runs are alike. With maps, earlier runs may have been alike by chance.
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

// improve keeps the runs that reach a mutant and tell more than its best one. It reports whether some run reaches a wanted mutant.
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
func (b *breeder) simplest(ctx context.Context, runs []versions.Run, apart map[int][]int, some []int) (list []input.Vector) {
	for _, m := range some {
		for _, i := range apart[m][:min(len(apart[m]), candidates)] {
			list = append(list, runs[i].Vector)
		}
	}
	done := map[int]bool{}
	for _, id := range simplestOf(apart, cmp.Compare[int]) {
		var mutants []int
		for _, m := range some {
			if slices.Contains(apart[m], id) && !done[m] {
				mutants, done[m] = append(mutants, m), true
			}
		}
		list = append(list, b.shrunk(ctx, runs[id].Vector, mutants, shrinking))
	}
	return list
}

// shrunk returns a simpler input that tells the same mutants apart, after so many runs at most.
func (b *breeder) shrunk(ctx context.Context, vec input.Vector, mutants []int, limit uint64) input.Vector {
	smaller, _ := search.Shrink(b.space, vec, limit, func(vec input.Vector) bool {
		run, err := b.versions.Runs(ctx, b.f.entry, []input.Vector{vec})
		if err != nil {
			return false
		}
		found, err := b.versions.Apart(ctx, b.f.entry, run, mutants)
		return err == nil && len(found) == len(mutants)
	})
	return smaller
}

// polish gives tries simpler inputs, which take the same branches and tell the same mutants apart, in half of the time of ctx.
func (s *session) polish(ctx context.Context, u *unit, m *mutated, cases []*testCase) {
	ctx, done := fraction(ctx, halfDivisor)
	defer done()
	tries, _ := split(cases, func(c *testCase) bool { return c.tried })
	var complex, simpler []*testCase
	for _, c := range tries {
		if ctx.Err() != nil {
			break
		}
		var mutants []int
		for _, g := range c.further {
			if g&mutantGoal != 0 {
				mutants = append(mutants, int(g&^mutantGoal))
			}
		}
		b := &breeder{versions: m.versions, f: c.fn, space: modestSpace(c.fn, []input.Vector{c.vector})}
		if vec := b.shrunk(ctx, c.vector, mutants, polishing); !slices.Equal(vec, c.vector) {
			d := *c
			d.vector, d.result = vec, nil
			complex, simpler = append(complex, c), append(simpler, &d)
		}
	}
	if err := u.runIn(ctx, u.pool, simpler, false); err != nil {
		return
	}
	polished := 0
	for i, d := range simpler {
		if d.isTry() && containsAll(d.covers(), complex[i].covers()) {
			*complex[i] = *d
			polished++
		}
	}
	s.timed("%d of %d inputs for changes of %s are simpler", polished, len(tries), u.pkg.ImportPath)
}

// isTry reports whether a case that has run can become a test for the mutants that it notices.
func (c *testCase) isTry() bool {
	return c.result != nil && c.result.Outcome == worker.Returned && !c.timeDependent() && c.legal() && (!c.fn.isScenario() || len(sceneGoals(c)) > 0)
}
