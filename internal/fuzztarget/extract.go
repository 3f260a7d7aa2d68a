package fuzztarget

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"nearmiss/internal/edit"
)

const (
	entryPrefix = "nearmiss"
	bodyPrefix  = "nearmissBody"
	suffix      = "_.go" // of the copy of a test file: _test.go becomes _test_.go
)

// Original returns the name of a test file for that of its copy, and other names and positions unchanged.
func Original(position string) string { return strings.Replace(position, "_test_.go", "_test.go", 1) }

// InTest reports whether a file, by its name, is one of Target.Files.
func InTest(name string) bool { return strings.HasSuffix(name, "_test_.go") || IsRuntime(name) }

// IsRuntime reports whether a file, by its name, is the one with the function to search.
func IsRuntime(name string) bool { return filepath.Base(name) == Runtime }

// An extraction copies what a target needs.
type extraction struct {
	*source
	fn      *ast.FuncDecl
	of      *file // with fn
	fuzz    int   // number of the statement that calls f.Fuzz
	call    *ast.CallExpr
	kept    map[ast.Node]bool // top-level declarations, and statements of fn
	edits   map[*file]*edit.List
	imports map[*file]map[string]bool // used import paths
	todo    []*decl
}

// extract sets the files of a target, or returns why it cannot be searched.
func (s *source) extract(t *Target, d *decl) (reason string) {
	x := &extraction{source: s, fn: d.node.(*ast.FuncDecl), of: d.file, kept: map[ast.Node]bool{}, edits: map[*file]*edit.List{}, imports: map[*file]map[string]bool{}}
	if x.fuzz, x.call = fuzzCall(x.fn, d.file.info); x.call == nil {
		return "it has no statement f.Fuzz(…) of its own: one in a loop, a branch or another function is not searched"
	}
	sig, ok := d.file.info.TypeOf(x.call.Args[0]).Underlying().(*types.Signature)
	if !ok || sig.Params().Len() < 2 || sig.Variadic() {
		return "the argument of f.Fuzz has no inputs"
	}
	x.keepStatements()
	t.Files = x.copies(d)
	t.Files[filepath.Join(t.Dir, Runtime)] = runtimeFile(packageName(s), t, sig)
	return ""
}

// extractLaws sets the files of laws, which are the same for all. What they need must do without a testing.T.
func (s *source) extractLaws(list []*Target, decls []*decl) {
	x := &extraction{source: s, kept: map[ast.Node]bool{}, edits: map[*file]*edit.List{}, imports: map[*file]map[string]bool{}}
	files := x.copies(decls...)
	for i, t := range list {
		d := decls[i]
		o := d.file.info.Defs[d.node.(*ast.FuncDecl).Name]
		t.Entry, t.Signature, t.Files = x.renamed(o, d.file.out), o.(*types.Func).Signature(), files
	}
}

// copies returns copies of the files with declarations and what they need.
func (x *extraction) copies(decls ...*decl) map[string][]byte {
	for _, d := range decls {
		x.keep(d)
	}
	for len(x.todo) > 0 {
		next := x.todo[0]
		x.todo = x.todo[1:]
		x.copy(next)
	}
	list := map[string][]byte{}
	for _, f := range x.files {
		if x.edits[f] != nil {
			x.finish(f)
			list[strings.TrimSuffix(f.path, ".go")+suffix] = x.edits[f].Apply(f.text)
		}
	}
	return list
}

func packageName(s *source) string {
	if s.in != nil {
		return s.in.Name
	}
	return strings.TrimSuffix(s.out.Name, "_test")
}

// keepStatements keeps the call of f.Fuzz, and the statements before it that mention a local name of the function that
// the kept ones use or declare.
func (x *extraction) keepStatements() {
	info := x.of.info
	locals := func(n ast.Node) (list []types.Object) {
		for n := range ast.Preorder(n) {
			if id, ok := n.(*ast.Ident); ok {
				if o := info.ObjectOf(id); o != nil && o.Parent() == info.Scopes[x.fn.Type] {
					list = append(list, o)
				}
			}
		}
		return list
	}
	parameter := info.Defs[x.fn.Type.Params.List[0].Names[0]]
	needed := map[types.Object]bool{}
	keep := func(s ast.Node) {
		x.kept[s] = true
		for _, o := range locals(s) {
			needed[o] = needed[o] || o != parameter
		}
	}
	x.kept[x.fn.Body.List[x.fuzz]] = true
	for _, o := range locals(x.call.Args[0]) {
		needed[o] = needed[o] || o != parameter
	}
	for more := true; more; {
		more = false
		for _, s := range x.fn.Body.List[:x.fuzz] {
			if !x.kept[s] && !adds(s, x.fn, info) && slices.ContainsFunc(locals(s), func(o types.Object) bool { return needed[o] }) {
				keep(s)
				more = true
			}
		}
	}
}

// keep keeps a declaration, and with a type its methods.
func (x *extraction) keep(d *decl) {
	if x.kept[d.node] {
		return
	}
	x.kept[d.node] = true
	x.todo = append(x.todo, d)
	if g, ok := d.node.(*ast.GenDecl); ok && g.Tok == token.TYPE {
		for _, name := range declared(g) {
			for _, f := range x.files {
				for _, m := range f.syntax.Decls {
					if names := declared(m); f.out == d.file.out && len(names) == 1 && strings.HasPrefix(names[0], name+".") {
						x.keep(&decl{f, m})
					}
				}
			}
		}
	}
}

