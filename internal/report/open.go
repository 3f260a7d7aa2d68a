package report

import (
	"fmt"
	"io"
	"slices"
)

// mostOpen is how many open branches of a function are listed without -v, and
// how many of all functions that were not searched for.
const mostOpen = 3

func (r *Report) writeOpen(w io.Writer, verbose bool) {
	branches, functions := r.untried()
	short := !verbose && branches > mostOpen
	var rows []string
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			if f.Status != Searched {
				continue
			}
			if short {
				f.Uncovered = slices.DeleteFunc(slices.Clone(f.Uncovered), untried)
			}
			rows = append(rows, openRows(f, verbose)...)
		}
	}
	if short {
		of := "1 function"
		if functions > 1 {
			of = fmt.Sprintf("%d functions", functions)
		}
		rows = append(rows, fmt.Sprintf("%d branches of %s: %s (-v lists them)", branches, of, Untried))
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(w, "\nnot covered:")
	for _, row := range rows {
		fmt.Fprintln(w, "  "+row)
	}
}

// untried counts the branches that were not searched for, and the functions
// that have some.
func (r *Report) untried() (branches, functions int) {
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			n := 0
			for _, u := range f.Uncovered {
				if untried(u) {
					n++
				}
			}
			if n > 0 && f.Status == Searched {
				branches, functions = branches+n, functions+1
			}
		}
	}
	return branches, functions
}

func untried(u Uncovered) bool { return u.Why == WhyTime && u.Reason == Untried }

// openRows lists what stayed open, and behind it what is proved infeasible.
func openRows(f Function, verbose bool) []string {
	var open, proved []string
	for _, u := range f.Uncovered {
		row := fmt.Sprintf("%s  %s: %s", u.Branch, f.Name, u.words())
		if u.Why == WhyInfeasible {
			proved = append(proved, row)
		} else {
			if verbose && u.Nearest != "" {
				row += "; nearest " + u.Nearest
			}
			open = append(open, row)
		}
	}
	rows := append(open, proved...)
	if n := len(rows) - mostOpen; n > 0 && !verbose {
		rows = append(rows[:mostOpen], fmt.Sprintf("%s: and %d more (-v lists them)", f.Name, n))
	}
	return rows
}
