package fitness

import (
	"go/ast"
	goconstant "go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/term"
)

// A verdict is what is known of a comparison where a function returns.
type verdict int

const (
	maybe verdict = iota
	yes           // it holds
	no            // it fails
)

// decider finds the decisions of one flag.
type decider struct {
	flags  *Flags
	of     *Flag
	exits  map[*cfg.Block]verdict
	values map[ast.Expr]*cfg.Cond // conditions that make values
	edges  map[side]verdict       // of the conditions that make what is returned
	ahead  []int                  // by block: the fewest decisions on a way to a return where it holds
}

const never = math.MaxInt

// decide finds the decisions of a flag: conditions of which one outcome may lead to a
// return where it holds and the other never does.
func (f *Flags) decide(r *Flag) {
	d := f.decider(r)
	r.always = d.always()
	for _, b := range r.Func.Graphs[0].Blocks {
		if is, ok := d.decision(b); ok {
			r.Decisions = append(r.Decisions, Decision{Cond: b.Cond, Outcome: is, Level: d.ahead[b.ID] - 1})
		}
	}
	for i := range r.Decisions {
		p := &r.Decisions[i]
		p.Flag = f.ask(side{p.Cond, p.Outcome})
	}
}

// decider looks at the returns of a function, and measures the ways to them.
func (f *Flags) decider(r *Flag) *decider {
	g := r.Func.Graphs[0]
	d := &decider{flags: f, of: r, exits: map[*cfg.Block]verdict{}, values: map[ast.Expr]*cfg.Cond{}, edges: map[side]verdict{}, ahead: make([]int, len(g.Blocks))}
	for _, c := range r.Func.Conds {
		if c.Value {
			d.values[c.Expr] = c
		}
	}
	for _, b := range g.Blocks {
		d.returns(b)
	}
	d.measure(g)
	return d
}

// returns finds out what a block returns, if it does.
func (d *decider) returns(b *cfg.Block) {
	if len(b.Nodes) == 0 {
		return
	}
	s, ok := b.Nodes[len(b.Nodes)-1].(*ast.ReturnStmt)
	if !ok {
		return
	}
	d.exits[b] = maybe
	results := d.of.Func.Obj.Signature().Results()
	switch len(s.Results) {
	case 0:
		d.exits[b] = d.variable(results.At(d.of.Result), b)
	case results.Len():
		x := ast.Unparen(s.Results[d.of.Result])
		d.finals(x, yes, no)
		d.exits[b] = d.value(x, b)
	case 1:
		if call, ok := ast.Unparen(s.Results[0]).(*ast.CallExpr); ok {
			d.exits[b] = d.tail(d.flags.callee(call), d.of.Result)
		}
	}
}

// always is the verdict if it is the same at all returns.
func (d *decider) always() verdict {
	if d.ahead[0] == never {
		return no
	}
	for _, v := range d.exits {
		if v != yes {
			return maybe
		}
	}
	return yes
}

// tail notes a call whose result is returned as it is, and says what is always so of it.
func (d *decider) tail(fn *cfg.Func, result int) verdict {
	if fn == nil {
		return maybe
	}
	k := d.of.flagKey
	k.Func, k.Result = fn, result
	r := d.flags.flag(k, d.of.value)
	if r != d.of && r.always == maybe {
		d.of.Tails = append(d.of.Tails, r)
	}
	return r.always
}

// finals notes what the outcomes of the last conditions of a returned expression decide:
// t and f, if the expression is true and if it is false.
func (d *decider) finals(x ast.Expr, t, f verdict) {
	if d.of.value == nil || d.of.value.Kind() != goconstant.Bool {
		return
	}
	if !goconstant.BoolVal(d.of.value) {
		t, f = f, t
	}
	var walk func(x ast.Expr, t, f verdict)
	walk = func(x ast.Expr, t, f verdict) {
		x = ast.Unparen(x)
		switch e := x.(type) {
		case *ast.BinaryExpr:
			switch e.Op {
			case token.LAND:
				walk(e.X, maybe, f)
				walk(e.Y, t, f)
				return
			case token.LOR:
				walk(e.X, t, maybe)
				walk(e.Y, t, f)
				return
			}
		case *ast.UnaryExpr:
			if e.Op == token.NOT {
				walk(e.X, f, t)
				return
			}
		}
		if c := d.values[x]; c != nil {
			d.edges[side{c, true}], d.edges[side{c, false}] = t, f
		}
	}
	walk(x, t, f)
}

// value is the verdict on a returned expression.
func (d *decider) value(x ast.Expr, b *cfg.Block) verdict {
	if v, ok := d.flags.fixed(x); ok {
		return d.compare(v)
	}
	switch x := x.(type) {
	case *ast.CallExpr:
		if fn := d.flags.callee(x); fn != nil {
			return d.tail(fn, 0)
		}
		if d.makesError(x) {
			return d.isNil(false)
		}
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return d.isNil(false)
		}
	case *ast.CompositeLit, *ast.FuncLit:
		return d.isNil(false)
	case *ast.Ident:
		if v, ok := d.flags.info.Uses[x].(*types.Var); ok {
			return d.variable(v, b)
		}
	case *ast.SelectorExpr:
		if v, ok := d.flags.info.Uses[x.Sel].(*types.Var); ok && isGlobalError(v) {
			return d.isNil(false)
		}
	}
	return maybe
}

