package testgen

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// A panic that a case does not expect ends the process, and all that was still
// to run has to run again. Where many functions panic after one of them has run,
// for what it left behind, that is once for each. So the tests are checked with a
// guard: what is checked is what is written but for a deferred call in each
// subtest, which does nothing unless there is a panic. One with nil, as modules for old
// versions of Go may have it, looks like none; so the subtest says that it has come to
// its end. What has failed is to run no more: the guard of a subtest looks that up,
// where package testing would match its name with a pattern for each of them.
const (
	guardFile = "nearmiss_guard_test.go"
	guardName = "nearmissGuard"
	guardDone = "nearmissDone"
	guardSkip = "nearmissSkip"
	guardSays = "panic: "
	skipVar   = "NEARMISS_SKIP" // the variable that names the file with the names of those subtests
)

// guarded returns a test file with the guard in its subtests, each line where it
// was.
func (s *Suite) guarded(f File) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, f.Name, f.Data, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	at := map[int]string{} // what is put where
	put := func(pos token.Pos, text string) { at[fset.PositionFor(pos, false).Offset] = text }
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || !slices.Contains(s.Tests, fn.Name.Name) {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			body, t := subtestOf(n, fn)
			if body == nil {
				return true
			}
			put(body.Lbrace+1, fmt.Sprintf(" %s(%s); %s := false; defer %s(%[2]s, &%[3]s);", guardSkip, t, guardDone, guardName))
			for _, end := range ends(body) {
				put(end, guardDone+" = true; ")
			}
			return false
		})
	}
	var b bytes.Buffer
	last := 0
	for _, pos := range slices.Sorted(maps.Keys(at)) {
		b.Write(f.Data[last:pos])
		b.WriteString(at[pos])
		last = pos
	}
	b.Write(f.Data[last:])
	return b.Bytes(), nil
}

// ends lists where a body comes to its end: before its returns, and behind its last
// statement.
func ends(body *ast.BlockStmt) (list []token.Pos) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			list = append(list, n.Pos())
		}
		return true
	})
	if n := len(body.List); n > 0 {
		if _, returns := body.List[n-1].(*ast.ReturnStmt); returns {
			return list
		}
	}
	return append(list, body.Rbrace)
}

// subtestOf returns the body of a subtest that a test runs, and its parameter.
func subtestOf(n ast.Node, test *ast.FuncDecl) (*ast.BlockStmt, string) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 {
		return nil, ""
	}
	run, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || run.Sel.Name != "Run" || exprText(run.X) != test.Type.Params.List[0].Names[0].Name {
		return nil, ""
	}
	body, ok := call.Args[1].(*ast.FuncLit)
	if !ok {
		return nil, ""
	}
	return body.Body, body.Type.Params.List[0].Names[0].Name
}

// guardable reports whether the guard means in the package what it is to mean.
func (s *Suite) guardable() bool { return s.Pkg.Types.Scope().Lookup("recover") == nil }

// guard is the file with the guard, for the package that the tests are in. The
// package may have names such as fmt itself.
func (s *Suite) guard() []byte {
	name := s.Pkg.Name
	if s.prepared.external {
		name += "_test"
	}
	return fmt.Appendf(nil, `package %s

import (
	nearmissFmt "fmt"
	nearmissOs "os"
	nearmissStrings "strings"
	nearmissTesting "testing"
)

var nearmissSkips = func() map[string]bool {
	data, _ := nearmissOs.ReadFile(nearmissOs.Getenv(%q))
	skips := map[string]bool{}
	for _, name := range nearmissStrings.Split(string(data), "\n") {
		skips[name] = true
	}
	return skips
}()

func %s(t *nearmissTesting.T) {
	if nearmissSkips[t.Name()] {
		t.SkipNow()
	}
}

func %s(t *nearmissTesting.T, done *bool) {
	if r := recover(); r != nil || !*done && !t.Failed() && !t.Skipped() {
		nearmissFmt.Printf("\n%s%%v\n", r)
		t.Fail()
	}
}
`, name, skipVar, guardSkip, guardName, guardSays)
}

// panicked is what the guard said of the last panic of a test, "" if there was
// none.
func (t *testRun) panicked() string {
	for _, line := range slices.Backward(t.output) {
		if strings.HasPrefix(line, guardSays) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// blamePanics drops cases whose panics the guard caught, and reports whether there
// are any. What came after a panic may be its doing, such as another one: only the
// first of a run is to blame for certain, and what panics on two of them. The
// others run again without these.
func (v *verifier) blamePanics(s *Suite, o *outcome) bool {
	first := true
	for _, name := range o.order {
		i, j, ok := s.caseOf(name)
		if !ok || v.skips(s.Tests[i]) || v.skips(name) {
			continue
		}
		t := o.tests[name]
		why := t.panicked()
		if t.fails == 0 || why == "" {
			continue
		}
		if v.panics[name]++; first || v.panics[name] > 1 {
			how := "it fails"
			if t.passes > 0 {
				how = "it fails on some runs"
			}
			v.dropCase(s, i, j, how+v.there()+": "+why)
		}
		first = false
	}
	return !first
}

// caseOf finds the case of a subtest.
func (s *Suite) caseOf(name string) (i, j int, ok bool) {
	for i := range s.Funcs {
		if !strings.HasPrefix(name, s.Tests[i]+"/") {
			continue
		}
		for j := range s.Funcs[i].Cases {
			if s.subtest(i, j) == name {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}
