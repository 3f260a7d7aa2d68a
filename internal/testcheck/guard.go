package testcheck

import (
	"regexp"
	"slices"
	"strings"

	"nearmiss/internal/testgen"
)

// A panic that a case does not expect ends the process, so that the tests after the case must
// run again. If that has happened several times in a round (for instance because cases depend
// on the initial state of the package), the checker builds the tests with a guard: a deferred
// call in each subtest that turns a panic into an ordinary failure. The emitted files do not
// have the guard.
const (
	guardThreshold = 4 // cases that ended the process in a round of checks; from then on the tests are built with the guard
	guardFile      = "nearmiss_guard_test.go"
	guardText      = `

import (
	nearmissFmt "fmt"
	nearmissTesting "testing"
)

func nearmissGuard(t *nearmissTesting.T) {
	if r := recover(); r != nil {
		nearmissFmt.Printf("\n` + panicPrefix + `%v\n", r)
		t.Fail()
	}
}
`
)

var packageClause = regexp.MustCompile(`(?m)^package \w+$`)

// guardedFiles returns the files of a suite with the guard in their subtests.
func guardedFiles(s *testgen.Suite) []testgen.File {
	files, some := s.Guarded("nearmissGuard")
	if some {
		files = append(files, testgen.File{Name: guardFile, Data: append(packageClause.Find(files[0].Data), guardText...)})
	}
	return files
}

// enableGuard turns the guard on if enough cases have been dropped. It reports whether the tests
// must be built again.
func (c *checker) enableGuard(s *testgen.Suite) bool {
	if c.guardPanics || len(c.droppedNames(s)) < guardThreshold || c.pkg.Types.Scope().Lookup("recover") != nil {
		return false
	}
	c.guardPanics = true
	return true
}

// dropCaught drops cases with panics that the guard has caught. The first panic of a run may
// cause the later ones. Therefore it drops the first case to panic, and cases that have
// panicked in two runs. found reports whether it has dropped any, again whether the tests must
// run again in this round.
func (c *checker) dropCaught(suite *testgen.Suite, result *outcome) (again, found bool) {
	if !c.guardPanics {
		return false, false
	}
	at := map[string]caseIndex{}
	for _, p := range c.remaining(suite) {
		at[suite.Subtest(p.fn, p.c)] = p
	}
	before := len(c.suspects)
	for _, name := range result.order {
		p, ours := at[name]
		i := slices.IndexFunc(result.tests[name].output, func(line string) bool { return strings.HasPrefix(line, panicPrefix) })
		switch {
		case !ours || i < 0:
		case !found || c.suspects[p]:
			c.drop(suite, p, c.failurePrefix(result.tests[name])+strings.TrimSpace(result.tests[name].output[i]), testgen.Fails)
			found = true
		default:
			c.suspects[p] = true
		}
	}
	return found && (before == 0 && len(c.suspects) > 0 || !c.tooManySkips(suite)), found
}

// tooManySkips reports whether the round must end because it excludes too many subtests. Excluded
// subtests slow down each remaining one, because package testing compiles the -test.skip pattern
// for each subtest again.
func (c *checker) tooManySkips(s *testgen.Suite) bool {
	return c.guardPanics && len(c.droppedNames(s)) > maxSkipped
}
