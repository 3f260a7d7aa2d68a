package keep

import (
	"slices"
	"strings"
)

// On disk, all that the next merge needs is one comment line at the end of a file, which holds a word for each test with rows:
//
//	// nearmiss sums: Xq3aKB1x0Yz,Fz7YpW 81cQ-
//
// A word is three characters for the name of the test and, with commas between them, two for each row as nearmiss has written it,
// followed by three for each claim of the row. A row that a person has written has -- for its sum. If a person adds or removes rows, those that
// are as written are found by their sums; otherwise rows count in their order.
const (
	lastHead     = "// nearmiss sums: "
	nameLength   = 3
	rowSumLength = 2
	edited       = "--"
)

// An entry is the part of the last line about a row.
type entry struct {
	sum  string
	keys []string // not nil
}

// parseLastLine returns the entries of the last line by the sums of tests.
func (f *file) parseLastLine() map[string][]entry {
	tests := map[string][]entry{}
	for _, text := range f.lastLines() {
		for word := range strings.FieldsSeq(strings.TrimPrefix(text, lastHead)) {
			if len(word) < nameLength {
				continue
			}
			name := word[:nameLength]
			for row := range strings.SplitSeq(word[nameLength:], ",") {
				sum := row[:min(rowSumLength, len(row))]
				tests[name] = append(tests[name], entry{sum, pieces(row[len(sum):], keyLength)})
			}
		}
	}
	return tests
}

// pieces cuts a text into pieces of n bytes.
func pieces(text string, n int) []string {
	list := []string{}
	for ; len(text) >= n; text = text[n:] {
		list = append(list, text[:n])
	}
	return list
}

// lastLines returns the lines of a file that are as its last line, by their offsets.
func (f *file) lastLines() map[int]string {
	lines := map[int]string{}
	for _, g := range f.ast.Comments {
		for _, c := range g.List {
			if at := f.offset(c.Pos()); strings.HasPrefix(c.Text, lastHead) && f.lineStart(at) == at {
				lines[at] = c.Text
			}
		}
	}
	return lines
}

// entry returns the part of the last line about a row, nil if the line does not know the test.
func (r *row) entry() *entry {
	list := r.table.file.entries[testSum(r.table.fn.Name.Name)]
	at := r.index
	if len(list) != len(r.table.rows) {
		at = slices.IndexFunc(list, func(e entry) bool { return e.sum == r.lastSum() })
	}
	switch {
	case len(list) == 0:
		return nil
	case at < 0:
		return &entry{sum: edited, keys: []string{}}
	}
	return &list[at]
}

func testSum(name string) string { return sum(name)[:nameLength] }

// lastSum returns the sum of a row in the last line: of its cells, and of the fields and the loop of its table.
func (r *row) lastSum() string {
	return sum(r.table.shape() + "\n" + r.table.file.tokens(r.node))[:rowSumLength]
}

// withLastLine takes the sums behind tables and subtests away, and writes them and the keys of rows into the last line. A last line
// that says the same stays where it is.
func (f *file) withLastLine(e *edits, keys map[*row][]string) {
	var words []string
	for _, d := range f.decls {
		if d.table == nil {
			continue
		}
		word, says := testSum(d.name), false
		for i, r := range d.table.rows {
			if i > 0 {
				word += ","
			}
			sum := edited
			if e := r.entry(); !r.edited() {
				sum = r.lastSum()
			} else if e != nil {
				sum = e.sum // the line stays as it is
			}
			word += sum + strings.Join(keys[r], "")
			says = says || sum != edited || len(keys[r]) > 0
			f.setSums(e, r.node, "")
		}
		if d.table.lit != nil {
			f.setSums(e, d.table.lit, "")
		}
		if says {
			words = append(words, word)
		}
	}
	line := lastHead + strings.Join(words, " ")
	for at, text := range f.lastLines() {
		if text == line {
			return
		}
		from := at
		if strings.HasSuffix(string(f.text[:at]), "\n\n") {
			from-- // the blank line before it
		}
		e.remove(from, f.lineEnd(at))
	}
	if len(words) > 0 {
		e.insert(len(f.text), "\n"+line+"\n")
	}
}

// withSums writes the sums of the last line behind tables and subtests.
func (f *file) withSums(e *edits, _ map[*row][]string) {
	for _, d := range f.decls {
		if d.table == nil || len(d.table.rows) == 0 || d.table.rows[0].entry() == nil {
			continue
		}
		var sums []string
		for _, r := range d.table.rows {
			sum := noSum
			if r.entry().sum == r.lastSum() {
				sum = r.sum()
			}
			if sums = append(sums, sum); d.table.lit == nil && sum != noSum {
				f.setSums(e, r.node, sumsHead+sum)
			}
		}
		if d.table.lit != nil {
			f.setSums(e, d.table.lit, d.table.stamped(sums))
		}
	}
}
