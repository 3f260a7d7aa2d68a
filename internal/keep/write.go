package keep

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// write applies the edits.
func (m *merger) write() error {
	out := map[string][]byte{}
	for _, f := range m.old.files {
		text := f.text
		if e := m.changes[f.name]; e != nil && !e.empty() {
			var err error
			if text, err = m.changed(f, e); err != nil {
				return err
			}
		}
		if !m.emptied(f, text) {
			out[f.name] = f.ends(text)
		}
	}
	set, err := Parse(out)
	m.result.Set = set
	return err
}

// changed returns the text of one changed file.
func (m *merger) changed(f *file, e *edits) ([]byte, error) {
	text := m.withImports(f, e.apply(f.text))
	text, err := f.tidy(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	g, err := parseFile(f.name, text)
	if err != nil {
		return nil, err
	}
	text = m.resum(g)
	if fresh := m.fresh.file(f.name); fresh != nil {
		text = withSeed(text, fresh.text)
	}
	return text, nil
}

// withImports adds the imports that a changed text of an old file needs.
func (m *merger) withImports(f *file, text []byte) []byte {
	list := m.imports[f.name]
	if len(list) == 0 {
		return text
	}
	g, err := parseFile(f.name, text)
	if err != nil {
		return text // tidy reports it
	}
	slices.SortFunc(list, func(a, b string) int { return strings.Compare(pathIn(a), pathIn(b)) })
	var e edits
	gen := g.imports()
	switch {
	case gen == nil:
		e.insert(g.lineEnd(g.offset(g.ast.Name.End())), "\nimport (\n\t"+strings.Join(list, "\n\t")+"\n)\n")
	case !gen.Lparen.IsValid():
		spec := string(g.text[g.offset(gen.Specs[0].Pos()):g.offset(gen.Specs[0].End())])
		list = append(list, spec)
		slices.SortFunc(list, func(a, b string) int { return strings.Compare(pathIn(a), pathIn(b)) })
		e.replace(g.offset(gen.Specs[0].Pos()), g.offset(gen.Specs[0].End()), "(\n\t"+strings.Join(list, "\n\t")+"\n)")
	default:
		for _, line := range list {
			g.insertImport(&e, gen, line)
		}
	}
	return e.apply(text)
}

// imports returns the first import declaration, or nil.
func (f *file) imports() *ast.GenDecl {
	for _, d := range f.ast.Decls {
		if gen, ok := d.(*ast.GenDecl); ok && gen.Tok == token.IMPORT {
			return gen
		}
	}
	return nil
}

func pathIn(importText string) string {
	return strings.Trim(importText[strings.IndexByte(importText, '"'):], `"`)
}

// insertImport adds an import to a group: among those of the standard library or among the
// others, by path.
func (f *file) insertImport(e *edits, gen *ast.GenDecl, text string) {
	path, line := pathIn(text), "\t"+text+"\n"
	at, found := 0, false
	for _, s := range gen.Specs {
		spec := s.(*ast.ImportSpec)
		other := strings.Trim(spec.Path.Value, `"`)
		switch {
		case outside(other) != outside(path):
		case other > path:
			e.insert(f.lineStart(f.offset(spec.Pos())), line)
			return
		default:
			at, found = f.lineEnd(f.offset(spec.End())), true
		}
	}
	switch {
	case found:
		e.insert(at, line)
	case outside(path):
		e.insert(f.lineStart(f.offset(gen.Rparen)), "\n"+line)
	default:
		e.insert(f.lineEnd(f.offset(gen.Lparen)), line+"\n")
	}
}

// outside reports whether an import path has a dot in its first element, as none of the standard
// library has.
func outside(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// emptied reports whether a changed file of tests has lost its last, and nothing that other files
// need is in it.
func (m *merger) emptied(f *file, text []byte) bool {
	g, err := parseFile(f.name, text)
	if err != nil {
		return false
	}
	tests := func(f *file) bool { return f != nil && slices.ContainsFunc(f.decls, (*decl).isTest) }
	if !tests(m.before.file(f.name)) || tests(g) {
		return len(g.ast.Decls) == 0
	}
	for _, d := range g.decls {
		for _, other := range m.old.files {
			if other != f && uses(other.ast, d.name) {
				return false
			}
		}
	}
	return true
}

// Heads of files: the line that names the package, and those with the calls that made the file.
const packageHead = "// Package: "

var seedLine = regexp.MustCompile(`(?m)^// Seed .*\n`)

// maxSeeds is the number of calls that a head lists.
const maxSeeds = 4

// withSeed adds to the head of a text the call that fresh was made by, unless it is there.
func withSeed(text, fresh []byte) []byte {
	line := seedLine.Find(head(fresh))
	if line == nil || bytes.Contains(head(text), line) {
		return text
	}
	at := seedLine.FindAllIndex(head(text), -1)
	if len(at) == 0 {
		return text
	}
	var e edits
	if len(at) >= maxSeeds {
		e.remove(at[1][0], at[1][1])
	}
	e.insert(at[len(at)-1][1], string(line))
	return e.apply(text)
}

// head returns a text up to the package clause.
func head(text []byte) []byte {
	if i := bytes.Index(text, []byte("\npackage ")); i >= 0 {
		return text[:i+1]
	}
	return text
}

// PackageOf returns the import path in the head of a file, "" if there is none.
func PackageOf(text []byte) string {
	for line := range strings.Lines(string(head(text))) {
		if path, ok := strings.CutPrefix(line, packageHead); ok {
			return strings.TrimSpace(path)
		}
	}
	return ""
}

// withPackage adds the import path to the head of a text, before the line of its call.
func withPackage(text []byte, path string) []byte {
	at := seedLine.FindIndex(head(text))
	if at == nil || path == "" || PackageOf(text) != "" {
		return text
	}
	var e edits
	e.insert(at[0], packageHead+path+"\n")
	return e.apply(text)
}
