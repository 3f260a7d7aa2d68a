package cover

import (
	"maps"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

// fewest returns few cases that keep the coverage of all. It chooses greedily the case that adds
// most branches (Chvátal 1979 has the bound of the greedy choice), and then removes cases that the
// remaining cases make superfluous. It prefers cases whose end a test may expect, legal cases made by calls, and, for
// each branch, cases of the function that contains the branch. A boundary counts as a branch. A
// function without branches keeps one case.
func fewest(cases []*testCase) []*testCase {
	have := map[uint32]bool{}
	fit, panicking := split(cases, (*testCase).expected)
	var chosen []*testCase
	for _, list := range byWorth(fit) {
		chosen = append(chosen, fewestMore(list, have)...)
	}
	chosen = append(chosen, fewestOpen(panicking, have)...)
	slices.SortStableFunc(chosen, func(a, b *testCase) int {
		if a.fn != b.fn {
			return a.fn.index - b.fn.index
		}
		return slices.Index(cases, a) - slices.Index(cases, b)
	})
	return chosen
}

// fewestMore chooses cases for the goals that are not in have yet, and adds their goals to have.
func fewestMore(cases []*testCase, have map[uint32]bool) []*testCase {
	var chosen []*testCase
	had := maps.Clone(have)
	ranks := ranked(cases)
	goals := make([][]uint32, len(cases))
	for i, c := range cases {
		goals[i] = c.tellingGoals()
	}
	pick := func(own bool) {
		for {
			best, most := -1, 0
			for i, c := range cases {
				n := 0
				for _, b := range goals[i] {
					if !have[b] && (!own || c.fn.owns(b)) {
						n++
					}
				}
				if n > most || n == most && n > 0 && simpler(c, cases[best], ranks) {
					best, most = i, n
				}
			}
			if best < 0 {
				return
			}
			chosen = append(chosen, cases[best])
			for _, b := range goals[best] {
				have[b] = true
			}
		}
	}
	pick(true)
	pick(false)
	for _, c := range cases {
		if len(c.fn.main().goals) == 0 && !slices.ContainsFunc(chosen, func(d *testCase) bool { return d.fn == c.fn }) {
			chosen = append(chosen, c)
		}
	}
	return necessary(chosen, had, (*testCase).tellingGoals, func(c *testCase) bool { return len(c.fn.goals) == 0 })
}

// simpler reports whether c is preferred to d: a case that returns comes first, then one that panics without a run-time
// error, then the case with the more readable input, or across functions the shorter input.
func simpler(c, d *testCase, ranks map[*testCase]int) bool {
	if c.result.Outcome != d.result.Outcome {
		return c.result.Outcome < d.result.Outcome
	}
	if c.fn == d.fn {
		return ranks[c] < ranks[d]
	}
	return len(c.vector) < len(d.vector)
}

// ranked returns for each case the number of cases of the same function with more readable inputs.
func ranked(cases []*testCase) map[*testCase]int {
	_, byFn := grouped(cases)
	ranks := make(map[*testCase]int, len(cases))
	for fn, list := range byFn {
		for rank, i := range input.NewSpace(fn.sig, fn.limits).Order(vectorsOf(list)) {
			ranks[list[i]] = rank
		}
	}
	return ranks
}

// necessary removes the cases that are not needed, the last chosen first: each of their goals, as goals lists them, is in
// had or covered by another case. Cases for which stays returns true stay.
func necessary(cases []*testCase, had map[uint32]bool, goals func(*testCase) []uint32, stays func(*testCase) bool) []*testCase {
	count := map[uint32]int{}
	for _, c := range cases {
		for _, b := range goals(c) {
			count[b]++
		}
	}
	for i := len(cases) - 1; i >= 0; i-- {
		c := cases[i]
		if stays(c) || slices.ContainsFunc(goals(c), func(b uint32) bool { return count[b] == 1 && !had[b] }) {
			continue
		}
		for _, b := range goals(c) {
			count[b]--
		}
		cases = slices.Delete(cases, i, i+1)
	}
	return cases
}

// boundaryGoal is added to the id of a condition to get the goal number of its boundary.
const boundaryGoal = 1 << 31

// goalNumbers returns the branches and the boundaries of a case, and its further goals, as goal numbers.
func (c *testCase) goalNumbers() []uint32 {
	list := slices.Concat(c.covers(), c.further)
	for _, k := range c.boundaries {
		list = append(list, boundaryGoal|uint32(k.ID))
	}
	return list
}

// tellingGoal is added to a branch to get the goal number of telling what it does.
const tellingGoal = 1 << 28

// tellingGoals returns the goal numbers of a case, and, if it succeeds, those of telling what its branches do: beside an error
// a test looks at no value. What a branch of an exported function does only a case of this function tells.
func (c *testCase) tellingGoals() []uint32 {
	list := c.goalNumbers()
	if c.succeeds() {
		for _, b := range c.covers() {
			if c.fn.owns(b) || !c.fn.unit.isOfExported(b) {
				list = append(list, tellingGoal|b)
			}
		}
	}
	return list
}

// isOfExported reports whether a branch is that of an exported function.
func (u *unit) isOfExported(b uint32) bool {
	return int(b) < len(u.goals) && u.goals[b].fn.exported()
}

// succeeds reports whether the run of a case returned, and no error.
func (c *testCase) succeeds() bool {
	if c.result.Outcome != worker.Returned {
		return false
	}
	if !c.fn.returnsError() {
		return true
	}
	_, fails := tells(c.fn.sig, c.vector, c.result.Out)
	return !fails
}

// returnsError reports whether an error is among the results.
func (f *function) returnsError() bool {
	return f.sig != nil && slices.ContainsFunc(f.sig.Results, func(r input.Field) bool { return r.Type.Kind == input.Error })
}

// owns reports whether the function contains the branch, or the condition of the boundary.
func (f *function) owns(goal uint32) bool {
	if goal >= boundaryGoal {
		goal = 2 * (goal - boundaryGoal)
	}
	goal &^= tellingGoal
	return int(goal) < len(f.unit.goals) && f.unit.goals[goal].fn.main() == f.main()
}

// assign assigns every branch to one case that takes it: to one that returns without an error, if any does, then to one of the
// best by worth, then to a case of the function that contains the branch, then to the first case. The field keep gets the
// assigned branches, which shrinking must preserve.
func assign(cases []*testCase) {
	given := map[uint32]bool{}
	for _, c := range cases {
		c.keep = nil
	}
	fit, others := split(slices.Concat(forBranches(cases)), (*testCase).succeeds)
	for _, list := range slices.Concat(byWorth(fit), byWorth(others)) {
		for _, own := range []bool{true, false} {
			for _, c := range list {
				for _, b := range c.covers() {
					if !given[b] && (!own || c.fn.owns(b)) {
						given[b] = true
						c.keep = append(c.keep, b)
					}
				}
			}
		}
	}
	for _, c := range cases {
		slices.Sort(c.keep)
	}
}

func containsAll(have, want []uint32) bool {
	return !slices.ContainsFunc(want, func(b uint32) bool { return !slices.Contains(have, b) })
}
