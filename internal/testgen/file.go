package testgen

import (
	"maps"
	"slices"
	"strings"
)

// file prints one file: the tests, and the declarations that they need, or that shared names, and
// that no earlier file has. It adds all names in the file to used.
func (s *Suite) file(f *file, name, comment string, tests []*piece, shared, used map[string]bool) error {
	pieces, err := f.withDecls(tests, shared, used)
	if err != nil || len(pieces) == 0 {
		return err
	}
	needs := testLanguage
	if name == WorstFile {
		needs = benchLanguage
	}
	data := f.join(s.prepared.header.headText(name)+buildLine(f.missingLanguage(needs), allBounds(tests))+comment, pieces, func(from int, p *piece) { s.index(name, from, p) })
	s.Files = append(s.Files, File{Name: name, Data: data})
	return nil
}

// join prints the head of a file and its declarations. found, if set, gets each declaration and
// its first line.
func (f *file) join(comment string, pieces []*piece, found func(from int, p *piece)) []byte {
	var texts []string
	for _, p := range pieces {
		texts = append(texts, p.text)
	}
	body := strings.Join(texts, "\n")
	head := f.head(comment, pieces)
	from := strings.Count(head, "\n") + 1
	for _, p := range pieces {
		if found != nil {
			found(from, p)
		}
		from += strings.Count(p.text, "\n") + 1
	}
	return []byte(head + body)
}

// withDecls adds to the tests of a file the declarations that they need, directly or through one
// another, or that shared names, and that are not in used; and the names of all of them to used.
func (f *file) withDecls(tests []*piece, shared, used map[string]bool) ([]*piece, error) {
	had, names := maps.Clone(used), map[string]bool{}
	maps.Copy(names, shared)
	for _, t := range tests {
		maps.Copy(names, f.mentions(t.text).all)
	}
	for n := 0; n != len(names); { // declarations need other declarations
		n = len(names)
		for _, d := range f.needed(names, had) {
			maps.Copy(names, f.mentions(d.text).all)
		}
	}
	pieces := slices.Clip(tests) // tests may be part of a list
	for _, d := range f.needed(names, had) {
		p, err := f.marks.newPiece(d.text, Place{Func: -1, Case: -1, Decl: d.key})
		if err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	maps.Copy(used, names)
	return pieces, nil
}

// topDecls returns all declarations beside the tests.
func (f *file) topDecls() []topDecl { return slices.Concat(f.decls, f.helperDecls()) }

// needed returns the declarations with a name in names and not in had.
func (f *file) needed(names, had map[string]bool) (list []topDecl) {
	for _, d := range f.topDecls() {
		if names[d.name] && !had[d.name] {
			list = append(list, d)
		}
	}
	return list
}
