package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// MaxPanics is the largest number of panics that the table shows without -v.
const MaxPanics = 10

// NilReceiver is the Setup of a panic of a method on a nil receiver. Methods panic on nil by
// convention, so the table leaves these panics out without -v.
const NilReceiver = "nil receiver"

// A Ranked is a place at which a function can panic.
type Ranked struct {
	Func string
	*Panic
}

// Ranked returns the places of all packages at which functions can panic, the likeliest faults first.
func (r *Report) Ranked() (list []Ranked) {
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			for i := range f.Panics {
				list = append(list, Ranked{f.Name, &f.Panics[i]})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Ranked) int { return a.weight() - b.weight() })
	return list
}

// writePanics lists the places where functions can panic.
func (r *Report) writePanics(out io.Writer, verbose bool) {
	list := slices.DeleteFunc(r.Ranked(), func(p Ranked) bool { return p.Setup == NilReceiver && !verbose })
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(out, "\ncan panic, at %s:\n", Numbered(len(list), "place", "places"))
	for i, p := range list {
		if i == MaxPanics && !verbose {
			fmt.Fprintf(out, "  and %d more (-v lists them)\n", len(list)-i)
			return
		}
		fmt.Fprintln(out, "  "+p.description(p.Func))
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
