package testgen

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/oracle"
)

// This file applies the findings of a check to a suite: dropped cases, lost assertions, names
// and declarations that the next suite of the package avoids.

// Clone returns a copy of s. Changes to the cases of the copy leave s as it is.
func (s *Suite) Clone() *Suite {
	c := *s
	c.Funcs = clone(s.Funcs)
	return &c
}

// Subtest returns the name that package testing gives to case j of function i.
func (s *Suite) Subtest(i, j int) string {
	return s.Tests[i] + "/" + SubtestName(s.Funcs[i].Cases[j].Name)
}

// Drop returns the record of a dropped case with the reason why. A negative j drops the whole
// test of function i.
func (s *Suite) Drop(i, j int, why string) Dropped {
	fn := &s.Funcs[i]
	if j < 0 {
		return Dropped{Func: fn.Sig.Name, IDs: ids(fn.Cases...), Reason: why}
	}
	return Dropped{Func: fn.Sig.Name, Case: fn.Cases[j].Name, IDs: ids(fn.Cases[j]), Reason: why}
}

// Without returns the functions without the cases for which drop returns true. Functions
// without cases are left out.
func (s *Suite) Without(drop func(*Case) bool) (funcs []Func) {
	for _, fn := range s.Funcs {
		cases := fn.Cases
		fn.Cases = nil
		for i := range cases {
			if !drop(&cases[i]) {
				fn.Cases = append(fn.Cases, cases[i])
			}
		}
		if len(fn.Cases) > 0 {
			funcs = append(funcs, fn)
		}
	}
	return funcs
}

// With emits a suite anew with other functions, and adds dropped to its dropped cases.
func (s *Suite) With(funcs []Func, dropped []Dropped) (*Suite, error) {
	next, err := s.prepared.Emit(funcs)
	if err != nil {
		return nil, err
	}
	next.Dropped = slices.Concat(s.Dropped, dropped, next.Dropped)
	return next, nil
}

// Weaken makes a case lose the check that failed at a place: of an error first the comparison by
// errors.Is, then the message, then the check. It returns the lost check, or false if nothing is
// left to lose. The change shows in the next suite.
func (s *Suite) Weaken(i, j int, at Place, why string) (oracle.ID, bool) {
	c, lost := &s.Funcs[i].Cases[j], at.check
	has := func(id oracle.ID) bool {
		return slices.ContainsFunc(c.Silenced, func(x oracle.Silenced) bool { return x.ID == id })
	}
	if lost.Level == oracle.Message && (has(lost) || !s.verdicts[i].WantsError(lost, j)) {
		lost.Level = oracle.Full
	}
	if has(lost) || lost.Part == oracle.Panic && c.Outcome.Panic == Returned {
		return lost, false
	}
	c.Silenced = append(c.Silenced, oracle.Silenced{ID: lost, Why: why})
	return lost, true
}

// SilenceViews makes a case lose the checks that read memory through pointers, lists, maps and
// views, because a goroutine of the call may still write there. It reports whether there are any.
func (s *Suite) SilenceViews(i, j int, why string) (some bool) {
	for _, c := range s.verdicts[i].Checks {
		if views(c, j) {
			some = true
			s.Funcs[i].Cases[j].Silenced = append(s.Funcs[i].Cases[j].Silenced, oracle.Silenced{ID: c.ID(), Why: why})
		}
	}
	return some
}

// Optional returns the checks of a case that it may spare (Case.Spared), and whether it makes others that tell enough;
// see oracle.Verdict.Optional.
func (s *Suite) Optional(i, j int) (list []oracle.ID, enough bool) { return s.verdicts[i].Optional(j) }

// Views reports whether a case has checks that SilenceViews would remove.
func (s *Suite) Views(i, j int) bool {
	return slices.ContainsFunc(s.verdicts[i].Checks, func(c *oracle.Check) bool { return views(c, j) })
}

func views(c *oracle.Check, j int) bool {
	return c.Checks(j) && (c.Part == oracle.Reader || c.Form != nil && c.Type.Kind > input.String)
}

// LeaveOut excludes from the next suites of the package the declaration or export at a place,
// because it does not compile. The cases that need it are dropped. LeaveOut reports whether
// there is a declaration or export at the place.
func (s *Suite) LeaveOut(at Place, why string) bool {
	p := s.prepared
	switch {
	case at.Export != "":
		if p.bridge.whyBroken[at.Export] == "" { // the compiler may report it more than once; the first reason stays
			p.bridge.whyBroken[at.Export] = why
		}
	case at.Decl != "":
		p.brokenDecls[at.Decl] = why
	default:
		return false
	}
	return true
}

// Rename makes the next suites of the package avoid names. It reports whether any of these was not avoided
// before. They collide with declarations that newScope could not find.
func (s *Suite) Rename(names []string) bool {
	before := len(s.prepared.takenNames)
	for _, name := range names {
		s.prepared.takenNames[name] = true
	}
	return len(s.prepared.takenNames) > before
}

// Checked returns the files for a check: with a bridge that exports every name that any suite
// of the package may need, so that all suites share the compiled packages.
func (s *Suite) Checked() []File {
	files := slices.DeleteFunc(slices.Clone(s.Files), func(f File) bool { return f.Name == BridgeFile })
	if len(s.bridge) > 0 {
		files = append(files, File{Name: BridgeFile, Data: s.bridge})
	}
	return files
}
