package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxPanics is the largest number of panics that the table shows without -v.
const maxPanics = 10

// NilReceiver is the Setup of a panic of a method on a nil receiver. Methods panic on nil by
// convention, so the table leaves these panics out without -v.
const NilReceiver = "nil receiver"

// writePanics lists the places where functions can panic, the likeliest faults first.
func (r *Report) writePanics(out io.Writer, verbose bool) {
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
				rows = append(rows, row{f.Panics[i].weight(), f.Panics[i].description(f.Name)})
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	slices.SortStableFunc(rows, func(a, b row) int { return a.weight - b.weight })
	fmt.Fprintf(out, "\ncan panic, at %s:\n", Numbered(len(rows), "place", "places"))
	for i, x := range rows {
		if i == maxPanics && !verbose {
			fmt.Fprintf(out, "  and %d more (-v lists them)\n", len(rows)-i)
			return
		}
		fmt.Fprintln(out, "  "+x.text)
	}
}

// maxCallChars is the length of the longest call that is printed whole, in characters.
const maxCallChars = 100

func shortened(call string) string {
	if r := []rune(call); len(r) > maxCallChars {
		return string(r[:maxCallChars-1]) + "…"
	}
	return call
}

// weight is the key by which panics are listed, in ascending order: first suspected faults, then
// panics on purpose, then panics that need unusual inputs.
func (p *Panic) weight() int {
	w := 0
	for bit, set := range [...]bool{p.Internal, p.Documented, p.Explicit, p.Setup != "", p.Setup == NilReceiver} {
		if set {
			w += 1 << bit
		}
	}
	return w
}

// description describes a panic: its site, its kind and a call that causes it.
func (p *Panic) description(fn string) string {
	what := p.Kind + ": " + p.Expr
	if p.Explicit {
		what = p.Expr
	}
	text := fmt.Sprintf("%s  %s: %s", p.Site, fn, what)
	if p.Call != "" {
		text += " by " + shortened(strings.Join(strings.Fields(p.Call), " "))
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
	if p.Test != "" {
		remarks = append(remarks, "tested")
	}
	if len(remarks) > 0 {
		text += " (" + strings.Join(remarks, ", ") + ")"
	}
	return text
}
