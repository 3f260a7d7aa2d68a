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
// other does, and so does a case for a panic, and one case of each function, but for an unexported one with an input made by hand.
// A mutant of an exported function that a case of this function notices counts for such cases alone. With -beside=missing, what own
// tests take and notice counts for no case. A case makes the checks of its results, and those of its other checks that notice what all
// of them notice.

// Numbers added to that of a mutant, and of a function, to get a goal number.
const (
	mutantGoal   = 1 << 30
	functionGoal = 1 << 29
)

// chosen returns the cases that are needed, in their order, and says which checks they spare. While some mutant is
// untried, all are needed but tries that notice nothing.
func (t *trials) chosen() []*testCase {
	t.cases = copies(t.cases)
	if t.unfinished() {
		killing := simplestKilling(t.kills(), t.cases)
		needed, _ := split(t.cases, func(c *testCase) bool { return !c.tried && !t.own.takes(c) || slices.Contains(killing, c) })
		return needed
	}
	branches, panics := forBranches(t.cases)
	numbers := map[*function]uint32{}
	for _, c := range branches {
		if _, ok := numbers[c.fn]; !ok {
			numbers[c.fn] = uint32(len(numbers))
		}
		if c.further = nil; !c.byHand() || c.fn.exported() {
			c.further = []uint32{functionGoal | numbers[c.fn]}
		}
	}
	for m, x := range t.list {
		kills := x.Kills
		if home := t.home(m); len(home) > 0 {
			kills = home
		}
		for _, k := range kills {
			c := t.cases[k.Case]
			c.further = append(c.further, mutantGoal|uint32(m))
		}
	}
	had := t.hadByOwn(numbers) // and mutants that cases for panics notice
	for _, c := range panics {
		for _, m := range c.further {
			had[m] = true
		}
	}
	ranks := ranked(branches)
	keep := map[*testCase]bool{}
	for _, list := range byWorth(branches) {
		slices.SortStableFunc(list, func(a, b *testCase) int { return cmp.Compare(ranks[a], ranks[b]) })
		for _, c := range necessary(list, had, (*testCase).goalNumbers, func(*testCase) bool { return false }) {
			keep[c] = true
			for _, g := range c.goalNumbers() {
				had[g] = true
			}
		}
	}
	kept, _ := split(t.cases, func(c *testCase) bool { return c.extra || keep[c] })
	t.spare(kept)
	return kept
}

// hadByOwn returns the branches that own tests take, the mutants that they notice, and the functions, of those with numbers, of
// which they take a branch or notice a mutant, as goal numbers.
func (t *trials) hadByOwn(numbers map[*function]uint32) map[uint32]bool {
	had, in := map[uint32]bool{}, map[*types.Func]bool{}
	maps.Copy(had, t.own.taken)
	for m := range t.own.noticed {
		had[mutantGoal|uint32(m)], in[t.mutants[m].Func] = true, true
	}
	for f, n := range numbers {
		if !f.isScenario() && in[f.cfg.Obj.Origin()] || slices.ContainsFunc(f.main().goals, func(g *goal) bool { return t.own.taken[g.branch] }) {
			had[functionGoal|n] = true
		}
	}
	return had
}

// unfinished reports whether a mutant is untried that tests need not wait for.
func (t *trials) unfinished() bool {
	for i := range t.list {
		if t.list[i].Fate == testcheck.Untried && !t.mutants[i].Sync {
			return true
		}
	}
	return false
}

// spare says which checks the cases spare: cases of functions with mutants that the tests reach. A mutant that a case of its
// own function notices counts for such cases alone, because others run its code to make an object or to ask one.
func (t *trials) spare(kept []*testCase) {
	reached, atHome := map[*types.Func]bool{}, map[int]bool{}
	kills := map[*testCase]map[int][]oracle.ID{} // by mutant: the checks that notice it
	for _, c := range kept {
		kills[c] = map[int][]oracle.ID{}
	}
	for m, x := range t.list {
		fn := t.mutants[m].Func
		reached[fn] = reached[fn] || x.Fate != testcheck.Unreached
		for _, k := range x.Kills {
			if c := t.cases[k.Case]; kills[c] != nil {
				kills[c][m] = k.Checks
				atHome[m] = atHome[m] || c.fn.cfg.Obj.Origin() == fn
			}
		}
	}
	for i, f := range t.suite.Funcs {
		fn := f.Obj.Origin()
		needs := make([][]oracle.ID, len(f.Cases))
		for j := range f.Cases {
			mine := kills[t.cases[f.Cases[j].ID]]
			maps.DeleteFunc(mine, func(m int, _ []oracle.ID) bool { return atHome[m] && t.mutants[m].Func != fn })
			optional, _ := t.suite.Optional(i, j)
			needs[j] = needed(optional, mine)
		}
		for j := range f.Cases {
			if c := t.cases[f.Cases[j].ID]; kills[c] != nil && reached[fn] {
				optional, enough := t.suite.Optional(i, j)
				if len(needs[j]) == 0 && !enough && len(optional) > 0 {
					needs[j] = []oracle.ID{usual(optional, needs)}
				}
				c.spared = without(optional, needs[j])
			}
		}
	}
}

// usual returns the first of the optional checks that another case needs, or else the first.
func usual(optional []oracle.ID, needs [][]oracle.ID) oracle.ID {
	i := slices.IndexFunc(optional, func(id oracle.ID) bool { return slices.Contains(slices.Concat(needs...), id) })
	return optional[max(i, 0)]
}

// needed returns those of the optional checks of a case that notice, with those that it makes anyway, each mutant that
// any does. kills holds the checks that notice a mutant. With one that is noticed by no known check, all are needed.
func needed(optional []oracle.ID, kills map[int][]oracle.ID) (need []oracle.ID) {
	by := map[int][]int{} // from a mutant that only optional checks notice to their indices
	for m, checks := range kills {
		if len(checks) == 0 {
			return optional
		}
		var list []int
		for _, id := range checks {
			list = append(list, slices.Index(optional, id))
		}
		if !slices.Contains(list, -1) {
			by[m] = list
		}
	}
	for _, i := range simplestOf(by, cmp.Compare[int]) {
		need = append(need, optional[i])
	}
	return need
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
