package keep

import (
	"crypto/sha256"
	"encoding/base64"
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

// A sum is sumLength characters that a text has in common with few others. While files are merged, the comment
// "// as written: " behind the brace of a table holds the sum of its shape and those of its rows
// as nearmiss has written them. On disk, it is part of the last line of the file (lastline.go), but in files of earlier versions.
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

// sumsComment matches the comment with the sums behind a table or a subtest, with the keys of earlier versions.
var sumsComment = regexp.MustCompile(`^ *// as written: ([\w-]*)(?:; ([\w,-]*))?`)

// sumsBehind returns the sums and keys in the comment on the line that a node ends on; ok is false if there are none.
func (f *file) sumsBehind(n ast.Node) (sums, keys string, ok bool) {
	end := f.offset(n.End())
	m := sumsComment.FindSubmatch(f.text[end:f.lineEnd(end)])
	if m == nil {
		return "", "", false
	}
	return string(m[1]), string(m[2]), true
}

// setSums replaces the comment with the sums behind a node; text is the new one.
func (f *file) setSums(e *edits, n ast.Node, text string) {
	end := f.offset(n.End())
	was := sumsComment.Find(f.text[end:f.lineEnd(end)])
	if text != "" {
		text = " " + text
	}
	if string(was) != text {
		e.replace(end, end+len(was), text)
	}
}

// parseSums returns the sums in the comment behind a table, nil if there is none.
func (t *table) parseSums() []string {
	sums, _, ok := t.file.sumsBehind(t.lit)
	if !ok {
		return nil
	}
	return pieces(sums, sumLength)
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
	sum, _, _ := r.table.file.sumsBehind(r.node)
	return sum == r.sum()
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
			f.setSums(&e, d.table.lit, d.table.stamped(sums))
		}
		out[f.name] = withPackage(e.apply(f.text), path)
	}
	return Parse(out)
}
