package testcheck

import (
	"regexp"
	"slices"
	"strings"

	"nearmiss/internal/testgen"
)

// A panic that a case does not expect ends the process, and all that was still to run has to
// run again. Where that has happened several times in a round, as with cases that take the
// state of the package for what it is at the start, the tests are built with a guard: a deferred
// call in each subtest, which has a panic be a failure like others. The emitted files do not have it.
const (
	guardedFrom = 4 // cases that have ended the process
	guardFile   = "nearmiss_guard_test.go"
	guardSays   = "panic: "
	guardText   = `

import (
	nearmissFmt "fmt"
	nearmissTesting "testing"
)

func nearmissGuard(t *nearmissTesting.T) {
	if r := recover(); r != nil {
		nearmissFmt.Printf("\n` + guardSays + `%v\n", r)
		t.Fail()
	}
}
`
)

var (
	subtestBegins = regexp.MustCompile(`(?m)^\s*t\.Run\(tt\.name, func\(t \*testing\.T\) \{$`)
	packageClause = regexp.MustCompile(`(?m)^package \w+$`)
)

// guarded are test files with the guard in their subtests, each line where it was.
func guarded(files []testgen.File) []testgen.File {
	guard := testgen.File{Name: guardFile}
	list := slices.Clone(files)
	for i, f := range list {
		if subtestBegins.Match(f.Data) {
			guard.Data = append(packageClause.Find(f.Data), guardText...)
			list[i].Data = subtestBegins.ReplaceAll(f.Data, []byte("$0 defer nearmissGuard(t)"))
		}
	}
	if guard.Data != nil {
		list = append(list, guard)
	}
	return list
}

// guards has the tests built with the guard from here on, and reports whether that is new.
func (c *checker) guards() bool {
	if c.guarded || len(c.skip) < guardedFrom || c.pkg.Types.Scope().Lookup("recover") != nil {
		return false
	}
	c.guarded = true
	return true
}

// caught drops cases whose panics the guard caught, and reports whether there are any. What
// comes after a panic may be its doing: the first of a run is to blame for certain, and what
// panics in two of them. The tests are to run again, unless the round ends.
func (c *checker) caught(s *testgen.Suite, o *outcome) (again, found bool) {
	if !c.guarded {
		return false, false
	}
	at := map[string]place{}
	for _, p := range c.left(s) {
		at[s.Subtest(p.fn, p.c)] = p
	}
	before := len(c.suspects)
	for _, name := range o.order {
		p, ours := at[name]
		i := slices.IndexFunc(o.tests[name].output, func(line string) bool { return strings.HasPrefix(line, guardSays) })
		switch {
		case !ours || i < 0:
		case !found || c.suspects[p]:
			c.dropCase(s, p.fn, p.c, c.fails(o.tests[name])+strings.TrimSpace(o.tests[name].output[i]))
			found = true
		default:
			c.suspects[p] = true
		}
	}
	return found && (before == 0 && len(c.suspects) > 0 || !c.crowded()), found
}

// crowded reports whether the round ends, as so many subtests are left out that each of the
// others is slower for it: package testing compiles the pattern anew for each.
func (c *checker) crowded() bool { return c.guarded && len(c.skip) > mostEnds }
