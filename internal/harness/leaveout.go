package harness

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// A LeftOut is a function that later generated files are without.
type LeftOut struct {
	Fn    *Fn
	Fault int // number of the fault that it was left out for
}

// LeaveOut finds what faults cost in the file that Generate wrote for fns: a fault is one of
// the declaration that it stands in, and so of all that names this declaration, until it
// comes to functions under test. Where it comes to what every run needs, nothing helps, and
// the list is empty.
//
// A generated file that the compiler refuses is a fault of this package, whatever the
// package under test looks like.
func LeaveOut(fns []*Fn, text []byte, faults []token.Position) []LeftOut {
	l := &leaver{fns: fns, fset: token.NewFileSet(), uses: map[string][]token.Pos{}}
	file, err := parser.ParseFile(l.fset, FileName, text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	l.divide(file)
	at := l.fset.File(file.FileStart)
	for i, p := range faults {
		if p.Line < 1 || p.Line > at.LineCount() || !l.spread(at.LineStart(p.Line)+token.Pos(max(p.Column, 1)-1), i) {
			return nil
		}
	}
	return l.out
}

// leaver finds what is to be left out.
type leaver struct {
	fns   []*Fn
	fset  *token.FileSet
	parts []*part
	uses  map[string][]token.Pos // of all names
	out   []LeftOut
}

// part is a declaration, or an import. A method is a part of its type.
type part struct {
	from, to token.Pos
	names    []string
	gone     bool
}

// divide finds the parts of a file, and where they are named.
func (l *leaver) divide(file *ast.File) {
	add := func(n ast.Node, names ...*ast.Ident) {
		p := &part{from: n.Pos(), to: n.End()}
		for _, id := range names {
			p.names = append(p.names, id.Name)
		}
		l.parts = append(l.parts, p)
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d, d.Name)
			} else {
				add(d, identifiers(d.Recv.List[0].Type)...)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ImportSpec:
					add(s, s.Name)
				case *ast.TypeSpec:
					add(s, s.Name)
				case *ast.ValueSpec:
					add(s, s.Names...)
				}
			}
		}
	}
	for _, id := range identifiers(file) {
		l.uses[id.Name] = append(l.uses[id.Name], id.Pos())
	}
}

func identifiers(n ast.Node) (list []*ast.Ident) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			list = append(list, id)
		}
		return true
	})
	return list
}

// spread leaves out the functions that need what stands at a place. It is false if every
// run needs that.
func (l *leaver) spread(at token.Pos, fault int) bool {
	i := slices.IndexFunc(l.parts, func(p *part) bool { return p.from <= at && at < p.to })
	if i < 0 {
		return false
	}
	p := l.parts[i]
	if p.gone {
		return true
	}
	p.gone = true
	for _, name := range p.names {
		if number, ok := strings.CutPrefix(name, "zznmRun"); ok {
			if n, err := strconv.Atoi(number); err == nil && n < len(l.fns) {
				l.out = append(l.out, LeftOut{l.fns[n], fault})
			}
			continue
		}
		if needed(name) {
			return false
		}
		for _, use := range l.uses[name] {
			if !l.spread(use, fault) {
				return false
			}
		}
	}
	return true
}

// needed reports whether a name is of what every worker needs.
func needed(name string) bool {
	return strings.HasPrefix(name, "ZzNearmiss") || name == "main" || name == "zznmprobe" || name == "zznmworker"
}
