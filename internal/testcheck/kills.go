package testcheck

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nearmiss/internal/mutant"
	"nearmiss/internal/oracle"
)

// A Kill is a case that fails with a mutant and not without.
type Kill struct {
	Case   int         // its number (Case.ID)
	Checks []oracle.ID // the checks that failed, without their levels; none if they are not known
}

// killsIn returns the cases that failed in a run with a mutant, or were running when the process ended, but do not fail without
// a mutant. over tells that the run has come to its end.
func (n *Noticer) killsIn(o *outcome, over bool) (kills []Kill) {
	for i, f := range n.suite.Funcs {
		for j := range f.Cases {
			name := n.suite.Subtest(i, j)
			t := o.tests[name]
			if t == nil || t.fails == 0 && !t.running || n.failsAnyway(name) {
				continue
			}
			output := slices.Concat(t.output, t.current)
			k := Kill{Case: f.Cases[j].ID, Checks: n.checksIn(i, output)}
			if k.Checks == nil && over {
				_, stack, _ := strings.Cut(strings.Join(output, ""), mutant.PanicText)
				k.Checks = n.checkBehind(i, stack)
			} else if k.Checks == nil {
				k.Checks = n.checkBehind(i, panicStack(o))
			}
			kills = append(kills, k)
		}
	}
	return kills
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

// checkBehind returns the next check of test i behind the line that has panicked: the check of a call there or later.
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
