package report

import (
	"fmt"
	"io"
	"strings"
)

// Endless is a call that does not return within a number of statements, though its input is small. With 0 statements it waits for ever.
type Endless struct {
	Call       string `json:"call,omitempty"` // as Go, unless it is too long to read
	Statements uint64 `json:"statements"`
}

// writeEndless lists the functions that may not return.
func (r *Report) writeEndless(out io.Writer, verbose bool) {
	var lines []string
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			if e := f.Endless; e != nil {
				line := fmt.Sprintf("  %s  %s: waits for ever", f.Position, f.Name)
				if e.Statements > 0 {
					line = fmt.Sprintf("  %s  %s: more than %s statements", f.Position, f.Name, Count(int64(e.Statements)))
				}
				if e.Call != "" {
					line += " by " + shortened(strings.Join(strings.Fields(e.Call), " "))
				}
				lines = append(lines, line)
			}
		}
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(out, "\nmay not return, %s:\n", Numbered(len(lines), "function", "functions"))
	writeSome(out, lines, verbose)
}

// writeSome writes lines, the first MaxPanics of them unless verbose is set.
func writeSome(out io.Writer, lines []string, verbose bool) {
	if n := len(lines) - MaxPanics; n > 0 && !verbose {
		lines = append(lines[:MaxPanics], fmt.Sprintf("  and %d more (-v lists them)", n))
	}
	fmt.Fprintln(out, strings.Join(lines, "\n"))
}
