package command

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
)

// changed maps an operator to its mutant: a comparison moves the case of equal operands to
// the other outcome, an arithmetic operator becomes its inverse.
var changed = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.ADD: "-", token.SUB: "+", token.MUL: "/", token.QUO: "*",
}

// cmdMutants mutates each operator in a file, one at a time, and asserts that a test of the
// package fails. The file must not concatenate strings.
func cmdMutants(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mutants FILE")
	}
	name, src := ts.MkAbs(args[0]), ts.ReadFile(args[0])
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, 0)
	ts.Check(err)
	n := 0
	ast.Inspect(file, func(x ast.Node) bool {
		b, ok := x.(*ast.BinaryExpr)
		if !ok || changed[b.Op] == "" {
			return true
		}
		n++
		at := fset.Position(b.OpPos)
		ts.Check(os.WriteFile(name, []byte(src[:at.Offset]+changed[b.Op]+src[at.Offset+len(b.Op.String()):]), 0o644))
		if ts.Exec("go", "test", "-vet=off", ".") == nil {
			ts.Fatalf("%s: no test notices %s in the place of %s", at, changed[b.Op], b.Op)
		}
		return true
	})
	ts.Check(os.WriteFile(name, []byte(src), 0o644))
	if n == 0 {
		ts.Fatalf("%s has no such operator", args[0])
	}
}
