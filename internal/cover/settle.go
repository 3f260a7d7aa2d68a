package cover

import (
	"context"
	"maps"
	"slices"

	"nearmiss/internal/report"
	"nearmiss/internal/testgen"
	wire "nearmiss/internal/worker"
)

// Why a branch that a run took does not count.
const (
	whyRepeat  = "a run took it, but the same input did not do so again"
	whyFailed  = "a run took it, but its test did not pass the checks"
	whyNoTime  = "a run took it, but there was no time left to check its test"
	whyUsed    = "a run took it, but its test, which runs in a new process, does not"
	whyPassing = "a run took it, but only with a moment close to now or a duration of less than a second, whose test would fail at another time"
	whyHarm    = "a run took it, but its test is not written, for it would act outside its process: " // with the way
)

// A draft is what becomes of the inputs of a package, from the archive to its tests. A stage
// takes cases out and says why branches are lost with them.
type draft struct {
	cases    []*testCase
	told     []*testCase // that are no tests, and show panics all the same
	notes    []report.Note
	suite    *testgen.Suite    // checked tests; nil: there are none
	files    []string          // written
	why      map[uint32]string // why a branch is lost that no case takes any more
	late     int               // cases that there was no time for
	withheld map[*function]withheld
}

// withheld is what was withheld of a function.
type withheld struct {
	cases int
	how   string // the first of them would act outside its process
}

// clone copies a draft with its cases.
func (d *draft) clone() draft {
	c := *d
	c.notes, c.files, c.why, c.withheld = slices.Clone(d.notes), slices.Clone(d.files), maps.Clone(d.why), maps.Clone(d.withheld)
	c.cases, c.told = copies(d.cases), copies(d.told)
	return c
}

func copies(cases []*testCase) []*testCase {
	list := make([]*testCase, len(cases))
	for i, c := range cases {
		d := *c
		list[i] = &d
	}
	return list
}

// taken are the branches that the cases take.
func (d *draft) taken() map[uint32]bool {
	have := map[uint32]bool{}
	for _, c := range d.cases {
		for _, b := range c.covers() {
			have[b] = true
		}
	}
	return have
}

// lose says why the branches are lost that were taken before and are no more.
func (d *draft) lose(before map[uint32]bool, why func(branch uint32) string) (lost int) {
	have := d.taken()
	for b := range before {
		if !have[b] {
			lost++
			d.explain(b, why(b))
		}
	}
	return lost
}

// explain says why a branch is lost. That the test would do harm comes before all else.
func (d *draft) explain(branch uint32, why string) {
	if d.why == nil {
		d.why = map[uint32]string{}
	}
	if old := d.why[branch]; len(old) <= len(whyHarm) || old[:len(whyHarm)] != whyHarm {
		d.why[branch] = why
	}
}

// drop takes all cases out, for one reason.
func (d *draft) drop(why string) {
	before := d.taken()
	d.keepTold(d.cases)
	d.cases = nil
	d.lose(before, func(uint32) string { return why })
}

// keepTold keeps cases for the report of the panics that they show.
func (d *draft) keepTold(cases []*testCase) {
	for _, c := range cases {
		if c.panic != 0 {
			d.told = append(d.told, c)
		}
	}
}

// settle decides which branches of a package count as covered: those that a case takes.
func (u *unit) settle() {
	have := map[uint32]*testCase{}
	for _, c := range u.cases {
		for _, b := range c.covers() {
			if have[b] == nil {
				have[b] = c
			}
		}
	}
	for _, g := range u.goals {
		switch c := have[g.branch]; {
		case c != nil && g.open():
			g.take(c.fn, c.vector, c.result.Outcome != wire.Returned)
		case c == nil && g.found != nil:
			g.found, g.lost = nil, whyRepeat
			if why := u.why[g.branch]; why != "" {
				g.lost = why
			}
		}
	}
}

// refresh counts what is covered for the progress line, as the report will.
func (s *session) refresh() {
	var covered, total int
	for _, u := range s.units {
		for _, f := range u.funcs {
			for _, g := range f.goals {
				total++
				if g.found != nil {
					covered++
				}
			}
		}
	}
	s.meter.set(covered, total)
}

// stopped says why the search ended.
func (s *session) stopped(user context.Context) string {
	open := slices.ContainsFunc(s.units, func(u *unit) bool {
		return slices.ContainsFunc(u.goals, func(g *goal) bool { return g.open() && g.lost == "" && g.fn.active() })
	})
	switch {
	case user.Err() != nil:
		return report.StoppedInterrupt
	case !open:
		return report.StoppedDone
	case s.timeUp:
		return report.StoppedTime
	}
	return report.StoppedBudget
}
