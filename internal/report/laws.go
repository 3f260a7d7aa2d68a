package report

import (
	"fmt"
	"io"
	"strings"
)

// Laws counts the laws of a package that inputs were searched for to break.
type Laws struct {
	Tried  int         `json:"tried"`
	None   int         `json:"none,omitempty"` // part of Tried: guesses by names that most inputs break
	Broken []BrokenLaw `json:"broken"`
}

// BrokenLaw is a law that an input breaks.
type BrokenLaw struct {
	Law      string   `json:"law"`
	About    []string `json:"about"`    // functions
	Position string   `json:"position"` // of the first of these
	Text     string   `json:"text"`     // what the input shows
	Code     string   `json:"code"`     // a function that panics with the text, and its call
}

// writeLaws lists the laws that were broken.
func (r *Report) writeLaws(out io.Writer, verbose bool) {
	var lines []string
	for _, p := range r.Packages {
		if p.Laws == nil {
			continue
		}
		for _, l := range p.Laws.Broken {
			line := fmt.Sprintf("  %s  %s: %s", l.Position, l.Law, PrintableLine(l.Text))
			if verbose {
				line += "\n    " + strings.ReplaceAll(strings.TrimSpace(l.Code), "\n", "\n    ")
			}
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(out, "\nbroken laws, %d:\n", len(lines))
	writeSome(out, lines, verbose)
}