// copy makes the edits of a kept declaration, and keeps what it mentions.
func (x *extraction) copy(d *decl) {
	f := d.file
	if x.edits[f] == nil {
		x.edits[f], x.imports[f] = &edit.List{}, map[string]bool{}
	}
	if d.node != ast.Decl(x.fn) {
		x.walk(f, d.node)
		return
	}
	e := x.edits[f]
	e.Replace(x.off(x.fn.Name.Pos()), x.off(x.fn.Name.End()), bodyPrefix+x.fn.Name.Name)
	x.walk(f, x.fn.Type)
	sig := f.info.TypeOf(x.call.Args[0]).Underlying().(*types.Signature)
	params, args := inputs(sig)
	e.Open(x.off(x.fn.Type.Params.Closing), ", "+strings.Join(params, ", "))
	for i, s := range x.fn.Body.List {
		switch {
		case i == x.fuzz:
			arg := x.call.Args[0]
			x.blank(f, s.Pos(), arg.Pos(), "(")
			x.walk(f, arg)
			x.blank(f, arg.End(), s.End(), ")("+x.fn.Type.Params.List[0].Names[0].Name+", "+strings.Join(args, ", ")+")")
		case x.kept[s]:
			x.walk(f, s)
		default:
			x.blank(f, s.Pos(), s.End(), "")
		}
	}
}

// inputs returns the inputs of a target as parameters and as arguments.
func inputs(sig *types.Signature) (params, args []string) {
	for i := 1; i < sig.Params().Len(); i++ {
		v := sig.Params().At(i)
		name := v.Name()
		if name == "" || name == "_" {
			name = "arg"
		}
		name = fmt.Sprintf("nearmiss%d_%s", i, name)
		params, args = append(params, name+" "+types.TypeString(v.Type(), nil)), append(args, name)
	}
	return params, args
}

// walk makes the edits of a kept node, and keeps what it mentions.
func (x *extraction) walk(f *file, n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			id, ok := n.X.(*ast.Ident)
			if !ok {
				return true
			}
			p, ok := f.info.Uses[id].(*types.PkgName)
			if !ok {
				return true
			}
			switch path := p.Imported().Path(); {
			case path == "testing" && (n.Sel.Name == "T" || n.Sel.Name == "F"):
				x.edits[f].Replace(x.off(n.Pos()), x.off(n.End()), "nearmissT")
			case path == x.path:
				x.blank(f, n.Pos(), n.Sel.Pos(), "")
				x.mention(f, n.Sel)
			default:
				x.imports[f][path] = true
			}
			return false
		case *ast.Ident:
			x.mention(f, n)
		}
		return true
	})
}

// mention renames an identifier where that is necessary, and keeps the declaration that it refers to.
func (x *extraction) mention(f *file, id *ast.Ident) {
	o := f.info.ObjectOf(id)
	if o == nil || o.Pkg() == nil {
		return
	}
	name, out := o.Name(), o.Pkg().Path() == x.path+"_test"
	switch fn, isFunc := o.(*types.Func); {
	case isFunc && fn.Signature().Recv() != nil:
		t := fn.Signature().Recv().Type()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		named, ok := t.(*types.Named)
		if !ok {
			return
		}
		if name = named.Obj().Name() + "." + name; !out && o.Pkg().Path() != x.path {
			return
		}
	case o.Parent() != o.Pkg().Scope():
		return
	}
	if !out && o.Pkg().Path() != x.path {
		x.imports[f][o.Pkg().Path()] = true // of a dot import
		return
	}
	if d := x.decls[key(out, name)]; d != nil {
		x.keep(d)
		if to := x.renamed(o, out); to != id.Name {
			x.edits[f].Replace(x.off(id.Pos()), x.off(id.End()), to)
		}
	}
}

// renamed returns the name of an object of a test file in the package, which may have another of its name.
func (x *extraction) renamed(o types.Object, out bool) string {
	if out && x.in != nil && o.Parent() == o.Pkg().Scope() && x.in.Types.Scope().Lookup(o.Name()) != nil {
		return o.Name() + "NearmissTest"
	}
	return o.Name()
}

// finish blanks what is not kept of a file, and renames its package.
func (x *extraction) finish(f *file) {
	file := f.syntax
	x.blank(f, file.FileStart, file.Package, "")
	x.edits[f].Replace(x.off(file.Name.Pos()), x.off(file.Name.End()), packageName(x.source))
	for _, d := range file.Decls {
		from := d.Pos()
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
		case *ast.GenDecl:
			if d.Doc != nil {
				from = d.Doc.Pos()
			}
			if d.Tok == token.IMPORT {
				x.finishImports(f, d)
				continue
			}
		}
		if !x.kept[d] {
			x.blank(f, from, d.End(), "")
		}
	}
}

// finishImports blanks the imports that nothing uses, but those for their effects.
func (x *extraction) finishImports(f *file, d *ast.GenDecl) {
	unused := func(s ast.Spec) bool {
		spec := s.(*ast.ImportSpec)
		path := strings.Trim(spec.Path.Value, "`\"")
		blank := spec.Name != nil && spec.Name.Name == "_"
		return !x.imports[f][path] && (!blank || path == x.path)
	}
	if !d.Lparen.IsValid() {
		if unused(d.Specs[0]) {
			x.blank(f, d.Pos(), d.End(), "")
		}
		return
	}
	for _, s := range d.Specs {
		if unused(s) {
			x.blank(f, s.Pos(), s.End(), "")
		}
	}
}

// blank replaces a piece of source by a text and its line ends.
func (x *extraction) blank(f *file, from, to token.Pos, text string) {
	a, b := x.off(from), x.off(to)
	x.edits[f].Replace(a, b, text+strings.Repeat("\n", bytes.Count(f.text[a:b], []byte("\n"))))
}

// off returns the offset of a position in its file.
func (x *extraction) off(p token.Pos) int { return x.fset.File(p).Offset(p) }
