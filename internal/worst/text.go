package worst

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// maxCallText is the maximum number of bytes of a call in the text form.
const maxCallText = 2000

// WriteText writes the result as text for the terminal.
func (r *Result) WriteText(w io.Writer) {
	size := ""
	if r.Size > 0 {
		size = fmt.Sprintf(" of size %d", r.Size)
	}
	if r.run != nil && uncountedReason(r.run) != "" {
		fmt.Fprintf(w, "%s%s: the worst input was not counted", r.Function, size)
	} else {
		fmt.Fprintf(w, "%s%s: %d %s at worst", r.Function, size, r.Cost.Worst, r.Cost.Metric)
	}
	if r.Cut > 0 {
		fmt.Fprintf(w, ", of the runs that end within %d statements: %d did not, and may cost more", fuel, r.Cut)
	}
	if r.Complete {
		fmt.Fprint(w, ", and no input costs more: every path was taken")
	}
	fmt.Fprintf(w, "\na typical input: %d%s\n", r.Cost.Typical, ratioText(r.Cost.Worst, r.Cost.Typical))
	if len(r.Call) > maxCallText {
		fmt.Fprintf(w, "\n    %s … (%d bytes; -json and -o have all of it)\n\n", r.Call[:maxCallText], len(r.Call))
	} else {
		fmt.Fprintf(w, "\n    %s\n\n", r.Call)
	}
	var lines []string
	if r.Clauses > 0 {
		path := fmt.Sprintf("path condition: %d clauses", r.Clauses)
		if r.Concrete > 0 {
			path += fmt.Sprintf(", %d of them for values that were made concrete", r.Concrete)
		}
		if r.Solver != "" {
			path += ", solved by " + r.Solver
		}
		lines = append(lines, path)
	}
	search := fmt.Sprintf("search: %s, seed %d, %v", r.algorithm(), r.Seed, time.Duration(r.ElapsedMS)*time.Millisecond)
	if r.Interrupted {
		search += " (interrupted)"
	}
	if r.Paths > 0 {
		search += fmt.Sprintf(", %d paths, %d queries, %d%% of the time in the solver", r.Paths, r.Queries, 100*r.SolverMS/max(r.ElapsedMS, 1))
	}
	if r.Evals > 0 {
		search += fmt.Sprintf(", %d native runs", r.Evals)
	}
	lines = append(lines, search)
	for _, n := range r.Notes {
		lines = append(lines, "note: "+n)
	}
	for _, f := range r.Files {
		lines = append(lines, "wrote "+f)
	}
	fmt.Fprintln(w, strings.Join(lines, "\n"))
}

// algorithm returns the name of the algorithm, and those of its operators if they are not the
// default.
func (r *Result) algorithm() string {
	if r.Operators == "" {
		return r.Algo
	}
	return r.Algo + " over " + r.Operators
}

// ratioText returns the ratio of a to b as text, or "" if it is below 2 or b is 0.
func ratioText(a, b uint64) string {
	if b == 0 || a < 2*b {
		return ""
	}
	return fmt.Sprintf(" (the worst is %.1f times that)", float64(a)/float64(b))
}
