package keep

import (
	"go/ast"
	"strconv"
	"strings"
)

// renaming maps names of declarations, and local names of imports, of new files to others.
type renaming struct {
	decls   map[string]string
	imports map[string]string // by path, quoted
	outside map[string]string // of declarations in a file of another package, behind a dot
}

// rename returns the text of a file with other names.
func (f *file) rename(r renaming) []byte {
	var e edits
	locals := map[string]string{}
	for _, d := range f.decls {
		spec, ok := d.imported()
		if ok && r.imports[d.name] != "" {
			names := importNames(spec)
			locals[names[len(names)-1]] = r.imports[d.name]
			e.replace(f.offset(spec.Pos()), f.offset(spec.End()), importText(r.imports[d.name], d.name))
		}
		if to := r.decls[d.name]; to != "" {
			f.renameDoc(&e, docOf(d.whole()), d.name, to)
		}
	}
	skip := map[*ast.Ident]bool{}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.SelectorExpr:
			skip[n.Sel] = true
			if x, ok := n.X.(*ast.Ident); ok && x.Obj == nil && r.outside[n.Sel.Name] != "" {
				e.replace(f.offset(n.Sel.Pos()), f.offset(n.Sel.End()), r.outside[n.Sel.Name])
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				skip[key] = true
			}
		case *ast.FuncDecl:
			skip[n.Name] = n.Recv != nil
		case *ast.Ident:
			if to := f.renamed(n, r, locals); to != "" && !skip[n] {
				e.replace(f.offset(n.Pos()), f.offset(n.End()), to)
			}
		}
		return true
	})
	return e.apply(f.text)
}

// renamed returns the new name of an identifier, "" if it stays.
func (f *file) renamed(id *ast.Ident, r renaming, locals map[string]string) string {
	switch {
	case id.Obj == nil && locals[id.Name] != "":
		return locals[id.Name]
	case id.Obj == nil || f.ast.Scope.Lookup(id.Name) == id.Obj:
		return r.decls[id.Name]
	}
	return ""
}

func (f *file) renameDoc(e *edits, doc *ast.CommentGroup, from, to string) {
	if doc != nil && strings.HasPrefix(doc.List[0].Text, "// "+from+" ") {
		at := f.offset(doc.Pos()) + len("// ")
		e.replace(at, at+len(from), to)
	}
}

// importText returns an import of a quoted path by a name.
func importText(name, quoted string) string {
	path, _ := strconv.Unquote(quoted)
	if name == path[strings.LastIndexByte(path, '/')+1:] {
		return quoted
	}
	return name + " " + quoted
}
