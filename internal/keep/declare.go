package keep

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// declare adds the declarations and imports that additions need and the old files lack. A file
// that is deleted must not harm the first: the first declares all that it needs.
func (m *merger) declare(added []addition) {
	placed := map[string]bool{}
	for _, f := range m.fresh.files {
		var nodes []ast.Node
		for _, a := range added {
			if a.file == f.name {
				nodes = append(nodes, a.nodes...)
			}
		}
		for _, d := range m.declarations(nodes) {
			home := m.home(d, f)
			if !placed[d.name] && !m.present(d.name, home) {
				for _, o := range m.old.named(d.name) { // another file gets it
					o.file.removeDecl(m.edits(o.file.name), o)
				}
				m.place(d.name, home)
				for _, x := range m.fresh.named(d.name) {
					m.importNodes(home, x.file, x.whole())
				}
				placed[d.name] = true
			}
		}
		for _, n := range nodes {
			m.importNodes(f.name, f, n)
		}
	}
}

// home returns the file for a declaration that a file needs: that file, or a file of another
// package clause that has it, as a bridge does.
func (m *merger) home(d *decl, f *file) string {
	if d.file.ast.Name.Name != f.ast.Name.Name {
		return d.file.name
	}
	return f.name
}

// declarations lists the new declarations that nodes need, directly or by others.
func (m *merger) declarations(nodes []ast.Node) (list []*decl) {
	names := map[string]bool{}
	var visit func(n ast.Node)
	visit = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok || names[id.Name] {
				return true
			}
			names[id.Name] = true
			for _, d := range m.fresh.named(id.Name) {
				visit(d.whole())
			}
			return true
		})
	}
	for _, n := range nodes {
		visit(n)
	}
	for _, name := range groups(m.fresh) {
		if names[name] {
			list = append(list, m.fresh.named(name)[0])
		}
	}
	return list
}

// named lists the declarations of a name that are no tests and no imports.
func (s *Set) named(name string) (list []*decl) {
	for _, d := range s.decls() {
		if _, ok := d.imported(); !ok && d.name == name && !d.isTest() {
			list = append(list, d)
		}
	}
	return list
}

// present reports whether an old file declares a name for a file: the file itself or, for
// another file than the first, any.
func (m *merger) present(name, file string) bool {
	for _, d := range m.old.named(name) {
		if d.file.name == file || file != m.first() && d.file.name == m.first() {
			return true
		}
	}
	return false
}

// first returns the name of the file that must not need another: the shortest name.
func (m *merger) first() (name string) {
	for _, f := range m.old.files {
		if name == "" || len(f.name) < len(name) {
			name = f.name
		}
	}
	return name
}

// place appends the new declarations of a name to a file.
func (m *merger) place(name, file string) {
	for _, d := range m.fresh.named(name) {
		from, to := d.span()
		text := string(d.file.text[from:to])
		if d.spec != nil {
			text = keyword(d) + " " + strings.TrimSpace(text) + "\n"
		}
		m.edits(file).insert(len(m.old.file(file).text), "\n"+text)
	}
}

func keyword(d *decl) string {
	if gen, ok := d.node.(*ast.GenDecl); ok {
		return gen.Tok.String()
	}
	return token.FUNC.String()
}

// importNodes adds the imports of a new file that a node uses to an old file.
func (m *merger) importNodes(file string, f *file, n ast.Node) {
	old := m.old.file(file)
	for _, d := range f.decls {
		spec, ok := d.imported()
		if !ok || old.nameOf(d.name) != "" {
			continue
		}
		names := importNames(spec)
		text := f.tokens(spec)
		if usesPackage(n, names[len(names)-1]) && !slices.Contains(m.imports[file], text) {
			m.imports[file] = append(m.imports[file], text)
		}
	}
}

// usesPackage reports whether a node selects something of a name.
func usesPackage(n ast.Node, name string) bool {
	for n := range ast.Preorder(n) {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == name {
				return true
			}
		}
	}
	return false
}
