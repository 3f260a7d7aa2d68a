package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
)

// write prints the comparisons as a table.
func write(w io.Writer, lines []line, markdown bool) {
	rows := [][]string{{"part", "what", "stored", "now", "allowed", "verdict"}}
	if markdown {
		rows = append(rows, []string{"---", "---", "---:", "---:", "---", "---"})
	}
	for _, l := range lines {
		rows = append(rows, []string{l.part, l.what, number(l.stored), number(l.now), l.rule, string(l.verdict)})
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, cells := range rows {
		if markdown {
			fmt.Fprintf(tw, "| %s |\n", strings.Join(cells, " | "))
		} else {
			fmt.Fprintln(tw, strings.Join(cells, "\t"))
		}
	}
	tw.Flush()
}

// number prints a count in full and anything else in four digits.
func number(v float64) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case v == math.Trunc(v):
		return fmt.Sprintf("%.0f", v)
	case math.Abs(v) >= 1000:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.4g", v)
}
