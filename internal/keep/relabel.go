package keep

import (
	"cmp"
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

// labels returns the lines with claims above a row, with the claims of the present code.
func (m *merger) labels(r *row) string {
	const none = "\x00"
	text := ""
	for _, line := range r.claimLines() {
		line = claim.ReplaceAllStringFunc(line, func(c string) string { return cmp.Or(m.now(c), none) })
		for _, part := range []string{none + ", ", ", " + none, none} {
			line = strings.ReplaceAll(line, part, "")
		}
		if len(claimsIn(line)) > 0 {
			text += line
		}
	}
	return text
}

// relabel replaces the lines with claims above a row.
func (r *row) relabel(e *edits, labels string) {
	from, _, ok := r.span()
	if !ok {
		return
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
	e.replace(from, r.table.file.lineStart(r.table.file.offset(r.node.Pos())), labels+rest)
}
