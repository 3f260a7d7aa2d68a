package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// mostPanics is how many panics the table shows unless all are asked for.
const mostPanics = 10

// NilReceiver is the setup of a panic that is no news: methods panic on nil by
// convention. The list leaves it out unless all panics are asked for.
const NilReceiver = "nil receiver"

// writePanics lists where functions can panic, what looks most like a fault
// first.
func (r *Report) writePanics(w io.Writer, verbose bool) {
	type row struct {
		weight int
		text   string
	}
	var rows []row
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			for i := range f.Panics {
				if f.Panics[i].Setup == NilReceiver && !verbose {
					continue
				}
				rows = append(rows, row{f.Panics[i].weight(), f.Panics[i].words(f.Name)})
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b row) int { return a.weight - b.weight })
	fmt.Fprintf(w, "\ncan panic, at %s:\n", Numbered(len(rows), "place", "places"))
	for i, x := range rows {
		if i == mostPanics && !verbose {
			fmt.Fprintf(w, "  and %d more (-v lists them)\n", len(rows)-i)
			return
		}
		fmt.Fprintln(w, "  "+x.text)
	}
}

// mostCall is how much of a call is listed, in characters.
const mostCall = 100

func shortened(call string) string {
	if r := []rune(call); len(r) > mostCall {
		return string(r[:mostCall-1]) + "…"
	}
	return call
}

// weight orders panics: suspected faults, panics on purpose, and what takes
// strange inputs.
func (p *Panic) weight() int {
	w := 0
	for bit, set := range [...]bool{p.Internal, p.Documented, p.Explicit, p.Setup != "", p.Setup == NilReceiver} {
		if set {
			w += 1 << bit
		}
	}
	return w
}

// words says what happens where, and with which call.
func (p *Panic) words(fn string) string {
	what := p.Kind + ": " + p.Expr
	if p.Explicit {
		what = p.Expr
	}
	s := fmt.Sprintf("%s  %s: %s", p.Site, fn, what)
	if p.Call != "" {
		s += " by " + shortened(strings.Join(strings.Fields(p.Call), " "))
	}
	var remarks []string
	if p.Explicit {
		remarks = append(remarks, "on purpose")
	}
	if p.Documented {
		remarks = append(remarks, "documented")
	}
	if p.Setup != "" {
		remarks = append(remarks, p.Setup)
	}
	if len(remarks) > 0 {
		s += " (" + strings.Join(remarks, ", ") + ")"
	}
	return s
}
