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

// relabel replaces the lines with claims above a row.
func (r *row) relabel(e *edits, labels string) {
	rest := ""
	for line := range strings.Lines(r.comment()) {
		if !claimLine.MatchString(strings.TrimRight(line, "\n")) && !unknownKey.MatchString(line) {
			rest += line
		}
	}
	r.replaceComment(e, labels+rest)
}
