package keep

import (
	"crypto/sha256"
	"encoding/base64"
	"go/ast"
	"slices"
	"strings"
)

// A sum is sumLength characters that a text has in common with few others. The comment
// "// as written: " behind the brace of a table holds the sum of its shape and those of its rows
// as nearmiss has written them.
const (
	sumLength = 4
	sumsHead  = "// as written: "
	noSum     = "----" // of a row that a person has written or edited: sums and keys stand in the order of the rows
)

func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return base64.RawURLEncoding.EncodeToString(h[:])[:sumLength]
}

// sum returns the sum of a row: of its cells, without its comment.
func (r *row) sum() string { return sum(r.table.file.tokens(r.node)) }

// parseSums returns the sums in the comment behind a table, nil if there is none.
func (t *table) parseSums() (sums []string) {
	text, ok := strings.CutPrefix(t.file.sumsBehind(t.lit), sumsHead)
	for ok && len(text) >= sumLength {
		sums, text = append(sums, text[:sumLength]), text[sumLength:]
	}
	return sums
}

// commentBehind returns the comment on the line that a node ends on.
func (f *file) commentBehind(n ast.Node) string {
	end := f.offset(n.End())
	return strings.TrimSpace(string(f.text[end:f.lineEnd(end)]))
}

// sumsBehind is commentBehind without keys.
func (f *file) sumsBehind(n ast.Node) string {
	sums, _, _ := strings.Cut(f.commentBehind(n), keysHead)
	return sums
}

// edited reports whether a person has changed a row, or the fields or the loop of its table.
func (r *row) edited() bool {
	t := r.table
	return !r.asWritten() || t.lit != nil && t.sums[0] != sum(t.shape())
}

// asWritten reports whether a row has the sum that nearmiss has written.
func (r *row) asWritten() bool {
	if t := r.table; t.lit != nil {
		return len(t.sums) > 0 && slices.Contains(t.sums[1:], r.sum())
	}
	return r.table.file.sumsBehind(r.node) == sumsHead+r.sum()
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
				r.restamp(&e)
			}
			if d.table.lit == nil {
				continue
			}
			e.insert(f.offset(d.table.lit.End()), " "+d.table.stamped(sums))
		}
		out[f.name] = withPackage(e.apply(f.text), path)
	}
	return Parse(out)
}
