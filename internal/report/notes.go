package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// More than maxSameNotes notes of the same text become one note, which names numNamed of their
// subjects.
const (
	maxSameNotes = 3
	numNamed     = 2
)

func (r *Report) writeNotes(out io.Writer, verbose bool) {
	notes := slices.Clone(r.Notes)
	for _, p := range r.Packages {
		notes = append(notes, p.Notes...)
	}
	if len(notes) == 0 {
		return
	}
	if !verbose {
		notes = mergeNotes(notes)
	}
	fmt.Fprintln(out, "\nnotes:")
	for _, n := range notes {
		s := n.Text
		if n.Position != "" {
			s = n.Position + ": " + s
		}
		if n.Count > 1 {
			s += fmt.Sprintf(" (%d)", n.Count)
		}
		if n.Call != "" {
			s += ": " + strings.ReplaceAll(n.Call, "\n", " ")
		}
		fmt.Fprintln(out, "  "+s)
	}
}

// ShorterCall returns the shorter of two calls. An empty string is an unknown call.
func ShorterCall(a, b string) string {
	if a == "" || b != "" && len(b) < len(a) {
		return b
	}
	return a
}

// withoutSubject returns the text of a note without its subject.
func (n *Note) withoutSubject() string { return strings.TrimPrefix(n.Text, n.About+": ") }

// mergeNotes merges the notes that have the same text about more than maxSameNotes subjects into
// one note, in the place of the first.
func mergeNotes(notes []Note) (out []Note) {
	alike := map[string][]Note{}
	for _, n := range notes {
		if n.About != "" {
			alike[n.withoutSubject()] = append(alike[n.withoutSubject()], n)
		}
	}
	for _, n := range notes {
		list := alike[n.withoutSubject()]
		switch {
		case n.About == "" || len(list) <= maxSameNotes:
			out = append(out, n)
		case n == list[0]:
			out = append(out, mergedNote(list))
		}
	}
	return out
}

// mergedNote returns one note for several notes of the same text.
func mergedNote(list []Note) Note {
	var names []string
	times, call := 0, ""
	for _, n := range list {
		times += max(n.Count, 1)
		call = ShorterCall(call, n.Call)
		if !slices.Contains(names, n.About) {
			names = append(names, n.About)
		}
	}
	return Note{Text: fmt.Sprintf("%s: %s (%d in all; -v lists them)", FirstOf(names, numNamed), list[0].withoutSubject(), times), Call: call}
}

// FirstOf names the first n elements of a list and counts the remaining ones.
func FirstOf(list []string, n int) string {
	text := strings.Join(list[:min(len(list), n)], ", ")
	if more := len(list) - n; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// MostFrequent returns the keys by descending counts, keys of equal counts in alphabetical order.
func MostFrequent(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
}
