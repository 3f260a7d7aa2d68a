package testgen

import (
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// What a check finds out about a suite is taken over here: cases that go,
// assertions that they lose, names and declarations that the next suite of
// the package does without.

// Clone returns a copy whose cases can be changed without those of s.
func (s *Suite) Clone() *Suite {
	c := *s
	c.Funcs = clone(s.Funcs)
	return &c
}

// Subtest is the name that package testing gives to a case.
func (s *Suite) Subtest(i, j int) string {
	return s.Tests[i] + "/" + rewritten(s.Funcs[i].Cases[j].Name)
}

// External reports whether the tests stand outside of the package, with a bridge.
func (s *Suite) External() bool { return s.prepared.external }

// Drop says of a case, or of a whole test if j is negative, why it goes.
func (s *Suite) Drop(i, j int, why string) Dropped {
	fn := &s.Funcs[i]
	d := Dropped{Func: fn.Sig.Name, Panics: fn.Panics(), Reason: why}
	if j < 0 {
		d.Covers = allBranches(fn.Cases)
		return d
	}
	d.Case, d.Covers = fn.Cases[j].Name, fn.Cases[j].branches()
	return d
}

// Without is the functions without the cases that go, and without those that
// have none left.
func (s *Suite) Without(goes func(i, j int) bool) (funcs []Func) {
	for i, fn := range s.Funcs {
		cases := fn.Cases
		fn.Cases = nil
		for j, c := range cases {
			if !goes(i, j) {
				fn.Cases = append(fn.Cases, c)
			}
		}
		if len(fn.Cases) > 0 {
			funcs = append(funcs, fn)
		}
	}
	return funcs
}

// With emits a suite anew with other functions, and says of it what was dropped.
func (s *Suite) With(funcs []Func, dropped []Dropped) (*Suite, error) {
	next, err := s.prepared.Emit(funcs)
	if err != nil {
		return nil, err
	}
	next.Dropped = slices.Concat(s.Dropped, dropped, next.Dropped)
	return next, nil
}

// Weaken has a case assert less because the assertion at a place failed with
// these messages: first it loses which error it is, then the message of the
// error, then the result, then whether it is nil. It returns what is lost, or
// false if there is nothing left to lose. The next suite shows it.
func (s *Suite) Weaken(i, j int, at Place, messages []string, why string) (What, bool) {
	c, sl := &s.Funcs[i].Cases[j], at.slot
	m := Mute{What: sl.mute(c, slices.ContainsFunc(messages, sl.absent)), Index: sl.index, Path: sl.path, Why: why}
	if c.muted(m.What, m.Index, m.Path) || sl.what == Text && c.Outcome.Panic == Returned {
		return m.What, false
	}
	c.Mutes = append(c.Mutes, m)
	return m.What, true
}

// mute is what a case loses when the assertion of a slot fails.
func (sl slot) mute(c *Case, gone bool) What {
	switch {
	case gone:
	case sl.is && !c.muted(ErrorIs, sl.index, sl.path):
		return ErrorIs
	case sl.message && !c.muted(ErrorText, sl.index, sl.path):
		return ErrorText
	}
	return sl.what
}

// absent reports whether a message about an error says that there was none,
// or should have been none.
func (sl slot) absent(msg string) bool {
	if !sl.message && !sl.is {
		return false
	}
	return strings.Contains(msg, ` = "", want `) || strings.Contains(msg, ` = <nil>, want `) || strings.HasSuffix(msg, `, want ""`) || strings.HasSuffix(msg, ", want <nil>")
}

// LeaveOut has the next suites of the package do without what is declared or
// exported at a place, which does not compile. It reports whether that is
// anything; the cases that need it go.
func (s *Suite) LeaveOut(at Place, why string) bool {
	p := s.prepared
	switch {
	case at.Export != "":
		if p.bridge.broken[at.Export] == "" { // it may be complained about more than once
			p.bridge.broken[at.Export] = why
		}
	case at.Decl != "":
		p.unsound[at.Decl] = why
	default:
		return false
	}
	return true
}

// Rename has the next suites of the package use other names for those of the
// given ones that this suite declares, and reports whether there are any that
// were not known: scope cannot know all that others declare.
func (s *Suite) Rename(names []string) bool {
	before := len(s.prepared.taken)
	declared := s.declared()
	for _, name := range names {
		if declared[name] {
			s.prepared.taken[name] = true
		}
	}
	return len(s.prepared.taken) > before
}

// declared are the names that the files of the suite declare.
func (s *Suite) declared() map[string]bool {
	sc := &scope{taken: map[string]bool{}, decls: map[string]bool{}, beside: map[string]bool{}}
	for _, file := range s.Checked() {
		if f, err := parser.ParseFile(token.NewFileSet(), file.Name, file.Data, parser.SkipObjectResolution); err == nil {
			for _, d := range f.Decls {
				sc.addDecl(d)
			}
		}
	}
	return maps.Clone(sc.decls)
}

// Checked is the files as they are checked: with a bridge that exports what
// any suite of the package may need, so that what is compiled with it serves all.
func (s *Suite) Checked() []File {
	files := slices.DeleteFunc(slices.Clone(s.Files), func(f File) bool { return f.Name == BridgeFile })
	if len(s.bridge) > 0 {
		files = append(files, File{Name: BridgeFile, Data: s.bridge})
	}
	return files
}

// ID tells a case from others in all suites of the package.
func (s *Suite) ID(i, j int) string {
	fn := &s.Funcs[i]
	return fmt.Sprintf("%s[%s] %d %t %s", fn.Sig.Name, fn.typeArgs(), len(fn.Sig.Calls), fn.Panics(), fn.Cases[j].Name)
}
