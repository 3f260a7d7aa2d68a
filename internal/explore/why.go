package explore

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/symexec"
)

// Why a target was not reached.
const (
	WhyInfeasible = "infeasible" // no input takes it
	WhyBound      = "bound"      // no input with lists within the bound takes it
	WhyUnknown    = "unknown"    // solvers had no answer
	WhyCut        = "cut"        // runs were not followed to their end
	WhyDropped    = "dropped"    // the tree outgrew its bound
	WhyDiverged   = "diverged"   // runs left the paths that they were made for
	WhyCrash      = "crash"      // what takes it ends its process
	WhyMismatch   = "mismatch"   // what takes it, by the executor, does not natively
	WhyBudget     = "budget"     // runs or time were used up
	WhyStopped    = "stopped"    // by the user
)

// why says what kept a target from being reached, and the same in words.
func (h *hunt) why(g *goal, r *Result, at sides) (why, reason string) {
	switch {
	case g.proof != "":
		return WhyInfeasible, "no input takes it: " + g.proof
	case g.ended != nil:
		return WhyCrash, fmt.Sprintf("the input that takes it ends its process (%s): %s", g.how, brief(h.s.call(g.ended)))
	case g.tries > 0:
		return WhyMismatch, count(g.tries, "input") + " were to take it, and did not natively"
	case r.Status == StatusStopped:
		return WhyStopped, "interrupted" + g.far() + at.asked()
	case r.Status == StatusBudget:
		return WhyBudget, h.used(r) + g.far() + at.asked()
	}
	// Every side of every node was taken or asked for.
	cut := 0
	for kind, n := range r.Ends {
		if kind != symexec.Returned.String() && kind != symexec.Panicked.String() && kind != symexec.Unbuilt.String() {
			cut += n
		}
	}
	unknown := 0
	for _, n := range r.Unknown {
		unknown += n
	}
	switch {
	case at.unknown > 0:
		return WhyUnknown, fmt.Sprintf("no solver could say on %s whether it can be taken (%s)", count(at.unknown, "path"), mostOften(r.Unknown))
	case r.Dropped > 0:
		return WhyDropped, fmt.Sprintf("what lies beyond %s of the tree was not explored%s", count(h.opt.Nodes, "node"), g.far())
	case unknown > 0:
		return WhyUnknown, fmt.Sprintf("no solver had an answer on the way there, %d times (%s)%s", unknown, mostOften(r.Unknown), g.far())
	case cut > 0:
		return WhyCut, count(cut, "run") + " could not be followed to the end" + g.far() + at.asked()
	case r.Diverged > 0:
		return WhyDiverged, count(r.Diverged, "run") + " left the path that they were made for" + g.far() + at.asked()
	case h.p != nil && h.p.outside != "":
		return WhyCut, "every path was taken on which " + h.p.outside + g.far()
	case chooses(h.s.subject.Fn.Sig):
		return WhyBound, "every path of inputs that are made like the first one was taken" + g.far()
	case bounded(h.s.subject.Fn.Sig):
		return WhyBound, fmt.Sprintf("every path of inputs with lists of at most %s%s was taken%s", count(h.opt.Bound, "element"), deep(h.s.subject.Fn.Sig), g.far())
	}
	return WhyInfeasible, "no input takes it: every path was taken"
}

// used says which budget is used up.
func (h *hunt) used(r *Result) string {
	if r.Runs >= h.opt.Runs {
		return count(r.Runs, "run") + " are used up"
	}
	return "the time is used up"
}

// far says how near the runs came.
func (g *goal) far() string {
	switch {
	case g.near.Reached && !isInf(g.near.Distance):
		return fmt.Sprintf("; the nearest is %.6g away", g.near.Distance)
	case g.near.Reached:
		return "; runs come to its condition"
	}
	return "; no run comes to its condition"
}

// sides counts what became of the sides of nodes that are instances of one
// branch.
type sides struct{ infeasible, unknown, open int }

// asked says what is known of flips to a branch.
func (s sides) asked() string {
	text := ""
	if s.infeasible > 0 {
		text = fmt.Sprintf("; it contradicts %s to it", count(s.infeasible, "path"))
	}
	if s.unknown > 0 {
		text += fmt.Sprintf("; of %s no solver knows whether it does", count(s.unknown, "path"))
	}
	return text
}

// tally counts by branch, over the whole tree.
func tally(root *dse.Node) map[uint32]sides {
	all := map[uint32]sides{}
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
		case dse.Open:
			s.open++
		}
		all[b] = s
	})
	return all
}

// walk visits the nodes of a tree, each before what is behind it, the true
// side first.
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

// mostOften is the reason that was given most often.
func mostOften(reasons map[string]int) string {
	names := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(reasons[b], reasons[a]), cmp.Compare(a, b))
	})
	if len(names) == 0 {
		return "no reason"
	}
	parts := strings.Split(strings.TrimSuffix(names[0], "."), "; ")
	return brief(cmp.Or(parts[len(parts)-1], "no reason"))
}

// bounded reports whether inputs have lists.
func bounded(sig *input.Signature) bool {
	return anyType(sig, func(t *input.Type) bool {
		return t.Kind == input.String || t.Kind == input.Slice || t.Kind == input.Map || t.Kind == input.Pointer
	})
}

// deep says what else bounds inputs with pointers.
func deep(sig *input.Signature) string {
	if anyType(sig, func(t *input.Type) bool { return t.Kind == input.Pointer }) {
		return ", and no long chains of pointers,"
	}
	return ""
}

// chooses reports whether inputs have several structures beside their lengths.
func chooses(sig *input.Signature) bool {
	return anyType(sig, func(t *input.Type) bool { return t.Kind == input.Choice })
}

// anyType reports whether a type within those of the inputs is so.
func anyType(sig *input.Signature, is func(*input.Type) bool) bool {
	for i := range sig.Inputs() {
		if within(sig.Input(i).Type, is) {
			return true
		}
	}
	return false
}

// within reports whether a type, or one that it is made of, is so. What choices
// are made from is not looked at.
func within(t *input.Type, is func(*input.Type) bool) bool {
	seen := map[*input.Type]bool{}
	var in func(t *input.Type) bool
	in = func(t *input.Type) bool {
		if t == nil || seen[t] {
			return false
		}
		seen[t] = true
		return is(t) || in(t.Elem) || in(t.Key) || slices.ContainsFunc(t.Fields, func(f input.Field) bool { return in(f.Type) })
	}
	return in(t)
}

func isInf(v float64) bool { return math.IsInf(v, 0) || math.IsNaN(v) }

func finite(v float64) *float64 {
	if isInf(v) {
		return nil
	}
	return &v
}

// brief cuts a long text.
func brief(text string) string {
	const most = 200
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}
