package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nearmiss/bench/internal/experiment"
	"nearmiss/internal/report"
)

// searched counts the functions that were searched and those that were not.
func (r *result) searched() (searched, skipped int) {
	for _, f := range r.functions() {
		if f.Status == report.Skipped {
			skipped++
		} else {
			searched++
		}
	}
	return searched, skipped
}

// deficits lists the branches that the package's own tests take and the
// emitted ones do not, by function, with what cover says of each.
func (r *result) deficits() []string {
	type group struct {
		name  string
		lines []string
	}
	var groups []*group
	index := map[string]*group{}
	list := r.verdict.Deficits(own, emitted)
	for _, d := range list {
		name, text := r.why(d)
		g := index[name]
		if g == nil {
			g = &group{name: name}
			index[name] = g
			groups = append(groups, g)
		}
		g.lines = append(g.lines, strings.TrimSuffix(fmt.Sprintf("%s  %s  (%s)", d.Name(), d.Text, text), "  ()"))
	}
	slices.SortStableFunc(groups, func(a, b *group) int { return cmp.Compare(len(b.lines), len(a.lines)) })
	lines := []string{fmt.Sprintf("own tests take %d branches that the emitted ones do not, in %d functions; the other way round %d",
		len(list), len(groups), len(r.verdict.Deficits(emitted, own)))}
	for _, g := range groups {
		lines = append(lines, fmt.Sprintf("%s: %d\n%s", g.name, len(g.lines), strings.Join(g.lines, "\n")))
	}
	return lines
}

// why names the function of a branch, and looks up what cover says about it.
func (r *result) why(d experiment.Judged) (fn, text string) {
	for _, f := range r.functions() {
		for _, u := range f.Uncovered {
			if u.Branch == d.Name() {
				return heading(f), strings.TrimSpace(fmt.Sprintf("%s, best %.4g, levels %d and %d %s", u.Why, u.Best, u.ApproachLevel, u.ApproximationLevel, u.Reason))
			}
		}
	}
	if f := r.around(d); f != nil {
		return heading(*f), ""
	}
	return cmp.Or(d.Func, "?"), ""
}

// heading names a function and says why it was not searched.
func heading(f report.Function) string {
	if f.Status == report.Skipped {
		return f.Name + " (skipped: " + f.Reason + ")"
	}
	return f.Name
}

// around finds the function around a branch: the last one that begins before
// it in its file. Gobco counts whole conditions, which cover does not know.
func (r *result) around(d experiment.Judged) *report.Function {
	file, line := place(d.Pos)
	var best *report.Function
	from := 0
	for _, f := range r.functions() {
		if at, n := place(f.Position); at == file && n <= line && n >= from {
			best, from = &f, n
		}
	}
	return best
}

// place takes apart file.go:line:col.
func place(pos string) (file string, line int) {
	parts := strings.Split(pos, ":")
	if len(parts) > 1 {
		line, _ = strconv.Atoi(parts[1])
	}
	return parts[0], line
}

// disagreements compares the account of cover with that of the probes:
// branches it claims that its tests do not take, and branches it calls
// infeasible that some test takes. Gobco counts in other units.
func (r *result) disagreements() []string {
	if r.verdict.Referee != experiment.Probes {
		return nil
	}
	claimed, infeasible := map[string]bool{}, map[string]bool{}
	for _, f := range r.functions() {
		for _, t := range f.Tests {
			for _, b := range t.Covers {
				claimed[b] = true
			}
		}
		for _, u := range f.Uncovered {
			infeasible[u.Branch] = u.Why == report.WhyInfeasible
		}
	}
	var lines []string
	for _, b := range r.verdict.Branches {
		name := b.Name()
		switch {
		case infeasible[name] && slices.Contains(b.Taken, true):
			lines = append(lines, fmt.Sprintf("WRONG: %s  %s  is called infeasible, and a test takes it", name, b.Text))
		case claimed[name] && !b.Taken[emitted]:
			lines = append(lines, fmt.Sprintf("WRONG: %s  %s  is claimed, and no emitted test takes it", name, b.Text))
		}
	}
	slices.Sort(lines)
	return lines
}
