package keep

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
)

// A sum is sumLength characters that a text has in common with few others. The comment
// "// as written: " behind the brace of a table holds the sum of its shape and those of its rows
// as nearmiss has written them.
const (
	sumLength = 4
	sumsHead  = "// as written: "
)

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(h[:])[:sumLength]
}

// sum returns the sum of a row: of its cells, without its comment.
func (r *row) sum() string { return sum(r.table.file.tokens(r.lit)) }

// parseSums returns the sums in the comment behind a table, nil if there is none.
func (t *table) parseSums() (sums []string) {
	text, ok := strings.CutPrefix(t.sumsComment(), sumsHead)
	for ok && len(text) >= sumLength {
		sums, text = append(sums, text[:sumLength]), text[sumLength:]
	}
	return sums
}

// sumsComment returns the comment on the line of the closing brace of a table.
func (t *table) sumsComment() string {
	end := t.file.offset(t.lit.End())
	return strings.TrimSpace(string(t.file.text[end:t.file.lineEnd(end)]))
}

// edited reports whether a person has changed a row, or the fields or the loop of its table.
func (r *row) edited() bool {
	t := r.table
	return len(t.sums) == 0 || t.sums[0] != sum(t.shape()) || !slices.Contains(t.sums[1:], r.sum())
}

// stamped returns the comment that says that the given rows, and the shape, are as written.
func (t *table) stamped(rows []string) string {
	return sumsHead + sum(t.shape()) + strings.Join(rows, "")
}

// Stamp adds to every table of new files the sums that tell later edits, and to the heads of the
// files the import path of their package.
func Stamp(s *Set, path string) (*Set, error) {
	out := map[string][]byte{}
	for _, f := range s.files {
		var e edits
		for _, d := range f.decls {
			if d.table == nil || d.table.sums != nil {
				continue
			}
			var sums []string
			for _, r := range d.table.rows {
				sums = append(sums, r.sum())
			}
			e.insert(f.offset(d.table.lit.End()), " "+d.table.stamped(sums))
		}
		out[f.name] = withPackage(e.apply(f.text), path)
	}
	return Parse(out)
}
