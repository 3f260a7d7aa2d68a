package cover

import (
	"fmt"
	"slices"

	"nearmiss/internal/report"
	"nearmiss/internal/worker"
)

// A drop records that a stage has removed a case, or only some branches that the case turned out
// not to take. Counts, notes, reasons and the report are derived from the drops.
type drop struct {
	c        *testCase
	branches []uint32 // branches that the case took before
	stage    stage
	reason   reason
	detail   string // for acts: how the case acts; for failed: why the test failed
	about    string // for failed: the subject of the note
}

// A stage is a step from the archive to the tests.
type stage uint8

const (
	selecting stage = iota
	confirming
	checking
)

// A reason says why a stage dropped a case or branches of a case.
type reason uint8

const (
	notRepeated   reason = iota // the same input did not take the branch again
	noTime                      // the clock ended the stage
	timeDependent               // the input has another meaning at another time
	illegal                     // a value in the input is in a state that no call was seen to make
	conventional                // a method panics on a nil receiver, which is a convention
	otherProcess                // the input does not take the branch in a new process
	varies                      // runs of the case end in different ways
	acts                        // the case acts outside its process
	lasts                       // the case changes lasting state that other tests see
	failed                      // the test did not pass the checks
	unchecked                   // no test of the package could be checked
	givenUp                     // an error ended the stage
)

// reasons has the texts in the report for branches that lost their cases.
var reasons = [...]string{
	notRepeated:   "a run took it, but the same input did not do so again",
	noTime:        "a run took it, but there was no time left to check its test",
	timeDependent: "a run took it, but only with a moment close to now or a duration of less than a second, whose test would fail at another time",
	illegal:       "a run took it, but only with ", // completed by testCase.unmade
	otherProcess:  "a run took it, but its test, which runs in a new process, does not",
	varies:        "a run took it, but further runs of the same input ended in another way",
	acts:          "a run took it, but its test is not written, for it would act outside its process: ",                           // completed by drop.detail
	lasts:         "a run took it, but its test is not written, for it changes what a test cannot put back and other tests see: ", // completed by drop.detail
	failed:        "a run took it, but its test did not pass the checks",
	unchecked:     "a run took it, but its test could not be checked",
	givenUp:       "a run took it, but no test was made of that: the package was given up",
}

// dropAll returns a drop for each of the cases, with the same stage and reason.
func dropAll(cases []*testCase, at stage, why reason) (list []drop) {
	for _, c := range cases {
		list = append(list, drop{c: c, branches: c.taken(), stage: at, reason: why})
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

// dropped lists the cases that were removed as a whole, not only some of their branches.
func (u *unit) dropped() (list []*testCase) {
	for _, d := range u.drops {
		if !slices.Contains(u.cases, d.c) {
			list = append(list, d.c)
		}
	}
	return list
}

// settle decides which branches of the package count as covered: the branches that a written case
// takes. For other branches that some run has taken, settle records the reason why they do not
// count.
func (u *unit) settle() {
	have := map[uint32]*testCase{}
	for _, c := range u.cases {
		for _, b := range c.covers() {
			if have[b] == nil || c.legal() && !have[b].legal() {
				have[b] = c
			}
		}
	}
	why := map[uint32]*drop{}
	for i := range u.drops {
		d := &u.drops[i]
		for _, b := range d.branches {
			if why[b] == nil || why[b].reason != acts { // no other reason replaces acts
				why[b] = d
			}
		}
	}
	counts := map[reason]int{}
	for _, g := range u.goals {
		switch c := have[g.branch]; {
		case c != nil && !c.legal():
			g.found, g.illegal, g.lost = nil, true, reasons[illegal]+c.unmade()
		case c != nil && g.open():
			g.take(c.fn, c.vector, c.result.Outcome != worker.Returned)
		case c == nil && g.found != nil:
			g.found = nil
			d := why[g.branch]
			if d == nil {
				d = &drop{reason: notRepeated}
			}
			g.illegal = d.reason == illegal
			g.lost = reasons[d.reason] + d.suffix()
			if d.stage == selecting {
				counts[d.reason]++
			}
		}
	}
	u.noteDrops(counts)
}

// suffix returns the text that completes the reason of the drop.
func (d *drop) suffix() string {
	switch d.reason {
	case acts, lasts:
		return d.detail
	case illegal:
		return d.c.unmade()
	}
	return ""
}

// noteDrops adds notes on the drops. counts has the number of branches that were lost during the
// selection, by reason.
func (u *unit) noteDrops(counts map[reason]int) {
	cases := map[reason]int{}
	for _, d := range u.drops {
		switch {
		case d.reason == failed:
			u.noteAbout("", d.about, "dropped: "+d.detail)
		case d.reason != noTime || d.stage == checking:
			cases[d.reason]++
		}
	}
	if n := counts[notRepeated]; n > 0 {
		u.note("", fmt.Sprintf("%d %s taken once and not when the same input was run again; %s as not covered", n, plural(n, "branch was", "branches were"), plural(n, "it counts", "they count")))
	}
	if n := counts[noTime]; n > 0 {
		u.note("", fmt.Sprintf("%d %s taken, but there was no time to run %s again; give the call more with -time", n, plural(n, "branch was", "branches were"), plural(n, "its input", "their inputs")))
	}
	if n := cases[noTime]; n > 0 {
		u.note("", fmt.Sprintf("%d test cases could not be checked in time and were not written; give the call more with -time", n))
	}
	for _, r := range []reason{timeDependent, varies, acts, lasts} {
		if cases[r] > 0 {
			u.notes = append(u.notes, report.Note{Text: notWritten[r], Count: cases[r]})
		}
	}
}

var notWritten = map[reason]string{
	timeDependent: "test cases were found and not written, because they hold a moment close to now or a duration of less than a second, look at the clock, and would fail at another time",
	varies:        "test cases were found and not written, because further runs of the same input, here or in other worlds, ended in another way",
	lasts:         "test cases were found and not written, because they change state that a test cannot put back, and that other tests see",
	acts:          "test cases were found and not written, because they act outside their process; -allow fs,net,exec lets them, for real",
}

// withheld returns how many cases of the function were dropped because they act outside their
// process, and how the first case acts.
func (f *function) withheld() (n int, how string) {
	for _, d := range f.unit.drops {
		if d.reason == acts && d.c.fn.main() == f {
			if n++; n == 1 {
				how = d.detail
			}
		}
	}
	return n, how
}
