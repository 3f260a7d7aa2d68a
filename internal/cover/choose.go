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
	t.spare()
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
	return kept
}

// spare says which checks the cases spare: of functions with mutants that the tests reach.
func (t *trials) spare() {
	reached := map[*types.Func]bool{}
	kills := make([]map[int][]oracle.ID, len(t.cases)) // by case: the checks that notice a mutant
	for m, x := range t.list {
		if x.Fate != testcheck.Unreached {
			reached[t.mutants[m].Func] = true
		}
		for _, k := range x.Kills {
			if kills[k.Case] == nil {
				kills[k.Case] = map[int][]oracle.ID{}
			}
			kills[k.Case][m] = k.Checks
		}
	}
	for i, f := range t.suite.Funcs {
		for j := range f.Cases {
			id := f.Cases[j].ID
			if c := t.cases[id]; reached[c.fn.cfg.Obj.Origin()] {
				optional, enough := t.suite.Optional(i, j)
				c.spared = spared(optional, enough, kills[id])
			}
		}
	}
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
