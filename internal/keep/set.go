package keep

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A Set is the parsed test files of one package.
type Set struct {
	files []*file // in the order of their names
}

// A file is one parsed file. Its text has no carriage returns.
type file struct {
	name  string
	text  []byte
	crlf  bool // the lines of the original end with a carriage return
	fset  *token.FileSet
	ast   *ast.File
	decls []*decl

	entries map[string][]entry // of the last line
}

// A decl is a declaration, or the methods of a type and the type itself.
type decl struct {
	file  *file
	name  string // of the test, function, type or variable; the receiver's type for a method; the quoted path of an import
	node  ast.Decl
	spec  ast.Spec // one of several in a parenthesised group, else nil
	table *table   // of a table-driven test, else nil
}

// Parse parses the texts of files by name. The error is a *ParseError.
func Parse(texts map[string][]byte) (*Set, error) {
	s := &Set{}
	for name, text := range texts {
		f, err := parseFile(name, text)
		if err != nil {
			return nil, &ParseError{Name: name, Err: err}
		}
		s.files = append(s.files, f)
	}
	slices.SortFunc(s.files, func(a, b *file) int { return strings.Compare(a.name, b.name) })
	return s, nil
}

// ParseError reports a file that is not Go. Its text begins with the name and the position.
type ParseError struct {
	Name string
	Err  error
}

func (e *ParseError) Error() string { return e.Err.Error() }

func (e *ParseError) Unwrap() error { return e.Err }

func parseFile(name string, text []byte) (f *file, err error) {
	f = &file{name: name, text: text, fset: token.NewFileSet()}
	if bytes.Contains(text, []byte("\r\n")) {
		f.crlf, f.text = true, bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	if f.ast, err = parser.ParseFile(f.fset, name, f.text, parser.ParseComments); err != nil {
		return nil, err
	}
	f.entries = f.parseLastLine()
	for _, d := range f.ast.Decls {
		f.decls = append(f.decls, f.declare(d)...)
	}
	return f, nil
}

// declare returns a decl for a declaration, and one for each name of a parenthesised group.
func (f *file) declare(d ast.Decl) []*decl {
	switch d := d.(type) {
	case *ast.FuncDecl:
		out := &decl{file: f, name: d.Name.Name, node: d}
		if d.Recv != nil && len(d.Recv.List) == 1 {
			out.name = receiverName(d.Recv.List[0].Type)
		} else if strings.HasPrefix(out.name, "Test") {
			out.table = f.parseTable(d)
		}
		return []*decl{out}
	case *ast.GenDecl:
		var list []*decl
		for _, spec := range d.Specs {
			for _, name := range specNames(spec) {
				out := &decl{file: f, name: name, node: d}
				if len(d.Specs) > 1 {
					out.spec = spec
				}
				list = append(list, out)
			}
		}
		return list
	}
	return nil
}

func specNames(spec ast.Spec) (names []string) {
	switch spec := spec.(type) {
	case *ast.ImportSpec:
		return []string{spec.Path.Value}
	case *ast.TypeSpec:
		return []string{spec.Name.Name}
	case *ast.ValueSpec:
		for _, n := range spec.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

func receiverName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiverName(t.X)
	case *ast.IndexExpr:
		return receiverName(t.X)
	case *ast.IndexListExpr:
		return receiverName(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// Texts returns the texts of the files by name.
func (s *Set) Texts() map[string][]byte {
	texts := map[string][]byte{}
	for _, f := range s.files {
		texts[f.name] = f.original()
	}
	return texts
}

// original returns the text with the line ends that it was parsed with.
func (f *file) original() []byte {
	if f.crlf {
		return bytes.ReplaceAll(f.text, []byte("\n"), []byte("\r\n"))
	}
	return f.text
}

// file returns the file of a name, or nil.
func (s *Set) file(name string) *file {
	for _, f := range s.files {
		if f.name == name {
			return f
		}
	}
	return nil
}

// decls lists the declarations of all files.
func (s *Set) decls() (list []*decl) {
	for _, f := range s.files {
		list = append(list, f.decls...)
	}
	return list
}

// Tests lists the names of the test functions, in the order of the files.
func (s *Set) Tests() (names []string) {
	for _, d := range s.decls() {
		if d.isTest() {
			names = append(names, d.name)
		}
	}
	return names
}

// isTest reports whether the go command runs the declaration as a test or a fuzz target.
func (d *decl) isTest() bool {
	fn, ok := d.node.(*ast.FuncDecl)
	return ok && fn.Recv == nil && (strings.HasPrefix(d.name, "Test") || strings.HasPrefix(d.name, "Fuzz")) && d.name != "TestMain"
}

func (f *file) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *file) line(p token.Pos) int { return f.fset.Position(p).Line }

// span returns the bytes of a declaration with its comment, from the start of a line to the end
// of one.
func (d *decl) span() (from, to int) {
	n := d.whole()
	start := n.Pos()
	if doc := docOf(n); doc != nil {
		start = doc.Pos()
	}
	return d.file.lineStart(d.file.offset(start)), d.file.lineEnd(d.file.offset(n.End()))
}

// whole returns the node of a declaration: one of a group, or all.
func (d *decl) whole() ast.Node {
	if d.spec != nil {
		return d.spec
	}
	return d.node
}

func docOf(n ast.Node) *ast.CommentGroup {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Doc
	case *ast.GenDecl:
		return n.Doc
	case *ast.TypeSpec:
		return n.Doc
	case *ast.ValueSpec:
		return n.Doc
	case *ast.ImportSpec:
		return n.Doc
	}
	return nil
}

// lineStart returns the offset of the first byte of a line.
func (f *file) lineStart(at int) int { return bytes.LastIndexByte(f.text[:at], '\n') + 1 }

// lineEnd returns the offset behind the line end that follows.
func (f *file) lineEnd(at int) int {
	if i := bytes.IndexByte(f.text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(f.text)
}
