package keep

import (
	"go/ast"
	"strings"
)

// A Place is a declaration or a row of a table. An import has its quoted path for a name.
type Place struct {
	Decl string
	Row  string // name of the row; "" for the whole declaration
}

// String returns the name by which go test -run finds the place.
func (p Place) String() string {
	if p.Row == "" {
		return p.Decl
	}
	return p.Decl + "/" + p.Row
}

// Rows lists the rows of a table-driven test; nil for any other test.
func (s *Set) Rows(test string) (names []string) {
	for _, d := range s.decls() {
		if d.name == test && d.table != nil {
			for _, r := range d.table.rows {
				names = append(names, r.name)
			}
		}
	}
	return names
}

// At returns the place of a line, false outside of all declarations.
func (s *Set) At(name string, line int) (Place, bool) {
	f := s.file(name)
	if f == nil {
		return Place{}, false
	}
	for _, d := range f.decls {
		n := d.whole()
		if line < f.line(n.Pos()) || line > f.line(n.End()) {
			continue
		}
		if d.table != nil {
			for _, r := range d.table.rows {
				if line >= f.line(r.node.Pos()) && line <= f.line(r.node.End()) {
					return Place{d.name, r.name}, true
				}
			}
		}
		return Place{Decl: d.name}, true
	}
	return Place{}, false
}

// Without returns the set without the places for which gone returns true. A type goes with its
// methods, a table with its last row. Imports and closures that nothing uses any more go, too.
func (s *Set) Without(gone func(Place) bool) (*Set, error) {
	out := map[string][]byte{}
	for _, f := range s.files {
		var e edits
		for _, d := range f.decls {
			f.removeGone(&e, d, gone)
		}
		text, err := f.tidy(e.apply(f.text))
		if err != nil {
			return nil, err
		}
		out[f.name] = f.ends(text)
	}
	return Parse(out)
}

func (f *file) removeGone(e *edits, d *decl, gone func(Place) bool) {
	if gone(Place{Decl: d.name}) {
		f.removeDecl(e, d)
		return
	}
	if d.table == nil {
		return
	}
	var rows []*row
	for _, r := range d.table.rows {
		if gone(Place{d.name, r.name}) {
			rows = append(rows, r)
		}
	}
	if len(rows) > 0 && len(rows) == len(d.table.rows) {
		f.removeDecl(e, d)
		return
	}
	for _, r := range rows {
		r.remove(e)
	}
}

// removeDecl removes a declaration and the blank line before it.
func (f *file) removeDecl(e *edits, d *decl) {
	from, to := d.span()
	if from > 1 && string(f.text[from-2:from]) == "\n\n" && d.spec == nil {
		from--
	}
	e.remove(from, to)
}

// remove removes a row, with the comment above it if it has lines of its own.
func (r *row) remove(e *edits) {
	if from, to, ok := r.span(); ok {
		e.remove(from, to)
		return
	}
	f := r.table.file
	end := f.offset(r.node.End())
	if rest := string(f.text[end:]); strings.HasPrefix(rest, ",") {
		end++
	}
	e.remove(f.offset(r.node.Pos()), end)
}

// ends returns a text with the line ends of the file.
func (f *file) ends(text []byte) []byte {
	g := *f
	g.text = text
	return g.original()
}

// unused returns the closures before the table that nothing uses.
func (t *table) unused() (list []ast.Stmt) {
	for i, s := range t.before {
		names := declaredBy(s)
		used := len(names) == 0
		for _, name := range names {
			for _, other := range append(t.before[:i:i], t.before[i+1:]...) {
				used = used || uses(other, name)
			}
			used = used || t.uses(name)
		}
		if !used {
			list = append(list, s)
		}
	}
	return list
}

// Declares reports whether a file declares a name.
func (s *Set) Declares(name string) bool {
	return len(s.named(name)) > 0 || s.test(name) != nil
}
