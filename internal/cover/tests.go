package cover

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"nearmiss/cfg"
	"nearmiss/internal/subject"
	"nearmiss/internal/syntax"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
)

// A table is the cases of one test function: the calls of a function that panic, or those that
// return.
type table struct {
	fn     *function
	panics bool
}

// testFuncs converts cases to the input of package testgen. The ID of a testgen.Case is the index in
// cases.
func (u *unit) testFuncs(cases []*testCase) []testgen.Func {
	return u.grouped(cases, func(c *testCase) table { return table{c.fn, c.result.Outcome != worker.Returned} })
}

// fuzzFuncs converts the cases of the package like testFuncs, but without separating those that
// panic, and with those that have no test and panic on purpose.
func (u *unit) fuzzFuncs() []testgen.Func {
	cases, _ := split(u.cases, func(c *testCase) bool { return !c.fn.isScenario() })
	for _, c := range u.dropped() {
		if p := u.ran(c); p != nil && p.onPurpose() && !slices.Contains(cases, c) {
			cases = append(cases, c)
		}
	}
	return u.grouped(byFunction(cases), func(c *testCase) table { return table{fn: c.fn} })
}

func (u *unit) grouped(cases []*testCase, group func(*testCase) table) (funcs []testgen.Func) {
	at := map[table]int{}
	for id, c := range cases {
		key := group(c)
		i, ok := at[key]
		if !ok {
			i = len(funcs)
			at[key] = i
			funcs = append(funcs, testgen.Func{Obj: c.fn.cfg.Obj, Type: c.fn.signed.Type, Sig: *c.fn.sig, Silent: u.silences(c.fn)})
		}
		f := &funcs[i]
		f.Cases = append(f.Cases, testgen.Case{ID: id, Vector: c.vector, Outcome: subject.Outcome(c.fn.sig, c.result.Outcome, c.result.Text, c.result.Out), Others: others(c), Covers: u.coversOf(c), Silenced: append(u.textSilence(c), u.silencesBehind(c)...), Spared: c.spared, Site: u.siteOf(c), Moments: c.result.Moments, Goroutines: c.staying, Timers: c.timers, Starts: c.starts})
	}
	return funcs
}

// others lists the outcomes of further runs of a case.
func others(c *testCase) (list []testgen.Outcome) {
	for _, o := range c.result.Others {
		list = append(list, subject.Outcome(c.fn.sig, o.Outcome, o.Text, o.Out))
	}
	return list
}

// coversOf lists the branches and boundaries that a case is kept for.
func (u *unit) coversOf(c *testCase) []testgen.Cover {
	var out []testgen.Cover
	for _, b := range c.keep {
		at := testgen.Cover{Branch: u.graph.BranchName(b), Outcome: b%2 == 1}
		if u.ofInputs(c.fn, u.graph.Conds[b/2]) {
			at.Cond = u.condText(b)
		}
		out = append(out, at)
	}
	return append(out, u.boundariesOf(c)...)
}

// ofInputs reports whether a condition of the function can name a case: it speaks of inputs as they were given, of their fields
// and methods, and of the package, but of no local variable.
func (u *unit) ofInputs(fn *function, c *cfg.Cond) bool {
	var said []ast.Node
	switch s := c.Stmt.(type) {
	case *ast.SwitchStmt:
		if s.Tag != nil {
			said = append(said, s.Tag)
		}
	case *ast.TypeSwitchStmt:
		said = append(said, s.Assign)
	case *ast.SelectStmt, *ast.RangeStmt:
		return false
	}
	if c.Expr != nil {
		said = append(said, c.Expr)
	}
	if c.Func.Obj != fn.main().cfg.Obj || len(said) == 0 {
		return false
	}
	given := u.given(c.Func, said[len(said)-1].Pos())
	return !slices.ContainsFunc(said, func(n ast.Node) bool {
		for n := range ast.Preorder(n) {
			id, ok := n.(*ast.Ident)
			if v, isVar := u.pkg.Info.Uses[id].(*types.Var); ok && isVar && !v.IsField() && v.Parent() != v.Pkg().Scope() && !given[v] {
				return true
			}
		}
		return false
	})
}

// given returns the receiver and the parameters of a function that hold at a place what the call gave: none is set before, or in a loop around the place.
func (u *unit) given(f *cfg.Func, at token.Pos) map[*types.Var]bool {
	sig := f.Obj.Signature()
	given := map[*types.Var]bool{}
	if sig.Recv() != nil {
		given[sig.Recv()] = true
	}
	for p := range sig.Params().Variables() {
		given[p] = true
	}
	before := at
	set := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok && e.Pos() < before {
			if v, ok := u.pkg.Info.Uses[id].(*types.Var); ok {
				delete(given, v)
			}
		}
	}
	for n := range ast.Preorder(f.Decl.Body) {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			if n.Pos() <= at && at < n.End() {
				before = max(before, n.End())
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				set(n.X)
			}
		}
		for place := range syntax.Assignments(n) {
			set(place)
		}
	}
	return given
}
