package cover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/types"
	"maps"
	"slices"

	"nearmiss/internal/mutant"
	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
)

// Mutants are goals: small changes of the code that the tests are to notice. The written tests run with each. For those
// with which all pass, cases with inputs beside those of the cases are tried: for each change the simplest that notices it
// becomes a test.

// rounds is the most rounds in which cases are looked for: each begins from those that the one before has found.
const rounds = 3

// notice runs the tests with the mutants of the functions that were searched, adds tests that notice more, and counts
// the mutants that are noticed. It stops at the end of the package's time.
func (s *session) notice(ctx context.Context, u *unit, end deadlines) {
	if !s.opt.Mutants || u.suite == nil || len(u.suite.Funcs) == 0 || u.pkg.Std {
		return
	}
	timed, done := testcheck.WithDeadline(ctx, end.all)
	defer done()
	list, fates, err := s.fates(timed, u)
	if err != nil {
		if timed.Err() != nil {
			err = errors.New("there was no time; give the call more with -time")
		}
		u.note("", fmt.Sprintf("changes of the code were not tried: %v", err))
		return
	}
	for round := uint64(0); round < rounds && slices.Contains(fates, testcheck.Lives); round++ {
		if !s.noticeMore(timed, u, end, list, fates, round) {
			continue
		}
		if _, again, err := s.fates(timed, u); err == nil {
			fates = again
		}
	}
	u.changes = changesOf(list, fates)
}

// fates runs the tests of a package with each mutant.
func (s *session) fates(ctx context.Context, u *unit) ([]mutant.Mutant, []testcheck.Fate, error) {
	n, err := testcheck.NewNoticer(ctx, u.suite, s.verifyOptions(u), u.hasMutants(), s.opt.Parallel)
	if err != nil {
		return nil, nil, err
	}
	defer n.Close()
	fates := n.Fates(ctx)
	s.timed("ran the tests of %s with %d changes of the code", u.pkg.ImportPath, len(fates))
	return n.Mutants, fates, nil
}

// hasMutants returns a predicate for the functions that were searched.
func (u *unit) hasMutants() func(*types.Func) bool {
	searched := map[*types.Func]bool{}
	for _, f := range u.funcs {
		if f.active() {
			searched[f.cfg.Obj.Origin()] = true
		}
	}
	return func(fn *types.Func) bool { return searched[fn] }
}

// noticeMore adds cases that notice mutants that live, and reports whether there are any.
func (s *session) noticeMore(ctx context.Context, u *unit, end deadlines, list []mutant.Mutant, fates []testcheck.Fate, round uint64) bool {
	var alive []int
	funcs := map[string]bool{} // names of functions with mutants that live
	for i, fate := range fates {
		if fate == testcheck.Lives {
			alive, funcs[list[i].Func] = append(alive, i), true
		}
	}
	tries, err := s.tries(ctx, u, funcs, round)
	if err != nil || len(tries) == 0 {
		return false
	}
	suite, err := u.prepared.Emit(u.testFuncs(tries))
	if err != nil || len(suite.Funcs) == 0 {
		return false
	}
	n, err := testcheck.NewNoticer(ctx, suite, s.verifyOptions(u), u.hasMutants(), s.opt.Parallel)
	if err != nil {
		return false
	}
	defer n.Close()
	more := simplestKilling(n.Kills(ctx, alive), tries)
	s.timed("%d of %d cases notice changes that the tests of %s do not", len(more), len(tries), u.pkg.ImportPath)
	return len(more) > 0 && s.addCases(ctx, u, end, more)
}

// addCases checks and writes the tests once more, with more cases. It reports whether it has.
func (s *session) addCases(ctx context.Context, u *unit, end deadlines, more []*testCase) bool {
	before, cases, drops := u.made, u.cases, u.drops
	u.cases = u.inTestOrder(byFunction(slices.Concat(u.cases, more)))
	for _, c := range u.cases {
		c.notices = true
	}
	u.made.suite = nil
	last := s.checkEnd(u, end.all)
	if err := s.inParts(ctx, u, before, s.beforeMerge(u, last)); err != nil || u.suite == nil {
		u.made, u.cases, u.drops = before, cases, drops
		return false
	}
	return true
}

// simplestKilling returns a few of the cases that together kill every mutant that some case kills: for each mutant the
// simplest, and none whose mutants the others kill. kills holds the indices of the cases that kill each mutant.
func simplestKilling(kills map[int][]int, cases []*testCase) (chosen []*testCase) {
	ranks := ranked(cases)
	simplest := func(a, b int) int { return cmp.Or(cmp.Compare(ranks[cases[a]], ranks[cases[b]]), cmp.Compare(a, b)) }
	need := map[int]int{} // mutant → number of chosen cases that kill it
	var list []int
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
	for _, id := range list {
		chosen = append(chosen, cases[id])
	}
	return chosen
}

// changesOf counts the fates of mutants.
func changesOf(list []mutant.Mutant, fates []testcheck.Fate) *report.Changes {
	c := &report.Changes{Total: len(list)}
	for i, fate := range fates {
		switch fate {
		case testcheck.Noticed:
			c.Noticed++
		case testcheck.Unreached:
			c.Unreached++
		case testcheck.Untried:
			c.Untried++
		case testcheck.Lives:
			m := list[i]
			c.Lived = append(c.Lived, report.Change{Position: short(m.Pos), Func: m.Func, What: m.What})
		}
	}
	return c
}
