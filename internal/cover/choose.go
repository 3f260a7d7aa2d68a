package cover

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"nearmiss/internal/oracle"
	"nearmiss/internal/testcheck"
)

// Cases and checks are chosen by mutants. A case stays that takes a branch or a boundary, or notices a mutant, that no
// other does, and so does a case for a panic, and one case of each function. A case makes the checks of its results, and those of its other
// checks that notice what all of them notice.

// mutantGoal is added to the number of a mutant to get its goal number.
const mutantGoal = 1 << 30

// chosen returns the cases that are needed, in their order, and says which checks they spare. While some mutant is
// untried, all are needed.
func (t *trials) chosen() []*testCase {
	t.cases = copies(t.cases)
	if slices.ContainsFunc(t.list, func(x testcheck.Trial) bool { return x.Fate == testcheck.Untried }) {
		return t.cases
	}
	for m, x := range t.list {
		for _, k := range x.Kills {
			t.cases[k.Case].kills = append(t.cases[k.Case].kills, uint32(m))
		}
	}
	branches, panics := forBranches(t.cases)
	had := map[uint32]bool{} // mutants that cases for panics notice
	for _, c := range panics {
		for _, m := range c.kills {
			had[mutantGoal|m] = true
		}
	}
	ranks := ranked(branches)
	legal, others := split(branches, (*testCase).legal)
	keep := map[*testCase]bool{}
	for _, list := range [][]*testCase{legal, others} {
		slices.SortStableFunc(list, func(a, b *testCase) int { return cmp.Compare(ranks[a], ranks[b]) })
		for _, c := range necessary(slices.Clone(list), had, func(*testCase) bool { return false }) {
			keep[c] = true
			for _, g := range c.goalNumbers() {
				had[g] = true
			}
		}
	}
	has := map[*function]bool{}
	for c := range keep {
		has[c.fn] = true
	}
	for _, c := range branches {
		if !has[c.fn] {
			keep[c], has[c.fn] = true, true
		}
	}
	kept, _ := split(t.cases, func(c *testCase) bool { return c.extra || keep[c] })
	t.spare(kept)
	return kept
}

// spare says which checks the cases spare: of functions with mutants that the tests reach. What a reader says is of no use for its
// own mutants where another test notices them: they change what the reader says in many cases.
func (t *trials) spare(kept []*testCase) {
	reached := map[*types.Func]bool{}
	kills := map[*testCase]map[int][]oracle.ID{} // the checks that notice a mutant
	for m, x := range t.list {
		if x.Fate != testcheck.Unreached {
			reached[t.mutants[m].Func] = true
		}
		for _, k := range x.Kills {
			c := t.cases[k.Case]
			if kills[c] == nil {
				kills[c] = map[int][]oracle.ID{}
			}
			kills[c][m] = k.Checks
		}
	}
	type choice struct {
		c        *testCase
		optional []oracle.ID
		enough   bool
	}
	var choices []choice
	told := map[int]bool{} // mutants that some check notices which is made
	for i, f := range t.suite.Funcs {
		for j := range f.Cases {
			c := t.cases[f.Cases[j].ID]
			if !slices.Contains(kept, c) {
				continue
			}
			x := choice{c: c}
			if reached[c.fn.cfg.Obj.Origin()] {
				x.optional, x.enough = t.suite.Optional(i, j)
			}
			choices = append(choices, x)
			tell(told, kills[c], x.optional)
		}
	}
	for _, x := range choices {
		mine := maps.Clone(kills[x.c])
		maps.DeleteFunc(mine, func(m int, checks []oracle.ID) bool {
			return told[m] && len(checks) > 0 && !slices.ContainsFunc(checks, func(id oracle.ID) bool { return x.c.fn.reads(id) != t.mutants[m].Func })
		})
		x.c.spared = spared(x.optional, x.enough, mine)
		tell(told, kills[x.c], x.c.spared)
	}
}

// tell adds the mutants that some check notices which is not among the spared ones.
func tell(told map[int]bool, kills map[int][]oracle.ID, spared []oracle.ID) {
	for m, checks := range kills {
		if slices.ContainsFunc(checks, func(id oracle.ID) bool { return !slices.Contains(spared, id) }) {
			told[m] = true
		}
	}
}

// reads returns the method that a check calls, nil if it calls none.
func (f *function) reads(id oracle.ID) *types.Func {
	if id.Part != oracle.Reader {
		return nil
	}
	r := f.sig.Readings()[id.Index].Reader
	if r.IsRecord() {
		return nil
	}
	return r.Origin.(*types.Func).Origin()
}

// spared returns those of the optional checks of a case that need not be made: the others, and those that are always
// made, notice each mutant. With a mutant that is noticed by a check that is not known, all checks are needed. One is
// needed if the case does not make enough without.
func spared(optional []oracle.ID, enough bool, kills map[int][]oracle.ID) []oracle.ID {
	by := map[int][]int{} // from a mutant that only optional checks notice to their indices
	for m, checks := range kills {
		if len(checks) == 0 {
			return nil
		}
		var list []int
		for _, id := range checks {
			list = append(list, slices.Index(optional, id))
		}
		if !slices.Contains(list, -1) {
			by[m] = list
		}
	}
	need := simplestOf(by, cmp.Compare[int])
	if len(need) == 0 && !enough && len(optional) > 0 {
		need = []int{0}
	}
	var list []oracle.ID
	for i, id := range optional {
		if !slices.Contains(need, i) {
			list = append(list, id)
		}
	}
	return list
}

// simplestOf returns a few numbers that together kill every mutant, the simplest first: for each mutant the simplest, and
// none whose mutants the others kill. kills holds the numbers that kill each mutant.
func simplestOf(kills map[int][]int, simplest func(a, b int) int) (list []int) {
	need := map[int]int{} // mutant → how many of the list kill it
	for _, m := range slices.Sorted(maps.Keys(kills)) {
		if id := slices.MinFunc(kills[m], simplest); !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	killedBy := func(id int) (mutants []int) {
		for m, ids := range kills {
			if slices.Contains(ids, id) {
				mutants = append(mutants, m)
			}
		}
		return mutants
	}
	for _, id := range list {
		for _, m := range killedBy(id) {
			need[m]++
		}
	}
	slices.SortFunc(list, simplest)
	for _, id := range slices.Backward(slices.Clone(list)) {
		mutants := killedBy(id)
		if !slices.ContainsFunc(mutants, func(m int) bool { return need[m] == 1 }) {
			for _, m := range mutants {
				need[m]--
			}
			list = slices.DeleteFunc(list, func(other int) bool { return other == id })
		}
	}
	return list
}
