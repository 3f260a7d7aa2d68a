package report

import (
	"fmt"
	"strings"
	"testing"
)

// TestNotesTogether: notes that say the same about many are one, which counts
// them all; -v lists them, and JSON has them.
func TestNotesTogether(t *testing.T) {
	var notes []Note
	add := func(about, text string, count int) {
		notes = append(notes, Note{Text: about + ": " + text, About: about, Count: count})
	}
	notes = append(notes, Note{Text: "first"})
	for i := range 5 {
		add(fmt.Sprintf("f%d", i), "out of memory", i)
		if i < maxSameNotes {
			add(fmt.Sprintf("f%d", i), "a hang", 1)
		}
	}
	notes[len(notes)-1].Call, notes[len(notes)-2].Call = "f4(1)", "f3(\n\t2)"
	r := &Report{Packages: []Package{{Notes: notes}}}
	for verbose, want := range map[bool][]string{
		false: {"first", "f0, f1 and 3 more: out of memory (11 in all; -v lists them): f4(1)", "f0: a hang", "f1: a hang", "f2: a hang"},
		true: {"first", "f0: out of memory", "f0: a hang", "f1: out of memory", "f1: a hang", "f2: out of memory (2)", "f2: a hang",
			"f3: out of memory (3): f3( \t2)", "f4: out of memory (4): f4(1)"},
	} {
		var b strings.Builder
		r.writeNotes(&b, verbose)
		if got := b.String(); got != "\nnotes:\n  "+strings.Join(want, "\n  ")+"\n" {
			t.Errorf("verbose %v: %s", verbose, got)
		}
	}
}

// TestSameReason: branches that are open for one reason are one line where
// they are many, but for -v, and the others are listed as ever.
func TestSameReason(t *testing.T) {
	var fs []Function
	for i := range 3 {
		f := Function{Name: fmt.Sprintf("F%d", i), Status: Searched}
		for j := range 4 {
			f.Uncovered = append(f.Uncovered, Uncovered{Branch: fmt.Sprintf("a.go:%d:%d/T", i, j), Why: WhyTime, Reason: Untried})
		}
		f.Uncovered = append(f.Uncovered, Uncovered{Branch: "a.go:9:9/T", Why: WhyUnreached}, Uncovered{Branch: "a.go:9:9/F", Why: WhyTime, Reason: "lost"})
		fs = append(fs, f)
	}
	r := &Report{Packages: []Package{{Functions: fs}}}
	rows := func(verbose bool) string {
		var b strings.Builder
		r.writeOpen(&b, verbose)
		return strings.TrimSpace(b.String())
	}
	want := "not covered:\n"
	for _, f := range fs {
		want += "  a.go:9:9/T  " + f.Name + ": no run came near\n  a.go:9:9/F  " + f.Name + ": lost\n"
	}
	if got := rows(false); got != want+"  12 branches of 3 functions: "+Untried+" (-v lists them)" {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := strings.Count(rows(true), "\n"); got != 18 {
		t.Errorf("%d rows with -v, want 18", got)
	}
	if n := len(fs[0].Uncovered); n != 6 {
		t.Errorf("%d branches are left in the report, want 6", n)
	}
	fs = fs[:2]
	r.Packages[0].Functions = fs
	if got := rows(false); strings.Contains(got, "of 2 functions") || !strings.Contains(got, "F1: and 3 more") {
		t.Errorf("a few of a kind:\n%s", got)
	}
}

// TestFirstOf: a few are named, and the others counted.
func TestFirstOf(t *testing.T) {
	for n, want := range []string{"", "a", "a, b", "a, b, c", "a, b, c and 1 more", "a, b, c and 2 more"} {
		if got := FirstOf([]string{"a", "b", "c", "d", "e"}[:n], 3); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
