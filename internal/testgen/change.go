package testgen

import (
	"fmt"
	"go/parser"
	"go/token"
	"slices"
	"strings"
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
	return s.Tests[i] + "/" + subtestName(s.Funcs[i].Cases[j].Name)
}

// External reports whether the tests are in the external test package, with a bridge.
func (s *Suite) External() bool { return s.prepared.external }

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
func (s *Suite) Without(drop func(i, j int) bool) (funcs []Func) {
	for i, fn := range s.Funcs {
		cases := fn.Cases
		fn.Cases = nil
		for j, c := range cases {
			if !drop(i, j) {
				fn.Cases = append(fn.Cases, c)
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

// Weaken makes a case assert less because the assertion at a place failed with messages. The
// case loses in this order: the comparison by errors.Is, the message of the error, the result,
// the comparison with nil. Weaken returns the lost part, or false if nothing is left to lose.
// The change shows in the next suite.
func (s *Suite) Weaken(i, j int, at Place, messages []string, why string) (Part, bool) {
	c, sl := &s.Funcs[i].Cases[j], at.slot
	m := Suppression{Part: sl.lostPart(c, slices.ContainsFunc(messages, sl.isNilMessage)), Index: sl.index, Path: sl.path, Why: why}
	if c.isSuppressed(m.Part, m.Index, m.Path) || sl.part == Text && c.Outcome.Panic == Returned {
		return m.Part, false
	}
	c.Suppressed = append(c.Suppressed, m)
	return m.Part, true
}

// lostPart returns the part that c loses when the assertion of sl fails. gone says that the error
// was nil, or should have been nil: c then loses sl.part, and not only a comparison of the message.
func (sl assertionSlot) lostPart(c *Case, gone bool) Part {
	switch {
	case gone:
	case sl.errorIs && !c.isSuppressed(ErrorIs, sl.index, sl.path):
		return ErrorIs
	case sl.message && !c.isSuppressed(ErrorText, sl.index, sl.path):
		return ErrorText
	}
	return sl.part
}

// isNilMessage reports whether msg says that an error was nil, or should have been nil.
func (sl assertionSlot) isNilMessage(msg string) bool {
	if !sl.message && !sl.errorIs {
		return false
	}
	return strings.Contains(msg, ` = "", want `) || strings.Contains(msg, ` = <nil>, want `) || strings.HasSuffix(msg, `, want ""`) || strings.HasSuffix(msg, ", want <nil>")
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

// Rename makes the next suites of the package avoid those of names that this suite declares. It
// reports whether any of these was not avoided before. They collide with declarations that
// newScope could not find.
func (s *Suite) Rename(names []string) bool {
	before := len(s.prepared.takenNames)
	declared := s.declared()
	for _, name := range names {
		if declared[name] {
			s.prepared.takenNames[name] = true
		}
	}
	return len(s.prepared.takenNames) > before
}

// declared returns the names that the files of the suite declare.
func (s *Suite) declared() map[string]bool {
	sc := &nameScope{takenNames: map[string]bool{}, decls: map[string]bool{}, testOnly: map[string]bool{}}
	for _, file := range s.Checked() {
		if f, err := parser.ParseFile(token.NewFileSet(), file.Name, file.Data, parser.SkipObjectResolution); err == nil {
			for _, d := range f.Decls {
				sc.addDecl(d)
			}
		}
	}
	return sc.decls
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

// ID returns a string that identifies a case in all suites of the package.
func (s *Suite) ID(i, j int) string {
	fn := &s.Funcs[i]
	return fmt.Sprintf("%s[%s] %d %t %s", fn.Sig.Name, fn.typeArgs(), len(fn.Sig.Calls), fn.Panics(), fn.Cases[j].Name)
}
