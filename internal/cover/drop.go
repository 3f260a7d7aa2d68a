package cover

import (
	"nearmiss/internal/testgen"
)

// A drop records that a stage has removed a case, or only some branches that the case turned out
// not to take. Counts, notes, reasons and the report are derived from the drops (account.go).
type drop struct {
	c        *testCase
	branches []uint32 // branches that the case took before
	reason   reason
	detail   string // for acts: how the case acts; for lasts: what it changes; for silent and a failed check: why
	about    string // for a failed check: the subject of the note
}

// A reason says why a stage dropped a case or branches of a case.
type reason uint8

const (
	unexplained   reason = iota // no stage has recorded why; a test asserts that there is none
	notRepeated                 // the same input did not take the branch again
	endless                     // the same input does not return or panic
	unrun                       // the clock ended the selection
	late                        // the clock ended the check
	timeDependent               // the input has another meaning at another time
	illegal                     // a value in the input is in a state that no call was seen to make
	unexpected                  // the run ends in a panic that no test should expect; others take its branches
	otherProcess                // the input does not take the branch in a new process
	varies                      // runs of the case end in different ways
	acts                        // the case acts outside its process
	overwrites                  // the case writes past its objects
	lasts                       // the case changes lasting state that other tests see
	unbuilt                     // the test cannot be printed, or does not compile or pass vet
	fails                       // the test fails
	slow                        // the test does not end or takes too long
	races                       // the test has a data race
	leaves                      // a goroutine that the test leaves ends the process
	silent                      // the test would assert nothing
	unchecked                   // no test of the package could be checked
	ownTaken                    // the package's own tests take its branches
	unwritten                   // the tests could not be written
	givenUp                     // an error ended the stage
)

// causes has the reasons for the cases that the checks have dropped.
var causes = [...]reason{
	testgen.Fails: fails, testgen.Unbuilt: unbuilt, testgen.Late: late, testgen.Slow: slow, testgen.Races: races, testgen.Leaves: leaves,
	testgen.Silent: silent,
}

// A reasonText describes a reason in the report: by one word, and as a branch that a run took, but …
type reasonText struct{ key, text, advice string }

const moreTime = "give the call more with -time"

var reasons = [...]reasonText{
	unexplained:   {"unexplained", "no stage has recorded why it has no test", "please report it"},
	notRepeated:   {"not-repeated", "the same input did not do so again", ""},
	endless:       {"endless", "the same input does not come back by a return or a panic", ""},
	unrun:         {"unrun", "there was no time left to run its input again", moreTime},
	late:          {"late", "there was no time left to check its test", moreTime},
	timeDependent: {"clock", "only with a moment close to now or a duration of less than a second, whose test would fail at another time", ""},
	illegal:       {"illegal", "only in states that no call made", "-illegal writes tests of them"},
	otherProcess:  {"other-process", "its test, which runs in a new process, does not", ""},
	varies:        {"varies", "further runs of the same input, here or in other worlds, ended in another way", ""},
	acts:          {"acts", "its test is not written, for it would act outside its process", "-allow fs,net,exec lets it, for real"},
	overwrites:    {"overwrites", "its test is not written, for it writes past its objects, by an unsafe pointer", ""},
	lasts:         {"lasts", "its test is not written, for it changes what a test cannot put back and other tests see", ""},
	unbuilt:       {"unbuilt", "its test could not be built", ""},
	fails:         {"fails", "its test did not pass the checks", ""},
	slow:          {"slow", "its test does not end, or takes too long", ""},
	races:         {"races", "its test has a data race", ""},
	leaves:        {"leaves", "a goroutine that its test leaves behind ends the process", ""},
	silent:        {"silent", "its test is not written, for there is nothing that it could compare", ""},
	unchecked:     {"unchecked", "its test could not be checked", ""},
	ownTaken:      {"own", "own tests take it already", "-beside=all writes it, too"},
	unwritten:     {"unwritten", "its test could not be written", ""},
	givenUp:       {"given-up", "no test was made of that: the package was given up", ""},
}

// dropAll returns a drop for each of the cases, with the same reason.
func dropAll(cases []*testCase, why reason) (list []drop) {
	for _, c := range cases {
		list = append(list, drop{c: c, branches: c.taken(), reason: why})
	}
	return list
}

// unneeded returns drops of cases whose branches other cases take.
func unneeded(cases []*testCase) (list []drop) {
	for _, c := range cases {
		list = append(list, drop{c: c, reason: unexpected})
	}
	return list
}

// taken returns the branches that the run of a case took. Without a run, it returns the branches
// that the case is meant to cover.
func (c *testCase) taken() []uint32 {
	if c.result == nil {
		return c.keep
	}
	return c.covers()
}

// text returns the reason in the report for a branch that lost its cases.
func (d *drop) text() string {
	text := "a run took it, but " + reasons[d.reason].text
	switch {
	case d.reason == illegal:
		text = "a run took it, but only with " + d.c.unmade()
	case d.reason == acts || d.reason == lasts || d.reason == silent:
		text += ": " + d.detail
	}
	return text
}

// notAgain returns drops for the branches of the archive that its inputs did not take when they
// were run again.
func notAgain(archived []*testCase) (fell []drop) {
	for _, c := range archived {
		why, gone := notRepeated, c.keep
		switch {
		case c.unrun:
			why = unrun
		case c.result == nil || !comesBack(c.result):
			why = endless
		default:
			gone = without(c.keep, c.covers())
		}
		if len(gone) > 0 {
			fell = append(fell, drop{c: c, branches: gone, reason: why})
		}
	}
	return fell
}

// dropped lists the cases that were removed as a whole, not only some of their branches.
func (u *unit) dropped() (list []*testCase) {
	kept := map[*testCase]bool{}
	for _, c := range u.cases {
		kept[c] = true
	}
	for _, d := range u.drops {
		if !kept[d.c] {
			list = append(list, d.c)
		}
	}
	return list
}
