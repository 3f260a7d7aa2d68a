package report

import (
	"fmt"
	"io"
	"slices"
)

// maxOpenListed is the largest number of open branches of a function that are listed without -v.
// maxSameListed is the largest number of open branches of all functions with the same reason that
// are listed one by one.
const (
	maxOpenListed = 3
	maxSameListed = 9
)

func (r *Report) writeOpen(out io.Writer, verbose bool) {
	reasons := r.reasons()
	if verbose {
		reasons = nil
	}
	folded := func(u Uncovered) bool {
		return slices.ContainsFunc(reasons, func(s sameReason) bool { return s.matches(&u) })
	}
	var rows []string
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			if f.Status == Searched {
				f.Uncovered = slices.DeleteFunc(slices.Clone(f.Uncovered), folded)
				rows = append(rows, openRows(f, verbose)...)
			}
		}
	}
	for _, s := range reasons {
		rows = append(rows, fmt.Sprintf("%d branches of %s: %s (-v lists them)", s.branches, Numbered(s.functions, "function", "functions"), s.reason))
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(out, "\nnot covered:")
	for _, row := range rows {
		fmt.Fprintln(out, "  "+row)
	}
}

// A sameReason counts the branches that stayed open for one reason.
type sameReason struct {
	reason              string
	branches, functions int       // numbers of open branches, and of functions with such branches
	last                *Function // the last function counted
}

// matches reports whether a branch stayed open for this reason and is not proved infeasible.
func (s *sameReason) matches(u *Uncovered) bool {
	return u.Why != WhyInfeasible && u.Reason == s.reason
}

// reasons lists the reasons each of which more than maxSameListed branches have, in the order of their first
// occurrence.
func (r *Report) reasons() []sameReason {
	var list []sameReason
	for _, p := range r.Packages {
		for i := range p.Functions {
			function := &p.Functions[i]
			for k := range function.Uncovered {
				u := &function.Uncovered[k]
				if function.Status != Searched || u.Why == WhyInfeasible || u.Reason == "" {
					continue
				}
				index := slices.IndexFunc(list, func(s sameReason) bool { return s.matches(u) })
				if index < 0 {
					index, list = len(list), append(list, sameReason{reason: u.Reason})
				}
				s := &list[index]
				if s.branches++; s.last != function {
					s.functions, s.last = s.functions+1, function
				}
			}
		}
	}
	return slices.DeleteFunc(list, func(s sameReason) bool { return s.branches <= maxSameListed })
}

// openRows lists the open branches of a function, and after them the branches that are proved
// infeasible. Unless verbose is set, it counts the rows after the first maxOpenListed.
func openRows(function Function, verbose bool) []string {
	var open, proved []string
	for _, u := range function.Uncovered {
		row := fmt.Sprintf("%s  %s: %s", u.Branch, function.Name, u.reasonText())
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
	if n := len(rows) - maxOpenListed; n > 0 && !verbose {
		rows = append(rows[:maxOpenListed], fmt.Sprintf("%s: and %d more (-v lists them)", function.Name, n))
	}
	return rows
}
