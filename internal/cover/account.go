package cover

import (
	"cmp"
	"strings"

	"nearmiss/internal/report"
	"nearmiss/internal/worker"
)

// Each branch that some run took is either taken by a case with a test, or withheld for the reason
// of the last drop of it: found = written + withheld.

// settle decides which branches of the package count as covered: the branches that a written case
// takes. For other branches that some run has taken, settle records the drop because of which they
// do not count.
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
		if d.about != "" {
			u.noteAbout("", d.about, "dropped: "+d.detail)
		}
	}
	for _, g := range u.goals {
		switch c, d := have[g.branch], why[g.branch]; {
		case c != nil && !c.legal():
			g.found, g.lost, g.written = nil, &drop{c: c, reason: illegal}, true
		case c != nil:
			if g.written = true; g.open() {
				g.take(c.fn, c.vector, c.result.Outcome != worker.Returned)
			}
		case d != nil && d.reason == ownTaken && g.found != nil: // covered, but not written
			g.lost = d
		case d != nil && !g.ignored && g.infeasible == "":
			g.found, g.lost = nil, d
		case g.found != nil:
			g.found, g.lost = nil, &drop{reason: unexplained}
		}
	}
	u.withhold()
}

// withhold records, for each case that was found and has no test, the last drop of it at its
// function. The list of panics has the cases that no test should expect.
func (u *unit) withhold() {
	last, order := map[string]*drop{}, []string(nil)
	for i := range u.drops {
		d := &u.drops[i]
		key := d.c.key()
		if last[key] == nil {
			order = append(order, key)
		}
		last[key] = d
	}
	for _, c := range u.cases {
		delete(last, c.key())
	}
	for _, key := range order {
		if d := last[key]; d != nil && d.reason != unexpected {
			d.c.fn.main().withheld = append(d.c.fn.main().withheld, d)
		}
	}
}

// account returns the account of the branches and cases of a function.
func (f *function) account() report.Account {
	a := report.Account{Withheld: []report.Withheld{}}
	for _, g := range f.goals {
		switch {
		case g.written:
			a.Found, a.Written = a.Found+1, a.Written+1
		case g.lost != nil:
			a.Found++
			g.lost.row(&a).Branches++
		}
	}
	for _, d := range f.withheld {
		d.row(&a).Cases++
	}
	return a
}

// row returns the row of an account for the reason of the drop.
func (d *drop) row(a *report.Account) *report.Withheld {
	why := reasons[d.reason]
	row := a.Row(why.key, strings.TrimSuffix(why.text+"; "+why.advice, "; "))
	if d.reason == acts {
		row.How = cmp.Or(row.How, d.detail)
	}
	return row
}
