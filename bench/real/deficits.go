package main

import (
	"fmt"
	"slices"

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

// deficits counts the branches that the package's own tests take and the emitted ones do not, and the other way round.
func (r *result) deficits() string {
	return fmt.Sprintf("own tests take %d branches that the emitted ones do not; the other way round %d",
		len(r.verdict.Deficits(own, emitted)), len(r.verdict.Deficits(emitted, own)))
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
