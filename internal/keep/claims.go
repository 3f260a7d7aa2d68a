package keep

import (
	"regexp"
	"slices"
	"strings"
)

// On disk, the claims of rows are keys that no position is part of: an edit of the code above a branch changes
// no test. A merge works with positions: Reveal puts them above the rows, and Conceal takes them away and
// writes the keys into the last line (lastline.go).

// unknownKey matches the claim of a key that stands for nothing in the present code.
var unknownKey = regexp.MustCompile(`\?[\w-]{3,4}`)

// keyLength is the length of a key in the last line.
const keyLength = 3

// Keys returns the key of a claim that a text describes, and the one that it has in files of earlier versions.
func Keys(text string) (key, earlier string) {
	s := sum(text)
	return s[:keyLength], s
}

// Conceal returns the texts of the files with keys for the claims of rows. Claims without a key go. With shown,
// the positions stay above the rows, too.
func (s *Set) Conceal(key func(claim string) string, shown bool) (map[string][]byte, error) {
	return s.rewritten(func(r *row, e *edits) []string {
		var keys []string
		for _, c := range r.claims {
			if k := key(c); k != "" {
				keys = append(keys, k)
			}
		}
		kept := ""
		for line := range strings.Lines(r.comment()) {
			for _, k := range unknownKey.FindAllString(line, -1) {
				keys = append(keys, k[1:1+keyLength])
			}
			if text, ok := r.unclaimed(line); ok && !shown {
				kept += text
			} else if !unknownKey.MatchString(line) {
				kept += line
			}
		}
		r.replaceComment(e, kept)
		return keys
	}, (*file).withLastLine)
}

// Reveal returns the files with the claims of rows above them, for the present code.
func (s *Set) Reveal(claim func(key string) string) (*Set, error) {
	texts, err := s.rewritten(func(r *row, e *edits) []string {
		keys := r.keys()
		if keys == nil {
			return nil
		}
		var known, unknown []string
		for _, k := range keys {
			if c := claim(k); c != "" {
				known = append(known, c)
			} else {
				unknown = append(unknown, "?"+k)
			}
		}
		kept := ""
		for line := range strings.Lines(r.comment()) {
			if text, ok := r.unclaimed(line); ok {
				line = text
			}
			kept += line
		}
		for _, list := range [][]string{unknown, known} {
			if len(list) > 0 {
				kept = "// " + strings.Join(list, ", ") + "\n" + kept
			}
		}
		r.replaceComment(e, kept)
		return nil
	}, (*file).withSums)
	if err != nil {
		return nil, err
	}
	return Parse(texts)
}

// rewritten returns the texts of the files after edits of the rows and of the comments behind them. The edit of a row returns its keys.
func (s *Set) rewritten(edit func(*row, *edits) []string, comments func(f *file, e *edits, keys map[*row][]string)) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, f := range s.files {
		var e edits
		keys := map[*row][]string{}
		for _, d := range f.decls {
			if d.table == nil {
				continue
			}
			for _, r := range d.table.rows {
				keys[r] = edit(r, &e)
			}
		}
		comments(f, &e, keys)
		text, err := f.formatted(e.apply(f.text))
		if err != nil {
			return nil, err
		}
		out[f.name] = f.ends(text)
	}
	return out, nil
}

// unclaimed returns a line of the comment above a row without its claims, "" if nothing else is on it, or that is
// the name of the row; and false for a line without claims.
func (r *row) unclaimed(line string) (text string, ok bool) {
	if !claimLine.MatchString(strings.TrimRight(line, "\n")) {
		return line, false
	}
	at := claim.FindAllStringIndex(line, -1)
	rest := strings.TrimSpace(strings.TrimLeft(line[at[len(at)-1][1]:], ",;:"))
	if rest == "" || rest == r.name {
		return "", true
	}
	return "// " + rest + "\n", true
}

// replaceComment replaces the lines above a row.
func (r *row) replaceComment(e *edits, text string) {
	if from, _, ok := r.span(); ok && text != r.comment() {
		e.replace(from, r.table.file.lineStart(r.table.file.offset(r.node.Pos())), text)
	}
}

// keys returns the keys of a row, nil if neither the last line nor a comment has them. In a table to which a person has added rows,
// a row is found by its sum.
func (r *row) keys() (list []string) {
	t := r.table
	if e := r.entry(); e != nil {
		return e.keys
	}
	node, at := r.node, 0
	if t.lit != nil {
		node, at = t.lit, r.index
	}
	_, text, ok := t.file.sumsBehind(node)
	if !ok {
		return nil
	}
	rows := strings.Split(text, ",")
	if t.lit != nil && len(t.sums) > 0 && len(t.sums)-1 != len(t.rows) {
		at = slices.Index(t.sums[1:], r.sum())
	}
	if at < 0 || at >= len(rows) {
		return []string{}
	}
	return pieces(rows[at], sumLength)
}
