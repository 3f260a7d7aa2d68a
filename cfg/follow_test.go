package cfg_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// TestFollow runs random functions and follows each run in its graph: the
// calls that the run reports must be those of the blocks on one path, in
// order, from the entry to the exit.
func TestFollow(t *testing.T) {
	functions, seeds := 100, 30
	if testing.Short() {
		functions = 40
	}
	g := &program{rng: rand.New(rand.NewPCG(7, 11))}
	g.printf("package main\n\nimport (\n\"bufio\"\n\"fmt\"\n\"os\"\n)\n%s\n", runtimeSource)
	for i := range functions {
		g.function(fmt.Sprintf("f%d", i))
	}
	g.printf("func main() {\ndefer out.Flush()\nfor _, f := range []func() bool{")
	for i := range functions {
		g.printf("f%d, ", i)
	}
	g.printf("} {\nfor seed := range %d {\nrun(f, seed)\n}\n}\n}\n", seeds)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), g.b.String())
	loaded, err := load.Load(context.Background(), dir, load.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := cfg.Build(loaded[0].Source)
	if err := p.Sanity(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	lines := bufio.NewScanner(bytes.NewReader(output))
	taken := map[*cfg.Edge]bool{}
	for i := range functions {
		fn := p.Func(fmt.Sprintf("f%d", i))
		for seed := range seeds {
			f := newFollower(fn, lines)
			f.taken = taken
			if err := f.run(); err != nil {
				t.Fatalf("%s, seed %d: %v\n%s", fn.Name, seed, err, fn.Graphs[0].Text(p.Fset))
			}
		}
	}
	t.Logf("%d branches of %d taken", len(taken), 2*len(p.Conds))
	if len(taken) < len(p.Conds) {
		t.Error("most branches were never followed")
	}
}

// follower walks a graph along the events of one run.
type follower struct {
	fn     *cfg.Func
	events [][2]int
	cut    bool
	taken  map[*cfg.Edge]bool

	heads  map[ast.Node]ast.Node // range, switch and select by the expression they evaluate
	values map[ast.Node]int      // what it was: elements left, the tag, ready; by call its last value
}

func newFollower(fn *cfg.Func, lines *bufio.Scanner) *follower {
	f := &follower{fn: fn, heads: map[ast.Node]ast.Node{}, values: map[ast.Node]int{}}
	for lines.Scan() {
		text := lines.Text()
		if text == "end" || text == "cut" {
			f.cut = text == "cut"
			break
		}
		id, value, _ := strings.Cut(text, " ")
		a, _ := strconv.Atoi(id)
		b, _ := strconv.Atoi(value)
		f.events = append(f.events, [2]int{a, b})
	}
	ast.Inspect(fn.Decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			f.heads[n.X] = n
		case *ast.SwitchStmt:
			if n.Tag != nil {
				f.heads[n.Tag] = n
			}
		case *ast.TypeSwitchStmt:
			f.heads[n.Assign] = n
		case *ast.CommClause:
			switch comm := n.Comm.(type) {
			case *ast.AssignStmt:
				f.heads[comm.Rhs[0].(*ast.UnaryExpr).X] = n
			case *ast.SendStmt:
				f.heads[comm.Chan] = n
			}
		}
		return true
	})
	return f
}

// errCut ends the walk where the run was cut off.
var errCut = fmt.Errorf("the run was cut off")

func (f *follower) run() error {
	_, err := f.graph(f.fn.Graphs[0])
	switch {
	case err == errCut && f.cut:
		return nil
	case err != nil:
		return err
	case len(f.events) > 0 || f.cut:
		return fmt.Errorf("at the exit with %d events left", len(f.events))
	}
	return nil
}

