package testcheck

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nearmiss/internal/testgen"
)

// The race detector reports a data race in the output of the test that runs at that moment, which
// may be a later one than that whose goroutine races, and it reports each race once in a process.
// The stacks in the report tell the test.

// A race is a report of the race detector, with the lines of code on its stacks.
type race struct{ lines []codeLine }

type codeLine struct {
	file string // base name
	line int
}

// maxRaces is the most reports that are recorded.
const maxRaces = 1000

// addRace records a line of output if it belongs to a report of the race detector.
func (t *transcript) addRace(text string) {
	n := len(t.races)
	switch {
	case strings.HasPrefix(text, raceBegin):
		if t.inRace = n < maxRaces; t.inRace {
			t.races = append(t.races, race{})
		}
	case strings.HasPrefix(text, raceEnd):
		t.inRace = false
	case t.inRace:
		if m := stackLine.FindStringSubmatch(text); m != nil {
			line, _ := strconv.Atoi(m[2])
			t.races[n-1].lines = append(t.races[n-1].lines, codeLine{filepath.Base(m[1]), line})
		}
	}
}

// racedMessage is what package testing says of a test during which the race detector has reported a race.
const racedMessage = "race detected during execution of test"

// raced reports whether the race detector has reported a race, even if its report is not in the output, as a line that
// other output cuts in two.
func (o *outcome) raced() bool {
	return len(o.races) > 0 || slices.ContainsFunc(o.testOutput(), func(line string) bool { return strings.Contains(line, racedMessage) })
}

// racingTests returns the indices of the tests on the stacks of the races of a run.
func (c *checker) racingTests(s *testgen.Suite, o *outcome) (tests []int) {
	for _, r := range o.races {
		for _, l := range r.lines {
			if name := c.suiteName(l.file); name != "" {
				if i := s.At(name, l.line).Func; i >= 0 && !slices.Contains(tests, i) {
					tests = append(tests, i)
				}
			}
		}
	}
	return tests
}

// blameRacing finds the cases that race. Of a racing test in which no case has failed, it drops
// the cases that leave goroutines running, or all. If no stack leads to a test, as the detector may have
// forgotten them, it drops all cases that leave goroutines. It reports whether it has found any, and returns
// the failed tests whose failure is that of another test.
func (c *checker) blameRacing(s *testgen.Suite, o *outcome) (innocent func(i int) bool, found bool) {
	racing, leaving := c.racingTests(s, o), c.those(s, leaves)
	if len(racing) == 0 && o.raced() && len(leaving) > 0 {
		for _, index := range leaving {
			c.drop(s, index, aRace, testgen.Races)
		}
		return func(int) bool { return true }, true
	}
	for _, i := range racing {
		of := slices.DeleteFunc(slices.Clone(leaving), func(index caseIndex) bool { return index.fn != i })
		if len(of) == 0 {
			of = []caseIndex{{i, -1}}
		}
		failed := func(name string) bool { return strings.HasPrefix(name, s.Tests[i]+"/") && o.tests[name].fails > 0 }
		if c.left(&s.Funcs[i]) > 0 && !slices.ContainsFunc(o.order, failed) {
			for _, index := range of {
				c.drop(s, index, aRace, testgen.Races)
			}
		}
	}
	return func(i int) bool { return len(racing) > 0 && !slices.Contains(racing, i) }, len(racing) > 0
}

// aRace is the reason for dropping a case.
const aRace = "it has a data race"
