package cover

import (
	"context"
	"fmt"
	"go/types"

	"nearmiss/internal/mutant"
	"nearmiss/internal/report"
	"nearmiss/internal/testcheck"
)

// notice runs the written tests with small changes of the functions that were searched, one at a time, and counts the
// changes that they notice. It stops at the end of the time of the call.
func (s *session) notice(ctx context.Context, u *unit) {
	if !s.opt.Mutants || u.suite == nil || len(u.suite.Funcs) == 0 || u.pkg.Std {
		return
	}
	searched := map[*types.Func]bool{}
	for _, f := range u.funcs {
		if f.active() {
			searched[f.cfg.Obj.Origin()] = true
		}
	}
	timed, done := testcheck.WithDeadline(ctx, s.latest())
	defer done()
	list, fates, err := testcheck.Notice(timed, u.suite, s.verifyOptions(u), func(fn *types.Func) bool { return searched[fn] }, s.opt.Parallel)
	if err != nil {
		u.note("", fmt.Sprintf("changes of the code were not tried: %v", err))
		return
	}
	u.changes = changesOf(list, fates)
	s.timed("ran the tests of %s with %d changes of the code", u.pkg.ImportPath, len(list))
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
