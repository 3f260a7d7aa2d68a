package report

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// Fuzz is the result of the command fuzz.
type Fuzz struct {
	Seed    uint64        `json:"seed"`
	Targets []*FuzzTarget `json:"targets"`
}

// FuzzTarget is the result of the search of one fuzz target. The branches are those of its package that it can reach.
type FuzzTarget struct {
	Package     string        `json:"package"`
	Name        string        `json:"name"`
	Position    string        `json:"position"`
	Reason      string        `json:"reason,omitempty"` // why it was not searched
	Branches    int           `json:"branches"`
	Corpus      int           `json:"corpus"`         // entries of the corpus, f.Add included
	Before      int           `json:"corpus_covered"` // branches that these take
	Covered     int           `json:"covered"`
	Evaluations uint64        `json:"evaluations"`
	Failures    []FuzzFailure `json:"failures"`
	Written     int           `json:"written"` // inputs without a failure

	Elapsed time.Duration `json:"-"`
}

// FuzzFailure is an input with which a target fails.
type FuzzFailure struct {
	Text     string `json:"text"`
	Position string `json:"position,omitempty"` // of a panic
	Input    string `json:"input"`              // as in a file of the corpus
	Name     string `json:"name"`               // of its file
	File     string `json:"file,omitempty"`     // path, if it was written
	Seed     bool   `json:"seed"`               // it was in the corpus
}

// WriteJSON writes the result as one indented JSON value with a final newline.
func (r *Fuzz) WriteJSON(w io.Writer) error {
	for _, t := range r.Targets {
		t.Failures = List(t.Failures)
	}
	return Encode(w, r)
}

// mostInput is the longest input that the text shows.
const mostInput = 300

// WriteText writes the result for people.
func (r *Fuzz) WriteText(w io.Writer) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "target\tbranches\tcorpus\tfound\tevaluations\ttime")
	for _, t := range r.Targets {
		if t.Reason == "" {
			fmt.Fprintf(tw, "%s.%s\t%d\t%s\t%s\t%s\t%s\n", t.Package, t.Name, t.Branches, share(t.Before, t.Branches), share(t.Covered, t.Branches),
				Count(int64(t.Evaluations)), Elapsed(t.Elapsed))
		}
	}
	tw.Flush()
	for _, t := range r.Targets {
		for _, f := range t.Failures {
			fmt.Fprintf(w, "\n%s fails: %s", t.Name, PrintableLine(f.Text))
			if f.Position != "" {
				fmt.Fprintf(w, " (%s)", f.Position)
			}
			input := f.Input
			if len(input) > mostInput {
				input = input[:mostInput] + "…"
			}
			fmt.Fprintf(w, "\n  %s\n", input)
			switch {
			case f.File != "":
				fmt.Fprintf(w, "  wrote %s\n  go test -run '^%s$/^%s$' %s\n", f.File, t.Name, f.Name, t.Package)
			case f.Seed:
				fmt.Fprintf(w, "  it is in the corpus: go test -run '^%s$' %s\n", t.Name, t.Package)
			}
		}
		if t.Written > 0 {
			fmt.Fprintf(w, "\nwrote %s of %s to testdata/fuzz/%s\n", Numbered(t.Written, "input", "inputs"), t.Name, t.Name)
		}
	}
}

// Fails reports whether a target fails.
func (r *Fuzz) Fails() bool {
	for _, t := range r.Targets {
		if len(t.Failures) > 0 {
			return true
		}
	}
	return false
}
