package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nearmiss/bench/subjects/fitnex/list"

	"nearmiss/bench/internal/experiment"
)

const (
	fitnexSeeds = 5
	fitnexRuns  = 1000 // of a search, at most
)

// fitnexSets are the sets with the directories of their copies.
var fitnexSets = map[string]string{"first": "fitnex", "fourth": "fitnex/fourth", "fifth": "fitnex/fifth"}

// An exploration is what is read of explore's result.
type exploration struct {
	Queries  float64 `json:"queries"`
	SolverMS float64 `json:"solver_ms"`
	Targets  []struct {
		Runs int `json:"runs"`
	} `json:"targets"`
}

// measureFitnex counts the runs to the target of each subject, a seed after the other; more
// than fitnexRuns are those of a search that does not reach it.
func measureFitnex(ctx context.Context, l *lab) (samples, error) {
	type job struct{ name, dir, fn string }
	var jobs []job
	for _, set := range []string{"fourth", "fifth", "first"} {
		chosen, err := list.Named(set)
		if err != nil {
			return nil, err
		}
		for _, s := range chosen.Subjects {
			if name := set + "/" + s.Name; l.match.MatchString(name) {
				jobs = append(jobs, job{name, fitnexSets[set], s.Name})
			}
		}
	}
	found := make([][]float64, len(jobs))
	err := each(ctx, len(jobs), func(i int) (err error) {
		found[i], err = l.explore(ctx, jobs[i].dir, jobs[i].fn)
		l.say("fitnex: %s: %v runs", jobs[i].name, found[i])
		return err
	})
	s := samples{}
	for i, j := range jobs {
		s[j.name] = found[i]
	}
	return s, err
}

// explore searches for the target of one subject with each seed.
func (l *lab) explore(ctx context.Context, dir, fn string) (all []float64, err error) {
	target, err := list.Target(os.DirFS(filepath.Join(l.subjects, dir)), fn)
	if err != nil {
		return nil, err
	}
	for _, seed := range l.many(fitnexSeeds) {
		var e exploration
		if err := run(ctx, l.subjects, l.tool, &e, "explore", "-strategy", "auto", "-runs", fmt.Sprint(fitnexRuns), "-seed", fmt.Sprint(seed), "-target", target, "./"+dir+"."+fn); err != nil {
			return all, err
		}
		runs := float64(e.Targets[0].Runs)
		if runs == 0 {
			runs = fitnexRuns + 1
		}
		all = append(all, runs)
	}
	return all, nil
}

// judgeFitnex allows no target to be lost and the geometric mean of the median runs to grow
// by five percent. The first set is reported, and so is each subject that a set loses or gains.
func judgeFitnex(stored, now samples) []line {
	var lines []line
	for _, set := range []string{"fourth", "fifth", "first"} {
		if len(named(now, set)) == 0 {
			continue // not measured
		}
		was, is := tally(stored, now, set), tally(now, now, set)
		reached, runs := set+": targets reached in the median", set+": geometric mean of runs"
		if set == "first" {
			lines = append(lines, report(reached, was.reached, is.reached), report(runs, was.runs, is.runs))
		} else {
			lines = append(lines, fewest(reached, was.reached, is.reached), gain(runs, was.runs, is.runs, 0.05))
		}
		lines = append(lines, report(set+": searches that reach the target", was.searches, is.searches))
	}
	return lines
}

// A tallied set has what is compared of it.
type tallied struct{ reached, searches, runs float64 }

// tally sums up the subjects of a set that are in now, too.
func tally(s, now samples, set string) tallied {
	var t tallied
	var medians []float64
	for _, name := range named(now, set) {
		m := experiment.Median(s[name])
		medians = append(medians, min(m, fitnexRuns))
		if m <= fitnexRuns {
			t.reached++
		}
		for _, runs := range s[name] {
			if runs <= fitnexRuns {
				t.searches++
			}
		}
	}
	t.runs = geometric(medians)
	return t
}

// named lists the subjects of a set.
func named(s samples, set string) (names []string) {
	for name := range s {
		if strings.HasPrefix(name, set+"/") {
			names = append(names, name)
		}
	}
	return names
}
