package effects

import (
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// TestLingers: a goroutine that outlives its starter can act by the functions on its stack, and by
// function values that its starter has made; operations of the starter itself do not count.
func TestLingers(t *testing.T) {
	s, pkgs := testStudy()
	p := pkgs["linger"]
	place := func(n ast.Node) string {
		at := p.Fset.Position(n.Pos())
		return fmt.Sprintf("%s:%d", filepath.Join("/elsewhere", filepath.Base(at.Filename)), at.Line)
	}
	// The function that runs in the goroutine, by the function that starts it, itself or in a callee.
	runs := map[string]string{}
	for _, d := range p.FuncDecls() {
		ast.Inspect(d, func(n ast.Node) bool {
			g, ok := n.(*ast.GoStmt)
			if !ok {
				return true
			}
			name := d.Name.Name
			if lit, ok := g.Call.Fun.(*ast.FuncLit); ok {
				runs[name] = p.ImportPath + "." + name + ".func1 " + place(lit.Body.List[0])
			} else {
				runs[name] = p.ImportPath + ".dial " + place(dialing(p.FuncDecls()).Body.List[0])
			}
			return true
		})
	}
	runs["Runs"] = runs["work"]
	asked := 0
	for _, d := range p.FuncDecls() {
		if !d.Name.IsExported() || d.Recv != nil {
			continue
		}
		asked++
		text := ""
		for _, f := range p.Files {
			for _, c := range f.Comments {
				if p.Fset.Position(c.Pos()).Line == p.Fset.Position(d.Pos()).Line {
					text = c.Text()
				}
			}
		}
		fn := p.Info.Defs[d.Name].(*types.Func)
		stack := []string{"time.Sleep /go/src/runtime/time.go:363", runs[d.Name.Name]}
		if got := s.Lingers(p, fn, Handed{}, stack); (got != "") != (strings.TrimSpace(text) == "acts") {
			t.Errorf("%s: %q", d.Name.Name, got)
		}
		if got := s.Lingers(p, fn, Handed{}, stack[:1]); got != "" {
			t.Errorf("the standard library alone: %q", got)
		}
		if got := s.Lingers(p, fn, Handed{}, []string{p.ImportPath + ".other /elsewhere/other.go:1"}); got == "" {
			t.Error("nobody knows the function")
		}
	}
	if asked != 12 {
		t.Errorf("%d functions", asked)
	}
}

func dialing(decls []*ast.FuncDecl) *ast.FuncDecl {
	for _, d := range decls {
		if d.Name.Name == "dial" {
			return d
		}
	}
	return nil
}
