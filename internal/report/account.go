package report

import (
	"fmt"
	"io"
	"slices"
)

// An Account says what has become of the branches that some run took: Found is the sum of Written
// and of the branches in Withheld.
type Account struct {
	Found    int        `json:"found"`
	Written  int        `json:"written"`  // a test takes them
	Withheld []Withheld `json:"withheld"` // no test takes them; each counts under one reason
}

// Withheld counts what was found and has no test for one reason.
type Withheld struct {
	Reason   string `json:"reason"`        // one word
	Text     string `json:"text"`          // what is said of a branch after "a run took it, but", and what helps
	How      string `json:"how,omitempty"` // for cases that act outside their process: the act of the first
	Branches int    `json:"branches"`
	Cases    int    `json:"cases"` // that have no test at all, also those of functions without branches
}

// Row returns the counts for a reason, which it adds if it is new.
func (a *Account) Row(reason, text string) *Withheld {
	i := slices.IndexFunc(a.Withheld, func(w Withheld) bool { return w.Reason == reason })
	if i < 0 {
		i = len(a.Withheld)
		a.Withheld = append(a.Withheld, Withheld{Reason: reason, Text: text})
	}
	return &a.Withheld[i]
}

// add adds the counts of b to a.
func (a *Account) add(b *Account) {
	a.Found, a.Written = a.Found+b.Found, a.Written+b.Written
	for _, w := range b.Withheld {
		row := a.Row(w.Reason, w.Text)
		row.Branches, row.Cases = row.Branches+w.Branches, row.Cases+w.Cases
	}
}

// write prints the sum and the reasons, the most frequent first, unless everything has a test.
func (a *Account) write(out io.Writer) {
	if len(a.Withheld) == 0 {
		return
	}
	rows := slices.Clone(a.Withheld)
	slices.SortStableFunc(rows, func(v, w Withheld) int { return w.Branches - v.Branches })
	fmt.Fprintf(out, "found: %s = %d written + %d withheld\n", Numbered(a.Found, "branch", "branches"), a.Written, a.Found-a.Written)
	for _, w := range rows {
		what := Numbered(w.Branches, "branch", "branches")
		switch {
		case w.Branches == 0:
			what = Numbered(w.Cases, "case", "cases")
		case w.Cases > 0:
			what += ", " + Numbered(w.Cases, "case", "cases")
		}
		fmt.Fprintf(out, "  %s: %s\n", what, w.Text)
	}
}