// makesError reports whether a call of another package returns an error that is not nil.
func (d *decider) makesError(call *ast.CallExpr) bool {
	f := typeutil.StaticCallee(d.flags.info, call)
	if f == nil {
		return false
	}
	switch f.FullName() {
	case "errors.New", "fmt.Errorf":
		return true
	}
	return false
}

// isGlobalError reports whether a variable is one of a package, and an error: those stay
// as they were made.
func isGlobalError(v *types.Var) bool {
	return !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && types.Implements(v.Type(), errorType)
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// isNil is the verdict on a value that is nil or is not.
func (d *decider) isNil(is bool) verdict {
	if d.of.value != nil {
		return maybe
	}
	return verdictOf(is == (d.of.Op == term.EQ))
}

// compare is the verdict on a constant, or nil.
func (d *decider) compare(v goconstant.Value) verdict {
	switch {
	case d.of.value == nil && v == nil:
		return d.isNil(true)
	case d.of.value == nil || v == nil:
		return maybe
	case (v.Kind() == goconstant.Bool) != (d.of.value.Kind() == goconstant.Bool), (v.Kind() == goconstant.String) != (d.of.value.Kind() == goconstant.String):
		return maybe
	}
	return verdictOf(goconstant.Compare(v, term.Token(d.of.Op), d.of.value))
}

func verdictOf(is bool) verdict {
	if is {
		return yes
	}
	return no
}

// variable is the verdict on a variable at the end of a block: by the nearest condition
// before, or by what was assigned to it since.
func (d *decider) variable(v *types.Var, b *cfg.Block) verdict {
	if isGlobalError(v) {
		return d.isNil(false)
	}
	for range farthest {
		x, n, found := d.flags.lastIn(b, v)
		if found {
			if call, ok := x.(*ast.CallExpr); ok && n > 0 {
				return d.tail(d.flags.callee(call), n)
			}
			if x == nil || d.isLocal(x) {
				return maybe // what another variable has is not followed
			}
			return d.value(x, b)
		}
		if len(b.Preds) != 1 {
			break
		}
		e := b.Preds[0]
		if w := d.known(e, v); w != maybe {
			return w
		}
		b = e.From
	}
	return maybe
}

// isLocal reports whether an expression is a variable that may have any value.
func (d *decider) isLocal(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := d.flags.info.Uses[id].(*types.Var)
	return ok && !isGlobalError(v)
}

// known is the verdict on a variable by the condition of an edge.
func (d *decider) known(e *cfg.Edge, v *types.Var) verdict {
	c := e.Cond
	if c == nil {
		return maybe
	}
	is := func(x ast.Expr) bool {
		id, ok := ast.Unparen(x).(*ast.Ident)
		return ok && d.flags.info.Uses[id] == v
	}
	switch c.Kind {
	case cfg.Bool:
		if is(c.Expr) {
			return d.compare(goconstant.MakeBool(e.Outcome))
		}
	case cfg.Compare:
		x := c.Expr.(*ast.BinaryExpr)
		if x.Op != token.EQL && x.Op != token.NEQ || !is(x.X) {
			break
		}
		if t := d.flags.info.Types[x.Y]; t.IsNil() {
			return d.isNil(e.Outcome == (x.Op == token.EQL))
		}
	}
	return maybe
}

// way is the fewest decisions behind an edge; never if no way leads to a return where the
// comparison holds.
func (d *decider) way(e *cfg.Edge) int {
	if e.Cond != nil {
		switch d.edges[side{e.Cond, e.Outcome}] {
		case yes:
			return 0
		case no:
			return never
		}
	}
	return d.ahead[e.To.ID]
}

// measure counts the decisions ahead of each block.
func (d *decider) measure(g *cfg.Graph) {
	for i := range d.ahead {
		d.ahead[i] = never
	}
	for changed := true; changed; {
		changed = false
		for i := len(g.Blocks) - 1; i >= 0; i-- {
			b := g.Blocks[i]
			n := d.from(b)
			if n != d.ahead[b.ID] {
				d.ahead[b.ID], changed = n, true
			}
		}
	}
}

// from is the fewest decisions ahead of a block, by what is known of those behind it.
func (d *decider) from(b *cfg.Block) int {
	if v, ok := d.exits[b]; ok {
		switch v {
		case yes:
			return 0
		case no:
			return never
		}
		return 1 // a call decides, or it is not known
	}
	least, ways := never, 0
	for _, e := range b.Succs {
		if n := d.way(e); n != never {
			least = min(least, n)
			ways++
		}
	}
	if b.Cond != nil && ways == 1 {
		return least + 1
	}
	return least
}

// decision reports whether the condition of a block is a decision, and by which outcome.
func (d *decider) decision(b *cfg.Block) (is, ok bool) {
	if b.Cond == nil || len(b.Succs) != 2 {
		return false, false
	}
	t, f := d.way(b.Succs[0]), d.way(b.Succs[1])
	return t == never, (t == never) != (f == never)
}