// graph walks from the entry to the exit and reports whether a panic led
// there.
func (f *follower) graph(g *cfg.Graph) (panics bool, err error) {
	b := g.Blocks[0]
	for b != g.Exit {
		for _, n := range b.Nodes {
			v, panics, err := f.calls(g, n, false)
			if panics || err != nil {
				return panics, err
			}
			if head := f.heads[n]; head != nil {
				f.values[head] = v
			}
		}
		e := b.Succs[0]
		if b.Cond != nil {
			outcome, panics, err := f.decide(g, b.Cond)
			if panics || err != nil {
				return panics, err
			}
			if !outcome {
				e = b.Succs[1]
			}
			f.taken[e] = true
		}
		b = e.To
	}
	return false, nil
}

// calls expects the calls of a node, arguments first, and returns the value
// of the last one. An operand of a condition may be a call that an earlier
// block has made.
func (f *follower) calls(g *cfg.Graph, n ast.Node, operand bool) (value int, panics bool, err error) {
	if x, ok := n.(*ast.CallExpr); ok && operand && g.Evaluated(x) {
		return f.values[x], false, nil
	}
	var order []*ast.CallExpr
	g.Inspect(n, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			order = append(order, x)
		}
		return true
	})
	// what starts first and ends last comes last
	slices.SortStableFunc(order, func(a, b *ast.CallExpr) int { return int(a.Rparen - b.Rparen) })
	for _, call := range order {
		switch fun := call.Fun.(type) {
		case *ast.FuncLit:
			i := slices.IndexFunc(f.fn.Graphs, func(h *cfg.Graph) bool { return h.Lit == fun })
			if i < 0 {
				return 0, false, fmt.Errorf("the literal at %d has no graph", fun.Pos())
			}
			if panics, err = f.graph(f.fn.Graphs[i]); panics || err != nil {
				return 0, panics, err
			}
		case *ast.Ident:
			if fun.Name == "panic" {
				return 0, true, nil
			}
			if value, err = f.next(call); err != nil {
				return 0, false, err
			}
			f.values[call] = value
		}
	}
	return value, false, nil
}

// next consumes the event of a call.
func (f *follower) next(call *ast.CallExpr) (int, error) {
	want, _ := strconv.Atoi(call.Args[0].(*ast.BasicLit).Value)
	if len(f.events) == 0 {
		if f.cut {
			return 0, errCut
		}
		return 0, fmt.Errorf("the graph calls %d, the run has ended", want)
	}
	e := f.events[0]
	f.events = f.events[1:]
	if e[0] != want {
		return 0, fmt.Errorf("the graph calls %d, the run %d", want, e[0])
	}
	return e[1], nil
}

// decide computes the outcome of a condition from the values of its calls.
func (f *follower) decide(g *cfg.Graph, c *cfg.Cond) (outcome, panics bool, err error) {
	switch c.Kind {
	case cfg.Range:
		f.values[c.Stmt]--
		return f.values[c.Stmt] >= 0, false, nil
	case cfg.TypeCase:
		types := c.Stmt.(*ast.TypeSwitchStmt).Body.List[c.Index].(*ast.CaseClause).List
		name := []string{"int", "string", "bool", "nil"}[f.values[c.Stmt]]
		return slices.ContainsFunc(types, func(x ast.Expr) bool { return x.(*ast.Ident).Name == name }), false, nil
	case cfg.SelectCase:
		return f.values[c.Stmt.(*ast.SelectStmt).Body.List[c.Index]] == 1, false, nil
	case cfg.Compare:
		bin := c.Expr.(*ast.BinaryExpr)
		x, panics, err := f.calls(g, bin.X, true)
		if panics || err != nil {
			return false, panics, err
		}
		y, panics, err := f.calls(g, bin.Y, true)
		return compare(bin.Op, x, y), panics, err
	}
	v, panics, err := f.calls(g, c.Expr, false)
	if c.Kind == cfg.Case {
		return v == f.values[c.Stmt], panics, err
	}
	return v == 1, panics, err
}

func compare(op token.Token, x, y int) bool {
	return map[token.Token]bool{
		token.LSS: x < y, token.LEQ: x <= y, token.EQL: x == y,
		token.NEQ: x != y, token.GTR: x > y, token.GEQ: x >= y,
	}[op]
}
