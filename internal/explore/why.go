package explore

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"nearmiss/dse"
	"nearmiss/internal/report"
	"nearmiss/symexec"
)

// Reasons why a target was not reached.
const (
	WhyInfeasible = "infeasible" // no input takes it
	WhyBound      = "bound"      // no input within the bounds of the search on length and structure takes it
	WhyUnknown    = "unknown"    // solvers had no answer
	WhyCut        = "cut"        // runs were not followed to their end, or an assumption outside the input was not varied
	WhyDropped    = "dropped"    // the tree outgrew its bound
	WhyDiverged   = "diverged"   // runs left their predicted path
	WhyCrash      = "crash"      // the input that takes it ends its process
	WhyMismatch   = "mismatch"   // machine code behaves differently from the executor
	WhyDeclined   = "declined"   // the strategy left nodes open, but flips none of them
	WhyBudget     = "budget"     // runs or time were used up
	WhyStopped    = "stopped"    // by the user
)

// whyOpen returns the reason why a target was not reached, as a constant and in words.
func (e *exploration) whyOpen(g *goal, r *Result, at sideCounts) (why, reason string) {
	switch {
	case g.proof != "":
		return WhyInfeasible, "no input takes it: " + g.proof
	case g.endingInput != nil:
		return WhyCrash, fmt.Sprintf("the input that takes it ends its process (%s): %s", g.howEnded, cutText(e.s.callText(g.endingInput)))
	case g.failedTries > 0:
		return WhyMismatch, count(g.failedTries, "input") + " were to take it, and did not natively"
	case r.complete:
		return e.proofConclusion(g)
	case r.Status == StatusStopped:
		return WhyStopped, "interrupted" + g.distancePhrase() + at.flipResults()
	case r.Status == StatusBudget:
		return WhyBudget, e.usedBudget(r) + g.distancePhrase() + at.flipResults()
	case r.Open > 0:
		return WhyDeclined, fmt.Sprintf("strategy %s stopped with %s untried%s%s; -strategy %s goes on there", r.Strategy, count(r.Open, "open node"), g.distancePhrase(), at.flipResults(), autoStrategy)
	}
	return e.whyLost(g, r, at)
}

// whyLost returns the reason in a search that has no open side left and no budget used up, but did
// not follow every path to its end.
func (e *exploration) whyLost(g *goal, r *Result, at sideCounts) (why, reason string) {
	cut := 0
	for kind, n := range r.Ends {
		if kind != symexec.Returned.String() && kind != symexec.Panicked.String() && kind != symexec.Unbuilt.String() {
			cut += n
		}
	}
	switch unknown := r.numUnknown(); {
	case e.p.states != nil && at.unknown > 0:
		return WhyUnknown, "no sequence of calls was found that makes a state for it, on " + count(at.unknown, "path") + g.distancePhrase()
	case e.p.states != nil && unknown > 0:
		return WhyUnknown, fmt.Sprintf("no sequence of calls was found that makes a state on the way there, %d times%s", unknown, g.distancePhrase())
	case at.unknown > 0:
		return WhyUnknown, fmt.Sprintf("no solver could say on %s whether it can be taken (%s)", count(at.unknown, "path"), mostOften(r.Unknown))
	case r.Dropped > 0:
		return WhyDropped, fmt.Sprintf("what lies beyond %s of the tree was not explored%s", count(e.opt.Nodes, "node"), g.distancePhrase())
	case unknown > 0:
		return WhyUnknown, fmt.Sprintf("no solver had an answer on the way there, %d times (%s)%s", unknown, mostOften(r.Unknown), g.distancePhrase())
	case cut > 0:
		return WhyCut, count(cut, "run") + " could not be followed to the end" + g.distancePhrase() + at.flipResults()
	case r.Diverged > 0:
		return WhyDiverged, count(r.Diverged, "run") + " left the path that they were made for" + g.distancePhrase() + at.flipResults()
	}
	panic("explore: BUG: a tree is not complete, and nothing is missing")
}

// usedBudget names the budget that is used up.
func (e *exploration) usedBudget(r *Result) string {
	if r.Runs >= e.opt.Runs {
		return count(r.Runs, "run") + " are used up"
	}
	return "the time is used up"
}

// distancePhrase returns a phrase with the smallest distance of the runs.
func (g *goal) distancePhrase() string {
	switch {
	case g.near.Reached && isFinite(g.near.Distance):
		return fmt.Sprintf("; the nearest is %.6g away", g.near.Distance)
	case g.near.Reached:
		return "; runs come to its condition"
	}
	return "; no run comes to its condition"
}

// sideCounts counts the untaken sides of nodes that are instances of one branch, by state.
type sideCounts struct{ infeasible, unknown int }

// flipResults returns a phrase with the results of flips to a branch.
func (s sideCounts) flipResults() string {
	text := ""
	if s.infeasible > 0 {
		text = fmt.Sprintf("; it contradicts %s to it", count(s.infeasible, "path"))
	}
	if s.unknown > 0 {
		text += fmt.Sprintf("; of %s no solver knows whether it does", count(s.unknown, "path"))
	}
	return text
}

// countSides counts untaken sides by branch over the whole tree.
func countSides(root *dse.Node) map[uint32]sideCounts {
	all := map[uint32]sideCounts{}
	walk(root, func(n *dse.Node) {
		if n.Site.Cond < 0 {
			return
		}
		b := uint32(2 * n.Site.Cond)
		if !n.Side {
			b++
		}
		s := all[b]
		switch n.State() {
		case dse.Infeasible:
			s.infeasible++
		case dse.Unknown:
			s.unknown++
		}
		all[b] = s
	})
	return all
}

// walk visits the nodes of a tree, each before its children, the child on the true side first.
func walk(root *dse.Node, visit func(*dse.Node)) {
	if root == nil {
		return
	}
	for stack := []*dse.Node{root}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visit(n)
		for _, side := range []bool{false, true} {
			if c := n.Child(side); c != nil {
				stack = append(stack, c)
			}
		}
	}
}

// mostOften returns the most frequent reason, shortened.
func mostOften(reasons map[string]int) string {
	names := report.MostFrequent(reasons)
	if len(names) == 0 {
		return "no reason"
	}
	parts := strings.Split(strings.TrimSuffix(names[0], "."), "; ")
	return cutText(cmp.Or(parts[len(parts)-1], "no reason"))
}

func isFinite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }

func finite(v float64) *float64 {
	if !isFinite(v) {
		return nil
	}
	return &v
}

// cutText cuts a long text.
func cutText(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
