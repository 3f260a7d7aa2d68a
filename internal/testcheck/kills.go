package testcheck

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nearmiss/internal/oracle"
)

// A Kill is a case that fails with a mutant and not without.
type Kill struct {
	Case   int         // its number (Case.ID)
	Checks []oracle.ID // the checks that failed, without their levels; none if they are not known
}

// killsIn returns the cases that failed in a run or were running at its end, but do not fail without a mutant, and the
// name of the last of them.
func (n *Noticer) killsIn(o *outcome) (kills []Kill, last string) {
	in := -1 // the test of the last of them
	for i, f := range n.suite.Funcs {
		for j := range f.Cases {
			name := n.suite.Subtest(i, j)
			t := o.tests[name]
			if id := f.Cases[j].ID; t != nil && (t.fails > 0 || t.running) && !n.failing[id] {
				kills, in, last = append(kills, Kill{Case: id, Checks: n.checksIn(i, slices.Concat(t.output, t.current))}), i, name
			}
		}
	}
	if k := len(kills) - 1; k >= 0 && !o.finished && kills[k].Checks == nil {
		kills[k].Checks = n.checkBehind(in, panicStack(o))
	}
	return kills, last
}

// checksIn returns the checks of test i that have logged.
func (n *Noticer) checksIn(i int, output []string) (list []oracle.ID) {
	for _, d := range n.loggedPlaces(output) {
		if p := n.suite.At(d.file, d.pos.Line); p.Func == i && p.Asserts && !slices.Contains(list, p.Check().Whole()) {
			list = append(list, p.Check().Whole())
		}
	}
	return list
}

// checkBehind returns the next check of test i behind the line that has panicked: of what is called there or later.
func (n *Noticer) checkBehind(i int, stack string) []oracle.ID {
	for _, text := range slices.Backward(strings.Split(stack, "\n")) {
		m := stackLine.FindStringSubmatch(text)
		if m == nil || n.suiteName(filepath.Base(m[1])) == "" {
			continue
		}
		file := n.suiteName(filepath.Base(m[1]))
		for at, _ := strconv.Atoi(m[2]); n.suite.At(file, at).Func == i; at++ {
			if p := n.suite.At(file, at); p.Asserts {
				return []oracle.ID{p.Check().Whole()}
			}
		}
		return nil
	}
	return nil
}
