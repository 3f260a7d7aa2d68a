package explore

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"nearmiss/input"
	"nearmiss/internal/report"
)

// longCall is the number of characters to which a printed call is cut.
const longCall = 160

// WriteText writes the result as text.
func (r *Result) WriteText(w io.Writer) {
	fmt.Fprintf(w, "%s: %d of %d branches reached in %s%s\n", r.Function, r.Reached(), len(r.Targets), count(r.Runs, "run"), r.illegalPhrase())
	r.writeReached(w)
	r.writeOpen(w)
	r.writeInvariants(w)
	fmt.Fprintln(w)
	search := fmt.Sprintf("search: %s, seed %d, %v", r.Strategy, r.Seed, time.Duration(r.ElapsedMS)*time.Millisecond)
	if r.Interrupted {
		search += " (interrupted)"
	}
	part := func(ms int64) string { return fmt.Sprintf("%.1f%%", 100*float64(ms)/float64(max(r.ElapsedMS, 1))) }
	fmt.Fprintf(w, "%s, %s, %s of the time in the solver, %s in the strategy\n", search, report.Numbered(int(r.Queries), "query", "queries"), part(r.SolverMS), part(r.StrategyMS))
	fmt.Fprintf(w, "tree: %s; of the sides asked for, %d infeasible, %d unknown", count(r.Nodes, "node"), r.Infeasible, r.numUnknown())
	if r.Open > 0 && r.numTaken() < len(r.Targets) {
		fmt.Fprintf(w, "; %s left open", count(r.Open, "node"))
	}
	if r.Dropped > 0 {
		fmt.Fprintf(w, "; %s dropped", count(r.Dropped, "decision"))
	}
	fmt.Fprintln(w)
	if len(r.Ends) > 0 {
		fmt.Fprintf(w, "runs: %s", r.endCounts())
		fmt.Fprintln(w)
	}
	for _, n := range r.Notes {
		fmt.Fprintln(w, "note: "+n)
	}
}

// writeReached writes the table of the targets that were reached.
func (r *Result) writeReached(w io.Writer) {
	if r.numTaken() == 0 {
		return
	}
	fmt.Fprintln(w)
	decided := slices.ContainsFunc(r.Targets, func(t Target) bool { return t.Decides != "" })
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := "  branch\truns\tinput"
	if decided {
		head = "  branch\truns\tneeds first\tinput"
	}
	fmt.Fprintln(tw, head)
	for _, t := range r.Targets {
		if t.Runs == 0 {
			continue
		}
		fmt.Fprintf(tw, "  %s\t%4d\t", t.Branch, t.Runs)
		if decided {
			fmt.Fprintf(tw, "%s\t", shortenCall(cmp.Or(t.Decides, "-")))
		}
		fmt.Fprintln(tw, shortenCall(t.Input)+t.illegalMark())
	}
	tw.Flush()
}

// writeInvariants writes the table of invariants of the observed states.
func (r *Result) writeInvariants(w io.Writer) {
	if len(r.Invariants) == 0 {
		return
	}
	fmt.Fprintln(w, "\nheld in all states seen, which is no proof:")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "  invariant\tstates")
	for _, i := range r.Invariants {
		fmt.Fprintf(tw, "  %s\t%6d\n", i.Text, i.States)
	}
	tw.Flush()
}

// illegalPhrase returns a phrase with the number of targets that Reached leaves out.
func (r *Result) illegalPhrase() string {
	if r.Illegal() == 0 {
		return ""
	}
	return fmt.Sprintf(", %d more only in states that no call made", r.Illegal())
}

// illegalMark marks an input that is not legal.
func (t *Target) illegalMark() string {
	if !t.Illegal {
		return ""
	}
	return " (" + input.RawLiteral.String() + ")"
}

// writeOpen writes the targets that were not reached, with the reasons.
func (r *Result) writeOpen(w io.Writer) {
	if r.numTaken() == len(r.Targets) {
		return
	}
	fmt.Fprintln(w, "\nnot reached:")
	for _, t := range r.Targets {
		if t.Runs > 0 {
			continue
		}
		fmt.Fprintf(w, "  %s  %s: %s: %s\n", t.Branch, t.Condition, t.Why, t.Reason)
		if t.Nearest != "" {
			fmt.Fprintf(w, "    nearest: %s\n", shortenCall(t.Nearest))
		}
		if t.Forbids != nil {
			fmt.Fprintf(w, "    seems to be forbidden by: %s\n", strings.Join(t.Forbids, " and "))
		}
	}
}

// endCounts counts runs by kind of end, the most frequent kind first.
func (r *Result) endCounts() string {
	var parts []string
	for _, k := range report.MostFrequent(r.Ends) {
		parts = append(parts, fmt.Sprintf("%d %s", r.Ends[k], k))
	}
	if r.Crashes > 0 {
		parts = append(parts, fmt.Sprintf("natively %d ended the process", r.Crashes))
	}
	return strings.Join(parts, ", ")
}

func shortenCall(call string) string {
	if r := []rune(call); len(r) > longCall {
		return fmt.Sprintf("%s … (%d bytes; -json has all of it)", string(r[:longCall]), len(call))
	}
	return call
}
