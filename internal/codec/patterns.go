package codec

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"
)

// Patterns finds the regular expressions of a package.
type Patterns struct {
	info   *types.Info
	values map[types.Object][]ast.Expr // of package variables: what they are assigned
}

// NewPatterns looks through the files of a package once.
func NewPatterns(info *types.Info, files []*ast.File) *Patterns {
	p := &Patterns{info, map[types.Object][]ast.Expr{}}
	for _, init := range info.InitOrder {
		for _, v := range init.Lhs {
			p.values[v] = append(p.values[v], init.Rhs)
		}
	}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN && len(a.Lhs) == len(a.Rhs) {
				for i, to := range a.Lhs {
					if id, ok := to.(*ast.Ident); ok && isPackageVariable(info.Uses[id]) {
						p.values[info.Uses[id]] = append(p.values[info.Uses[id]], a.Rhs[i])
					}
				}
			}
			return true
		})
	}
	return p
}

func isPackageVariable(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// Of returns the expressions that the nodes, and what is assigned to package variables
// that they mention, hand to package regexp, each once, in order of appearance. An
// expression counts if it is constant or put together from constants by Sprintf.
func (p *Patterns) Of(nodes ...ast.Node) []string {
	s := patternSearch{p, map[types.Object]bool{}, nil}
	for _, n := range nodes {
		s.visit(n)
	}
	return s.found
}

type patternSearch struct {
	*Patterns
	seen  map[types.Object]bool
	found []string
}

func (s *patternSearch) visit(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			v := s.info.Uses[n]
			if v != nil && !s.seen[v] && s.values[v] != nil {
				s.seen[v] = true
				for _, value := range s.values[v] {
					s.visit(value)
				}
			}
		case *ast.CallExpr:
			s.call(n)
		}
		return true
	})
}

// call adds the first argument if it is the expression.
func (s *patternSearch) call(call *ast.CallExpr) {
	f := typeutil.StaticCallee(s.info, call)
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "regexp" || f.Signature().Recv() != nil || len(call.Args) == 0 || f.Name() == "QuoteMeta" {
		return
	}
	if text, ok := s.text(call.Args[0]); ok && !slices.Contains(s.found, text) {
		s.found = append(s.found, text)
	}
}

// text is the value of an expression, if it is known.
func (s *patternSearch) text(e ast.Expr) (string, bool) {
	e = ast.Unparen(e)
	if v := s.info.Types[e].Value; v != nil {
		if v.Kind() == constant.String {
			return constant.StringVal(v), true
		}
		return v.ExactString(), v.Kind() == constant.Int
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		x, known := s.text(e.X)
		y, too := s.text(e.Y)
		return x + y, known && too && e.Op == token.ADD
	case *ast.Ident:
		if values := s.values[s.info.Uses[e]]; len(values) == 1 && !s.seen[s.info.Uses[e]] {
			s.seen[s.info.Uses[e]] = true // no variable is put together from itself
			defer delete(s.seen, s.info.Uses[e])
			return s.text(values[0])
		}
	case *ast.CallExpr:
		if f := typeutil.StaticCallee(s.info, e); f != nil && f.FullName() == "fmt.Sprintf" && !e.Ellipsis.IsValid() {
			return s.formatted(e.Args)
		}
	}
	return "", false
}

// formatted is what Sprintf returns for known texts.
func (s *patternSearch) formatted(args []ast.Expr) (string, bool) {
	format, ok := s.text(args[0])
	if !ok {
		return "", false
	}
	var values []any
	for _, a := range args[1:] {
		t, ok := s.text(a)
		if !ok {
			return "", false
		}
		values = append(values, shown(t))
	}
	return fmt.Sprintf(format, values...), true
}

// shown is a text that every verb shows as it is.
type shown string

// Format implements fmt.Formatter.
func (t shown) Format(w fmt.State, _ rune) { fmt.Fprint(w, string(t)) }
