package cover

import (
	"cmp"
	"context"
	"go/types"
	"slices"
	"time"

	"nearmiss/internal/mutant"
	"nearmiss/internal/report"
	"nearmiss/internal/syntax"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// trials are the results of the tests of cases with each mutant.
type trials struct {
	mutants []mutant.Mutant
	cases   []*testCase
	suite   *testgen.Suite // its numbers of cases are indices in cases, if there are any
	list    []testcheck.Trial
	own     own
}

// try runs the tests of cases with some mutants, or with all.
func (s *session) try(ctx context.Context, u *unit, cases []*testCase, some []int) (*trials, error) {
	suite, err := u.prepared.Emit(u.testFuncs(cases))
	if err != nil {
		return nil, err
	}
	return s.trySuite(ctx, u, &trials{cases: cases, suite: suite}, some)
}

func (s *session) trySuite(ctx context.Context, u *unit, t *trials, some []int) (*trials, error) {
	n, err := testcheck.NewNoticer(ctx, t.suite, s.verifyOptions(u), u.hasMutants(), s.opt.Parallel)
	if err != nil {
		return nil, err
	}
	defer n.Close()
	s.timed("built the tests of %s with all changes of the code", u.pkg.ImportPath)
	start := time.Now()
	t.mutants, t.list, t.own = n.Mutants, n.Try(ctx, some), u.own
	tried := 0
	for _, x := range t.list {
		if x.Fate == testcheck.Lives || x.Fate == testcheck.Noticed {
			tried++
		}
	}
	s.timed("ran the tests of %s with %d changes of the code, in %s", u.pkg.ImportPath, tried, report.Elapsed(time.Since(start)))
	return t, nil
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

// alive returns the numbers of the mutants that live, and of mutants of exported functions which only cases of other
// functions notice, that run them to make an object or to ask one.
func (t *trials) alive() (list []int) {
	own := map[*types.Func]bool{} // functions with cases
	for _, c := range t.cases {
		if !c.fn.isScenario() {
			own[c.fn.cfg.Obj.Origin()] = true
		}
	}
	for i := range t.list {
		fn := t.mutants[i].Func
		if t.mutants[i].Sync || t.own.noticed[i] {
			continue // no input changes what the former do
		}
		if t.list[i].Fate == testcheck.Lives || t.list[i].Fate == testcheck.Noticed && fn.Exported() && own[fn] && len(t.home(i)) == 0 {
			list = append(list, i)
		}
	}
	return list
}

// home returns the kills of a mutant by cases of the exported function that it changes.
func (t *trials) home(i int) (list []testcheck.Kill) {
	for _, k := range t.list[i].Kills {
		f := t.cases[k.Case].fn
		if fn := f.cfg.Obj.Origin(); !f.isScenario() && fn.Exported() && fn == t.mutants[i].Func {
			list = append(list, k)
		}
	}
	return list
}

// add adds cases of other trials with what they notice.
func (t *trials) add(u *unit, chosen []*testCase, found *trials) (err error) {
	before := t.cases
	t.cases = u.inTestOrder(byFunction(slices.Concat(before, chosen)))
	at := map[*testCase]int{}
	for i, c := range t.cases {
		at[c] = i
	}
	for i := range t.list {
		for j, k := range t.list[i].Kills {
			t.list[i].Kills[j].Case = at[before[k.Case]]
		}
		for _, k := range found.list[i].Kills {
			if to, ok := at[found.cases[k.Case]]; ok {
				t.list[i].Kills, t.list[i].Fate = append(t.list[i].Kills, testcheck.Kill{Case: to, Checks: k.Checks}), testcheck.Noticed
			}
		}
	}
	t.suite, err = u.prepared.Emit(u.testFuncs(t.cases))
	return err
}

// kills returns the indices of the cases that notice each mutant that own tests do not.
func (t *trials) kills() map[int][]int {
	kills := map[int][]int{}
	for i := range t.list {
		if t.own.noticed[i] {
			continue
		}
		for _, k := range t.list[i].Kills {
			kills[i] = append(kills[i], k.Case)
		}
	}
	return kills
}

// simplestKilling returns a few of the cases that together kill every mutant that some case kills: for each mutant the
// simplest, and none whose mutants the others kill. kills holds the indices of the cases that kill each mutant.
func simplestKilling(kills map[int][]int, cases []*testCase) (chosen []*testCase) {
	ranks := ranked(cases)
	simplest := func(a, b int) int { return cmp.Or(cmp.Compare(ranks[cases[a]], ranks[cases[b]]), cmp.Compare(a, b)) }
	for _, id := range simplestOf(kills, simplest) {
		chosen = append(chosen, cases[id])
	}
	return chosen
}

// changesOf counts the fates of mutants.
func changesOf(t *trials) *report.Changes {
	c := &report.Changes{Total: len(t.mutants)}
	for i, m := range t.mutants {
		switch fate := t.list[i].Fate; {
		case fate == testcheck.Noticed || t.own.noticed[i]:
			c.Noticed++
			if t.own.noticed[i] {
				c.Own++
			}
		case fate == testcheck.Unreached:
			c.Unreached++
		case fate == testcheck.Untried:
			c.Untried++
		case fate == testcheck.Lives:
			c.Lived = append(c.Lived, report.Change{Position: short(m.Pos), Func: syntax.FuncName(m.Func), What: m.What})
		}
	}
	return c
}
