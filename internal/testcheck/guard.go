package testcheck

import (
	"bytes"
	"os"
	"path/filepath"
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

// guard puts the guard into a test file, each line where it was, and returns the file with the
// guard itself, nil if there is no subtest.
func guard(data []byte) (guarded, file []byte) {
	guarded = subtestBegins.ReplaceAll(data, []byte("$0 defer nearmissGuard(t)"))
	if bytes.Equal(guarded, data) {
		return data, nil
	}
	return guarded, append(packageClause.Find(data), guardText...)
}

// guards has the tests of this round built with the guard from here on, and reports whether it
// does so now.
func (c *checker) guards() bool {
	if c.guarded || len(c.skip) < guardedFrom || c.pkg.Types.Scope().Lookup("recover") != nil {
		return false
	}
	c.guarded, c.suspects = true, map[place]bool{}
	return true
}

// placeGuard writes the file with the guard.
func (r *runner) placeGuard(dir string, file []byte, replace map[string]string) error {
	path := filepath.Join(r.temp, guardFile)
	replace[filepath.Join(dir, guardFile)] = path
	return os.WriteFile(path, file, 0o600)
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
		says := guardLine(o.tests[name])
		switch {
		case !ours || says == "":
		case !found || c.suspects[p]:
			c.dropCase(s, p.fn, p.c, c.fails(o.tests[name])+says)
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

// guardLine is what the guard said last in a test, "" if it said nothing.
func guardLine(t *testRun) string {
	for _, line := range slices.Backward(t.output) {
		if strings.HasPrefix(line, guardSays) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
