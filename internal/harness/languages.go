package harness

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"net/url"
	"time"

	"golang.org/x/tools/go/types/typeutil"
)

// Languages finds texts in the languages that the code of a package expects: texts that its
// regular expressions match, and texts that functions of the standard library accept.
type Languages struct {
	info   *types.Info
	values map[types.Object][]ast.Expr // package variable → expressions assigned to it
}

// NewLanguages collects the assignments to package variables in the files of a package.
func NewLanguages(info *types.Info, files []*ast.File) *Languages {
	p := &Languages{info, map[types.Object][]ast.Expr{}}
	for _, init := range info.InitOrder {
		for _, v := range init.Lhs {
			p.values[v] = append(p.values[v], init.Rhs)
		}
	}
	for _, f := range files {
		for n := range ast.Preorder(f) {
			if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN && len(a.Lhs) == len(a.Rhs) {
				for i, to := range a.Lhs {
					if id, ok := to.(*ast.Ident); ok && isPackageVariable(info.Uses[id]) {
						p.values[info.Uses[id]] = append(p.values[info.Uses[id]], a.Rhs[i])
					}
				}
			}
		}
	}
	return p
}

func isPackageVariable(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}

// samplesPerExpr is the most texts made for one regular expression.
const samplesPerExpr = 10

// Of returns distinct texts in the languages that the nodes expect, in order of appearance:
// texts for the regular expressions that they compile, and for the functions of the standard
// library that they pass texts to. It follows package variables to the expressions assigned to
// them. A regular expression must be constant, or formatted from constants by Sprintf.
func (p *Languages) Of(nodes ...ast.Node) []string {
	s := expectedTexts{p, map[types.Object]bool{}, map[types.Object]bool{}, map[string]bool{}, nil}
	for _, n := range nodes {
		s.visit(n)
	}
	return s.found
}

// expectedTexts collects the texts that syntax nodes expect.
type expectedTexts struct {
	*Languages
	seen    map[types.Object]bool // variables that were visited
	reading map[types.Object]bool // variables whose values are being read
	known   map[string]bool
	found   []string
}

func (s *expectedTexts) visit(n ast.Node) {
	for n := range ast.Preorder(n) {
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
			if f := typeutil.StaticCallee(s.info, n); f != nil && f.Pkg() != nil {
				s.call(f, n.Args)
			}
		}
	}
}

// call adds texts that f accepts. If the value of the first argument is known, it adds texts only if
// the argument is a time layout, the name of a query parameter or a regular expression, and then
// texts that fit this argument.
func (s *expectedTexts) call(f *types.Func, args []ast.Expr) {
	name, text, known := f.FullName(), "", false
	if len(args) > 0 {
		text, known = s.text(args[0])
	}
	if !known {
		s.add(acceptedTexts[name]...)
		return
	}
	switch name {
	case "time.Parse", "time.ParseInLocation":
		s.add(exampleTime(text))
	case "(net/url.Values).Get", "(net/url.Values).Has", "(*net/http.Request).FormValue":
		s.add(exampleQuery(text))
	default:
		if f.Pkg().Path() == "regexp" && f.Signature().Recv() == nil && f.Name() != "QuoteMeta" {
			s.add(samples(text, samplesPerExpr)...)
		}
	}
}

// exampleTime returns an example time formatted with a layout of package time.
func exampleTime(layout string) string {
	return time.Date(2009, 11, 10, 23, 0, 0, 0, time.UTC).Format(layout)
}

// exampleQuery returns a relative URL whose query sets name to 1, a value that also reads as a number.
func exampleQuery(name string) string { return "?" + url.Values{name: {"1"}}.Encode() }

func (s *expectedTexts) add(texts ...string) {
	for _, t := range texts {
		if !s.known[t] {
			s.known[t] = true
			s.found = append(s.found, t)
		}
	}
}

// text returns the value of a constant string or integer expression, and of expressions that
// concatenate or format constants. It reports false if the value is not known.
func (s *expectedTexts) text(e ast.Expr) (string, bool) {
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
		if values := s.values[s.info.Uses[e]]; len(values) == 1 && !s.reading[s.info.Uses[e]] {
			s.reading[s.info.Uses[e]] = true // stops at a variable that depends on itself
			defer delete(s.reading, s.info.Uses[e])
			return s.text(values[0])
		}
	case *ast.CallExpr:
		if f := typeutil.StaticCallee(s.info, e); f != nil && f.FullName() == "fmt.Sprintf" && !e.Ellipsis.IsValid() {
			return s.formatted(e.Args)
		}
	}
	return "", false
}

// formatted returns the result of Sprintf for arguments with known values.
func (s *expectedTexts) formatted(args []ast.Expr) (string, bool) {
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
		values = append(values, rawText(t))
	}
	return fmt.Sprintf(format, values...), true
}

// rawText is a text that every formatting verb prints unchanged.
type rawText string

func (t rawText) Format(w fmt.State, _ rune) { fmt.Fprint(w, string(t)) }
