package report

import (
	"fmt"
	"io"
)

// Changes counts small changes of the code, with each of which the tests were run.
type Changes struct {
	Total     int      `json:"total"`
	Noticed   int      `json:"noticed"`             // some test fails
	Own       int      `json:"own,omitempty"`       // of these, with the package's own tests; with -beside=missing
	Unreached int      `json:"unreached,omitempty"` // no test runs the code
	Untried   int      `json:"untried,omitempty"`   // there was no time
	Lived     []Change `json:"lived,omitempty"`     // all tests pass; of a package alone

	// Cases and checks that are not written, because others notice as much.
	SparedCases  int `json:"spared_cases,omitempty"`
	SparedChecks int `json:"spared_checks,omitempty"`
}

// Change is a change that no test notices.
type Change struct {
	Position string `json:"position"`
	Func     string `json:"func"`
	What     string `json:"what"`
}

// add adds the counts of d to c.
func (c *Changes) add(d *Changes) {
	c.Total += d.Total
	c.Noticed += d.Noticed
	c.Own += d.Own
	c.Unreached += d.Unreached
	c.Untried += d.Untried
	c.SparedCases += d.SparedCases
	c.SparedChecks += d.SparedChecks
}

// write prints the counts on one line.
func (c *Changes) write(w io.Writer) {
	if c == nil {
		return
	}
	fmt.Fprintf(w, "the tests notice %d of %d changes of the code", c.Noticed, c.Total)
	if c.Own > 0 {
		fmt.Fprintf(w, "; the package's own tests notice %d of these", c.Own)
	}
	if c.Unreached > 0 {
		fmt.Fprintf(w, "; %d are where no test gets", c.Unreached)
	}
	if c.Untried > 0 {
		fmt.Fprintf(w, "; no time for %d, give the call more with -time", c.Untried)
	}
	fmt.Fprintln(w)
	if c.SparedCases > 0 || c.SparedChecks > 0 {
		fmt.Fprintf(w, "not written, because others notice as much: %s and %s\n", Numbered(c.SparedCases, "case", "cases"), Numbered(c.SparedChecks, "check", "checks"))
	}
}

// writeLived lists the changes that no test notices.
func (r *Report) writeLived(w io.Writer) {
	heading := "\nchanges that no test notices:\n"
	for i := range r.Packages {
		if c := r.Packages[i].Changes; c != nil {
			for _, l := range c.Lived {
				fmt.Fprintf(w, "%s  %s  %s: %s\n", heading, l.Position, l.Func, l.What)
				heading = ""
			}
		}
	}
}
