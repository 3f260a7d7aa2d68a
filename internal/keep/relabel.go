package keep

import (
	"regexp"
	"strings"
)

// claimLine matches a line of a comment that holds claims and nothing else.
var claimLine = regexp.MustCompile(`^\s*// ` + claim.String() + `(, ` + claim.String() + `)*(,|: .*|; .*)?$`)

// claimLines returns the lines with claims of the comment above a row.
func (r *row) claimLines() (lines []string) {
	for line := range strings.Lines(r.comment()) {
		if claimLine.MatchString(strings.TrimRight(line, "\n")) {
			lines = append(lines, line)
		}
	}
	return lines
}

// relabel replaces the claims above a row by those of a new row, or by none.
func (r *row) relabel(e *edits, by *row) {
	from, _, ok := r.span()
	if !ok {
		return
	}
	labels := ""
	if by != nil {
		labels = strings.Join(by.claimLines(), "")
	}
	if labels == strings.Join(r.claimLines(), "") {
		return
	}
	rest := ""
	for line := range strings.Lines(r.comment()) {
		if !claimLine.MatchString(strings.TrimRight(line, "\n")) {
			rest += line
		}
	}
	e.replace(from, r.table.file.lineStart(r.table.file.offset(r.lit.Pos())), labels+rest)
}
