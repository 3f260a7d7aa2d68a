package answer

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/term"
)

// A verdict is what is known of an answer where a function returns.
type verdict int

const (
	unknown verdict = iota // it may be yes
	yes
	no
)

// decider finds the points of one answer.
type decider struct {
	a      *Answers
	of     *Answer
	exits  map[*cfg.Block]verdict
	values map[ast.Expr]*cfg.Cond // conditions that make values
	edges  map[Outcome]verdict    // of the conditions that make what is returned
	ahead  []int                  // by block: how many points are passed at least to a yes; never: there is none
}

const never = math.MaxInt

// decide finds the points of an answer: conditions of which one outcome may lead to a
// return with yes and the other never does.
func (a *Answers) decide(r *Answer) {
	d := a.decider(r)
	r.sure = d.sure()
	for _, b := range r.Func.Graphs[0].Blocks {
		if is, ok := d.point(b); ok {
			r.Points = append(r.Points, Point{Cond: b.Cond, Outcome: is, Level: d.ahead[b.ID] - 1})
		}
	}
	for i := range r.Points {
		p := &r.Points[i]
		p.Asked = a.ask(p.Cond, p.Outcome)
	}
}

// decider looks at the returns of a function, and measures the ways to them.
func (a *Answers) decider(r *Answer) *decider {
	g := r.Func.Graphs[0]
	d := &decider{a: a, of: r, exits: map[*cfg.Block]verdict{}, values: map[ast.Expr]*cfg.Cond{}, edges: map[Outcome]verdict{}, ahead: make([]int, len(g.Blocks))}
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
	d.exits[b] = unknown
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
			d.exits[b] = d.tail(d.a.callee(call), d.of.Result)
		}
	}
}

// sure is the answer if it is the same at all returns.
func (d *decider) sure() verdict {
	if d.ahead[0] == never {
		return no
	}
	for _, v := range d.exits {
		if v != yes {
			return unknown
		}
	}
	return yes
}

// tail takes the answer of a call that is returned as it is, and says what it is if it is
// always the same.
func (d *decider) tail(f *cfg.Func, result int) verdict {
	if f == nil {
		return unknown
	}
	q := d.of.Question
	q.Func, q.Result = f, result
	r := d.a.answer(q, d.of.than)
	if r != d.of && r.sure == unknown {
		d.of.Tails = append(d.of.Tails, r)
	}
	return r.sure
}

// finals finds out what the outcomes of the last conditions of a returned expression make
// of the answer: t and f, if the expression is true and if it is false.
func (d *decider) finals(x ast.Expr, t, f verdict) {
	if d.of.than == nil || d.of.than.Kind() != constant.Bool {
		return
	}
	if !constant.BoolVal(d.of.than) {
		t, f = f, t
	}
	var walk func(x ast.Expr, t, f verdict)
	walk = func(x ast.Expr, t, f verdict) {
		x = ast.Unparen(x)
		switch e := x.(type) {
		case *ast.BinaryExpr:
			switch e.Op {
			case token.LAND:
				walk(e.X, unknown, f)
				walk(e.Y, t, f)
				return
			case token.LOR:
				walk(e.X, t, unknown)
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
			d.edges[Outcome{c, true}], d.edges[Outcome{c, false}] = t, f
		}
	}
	walk(x, t, f)
}

// value is what a returned expression makes of the answer.
func (d *decider) value(x ast.Expr, b *cfg.Block) verdict {
	if v, ok := d.a.fixed(x); ok {
		return d.compare(v)
	}
	switch x := x.(type) {
	case *ast.CallExpr:
		if f := d.a.callee(x); f != nil {
			return d.tail(f, 0)
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
		if v, ok := d.a.info.Uses[x].(*types.Var); ok {
			return d.variable(v, b)
		}
	case *ast.SelectorExpr:
		if v, ok := d.a.info.Uses[x.Sel].(*types.Var); ok && isGlobalError(v) {
			return d.isNil(false)
		}
	}
	return unknown
}

// makesError reports whether a call of another package returns an error that is not nil.
func (d *decider) makesError(call *ast.CallExpr) bool {
	f := typeutil.StaticCallee(d.a.info, call)
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

// isNil is what a value makes of the answer that is nil or is not.
func (d *decider) isNil(is bool) verdict {
	if d.of.than != nil {
		return unknown
	}
	return verdictOf(is == (d.of.Op == term.EQ))
}

// compare is what a constant, or nil, makes of the answer.
func (d *decider) compare(v constant.Value) verdict {
	switch {
	case d.of.than == nil && v == nil:
		return d.isNil(true)
	case d.of.than == nil || v == nil:
		return unknown
	case (v.Kind() == constant.Bool) != (d.of.than.Kind() == constant.Bool), (v.Kind() == constant.String) != (d.of.than.Kind() == constant.String):
		return unknown
	}
	return verdictOf(constant.Compare(v, term.Token(d.of.Op), d.of.than))
}

func verdictOf(is bool) verdict {
	if is {
		return yes
	}
	return no
}

// variable is what a variable makes of the answer that is returned at the end of a block:
// what the nearest condition before says of it, or what was assigned to it since.
func (d *decider) variable(v *types.Var, b *cfg.Block) verdict {
	if isGlobalError(v) {
		return d.isNil(false)
	}
	for range farthest {
		x, n, found := d.a.lastIn(b, v)
		if found {
			if call, ok := x.(*ast.CallExpr); ok && n > 0 {
				return d.tail(d.a.callee(call), n)
			}
			if x == nil || d.isLocal(x) {
				return unknown // what another variable has is not followed
			}
			return d.value(x, b)
		}
		if len(b.Preds) != 1 {
			break
		}
		e := b.Preds[0]
		if w := d.known(e, v); w != unknown {
			return w
		}
		b = e.From
	}
	return unknown
}

// isLocal reports whether an expression is a variable that may have any value.
func (d *decider) isLocal(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := d.a.info.Uses[id].(*types.Var)
	return ok && !isGlobalError(v)
}

// known is what the condition of an edge says of the answer that a variable is.
func (d *decider) known(e *cfg.Edge, v *types.Var) verdict {
	c := e.Cond
	if c == nil {
		return unknown
	}
	is := func(x ast.Expr) bool {
		id, ok := ast.Unparen(x).(*ast.Ident)
		return ok && d.a.info.Uses[id] == v
	}
	switch c.Kind {
	case cfg.Bool:
		if is(c.Expr) {
			return d.compare(constant.MakeBool(e.Outcome))
		}
	case cfg.Compare:
		x := c.Expr.(*ast.BinaryExpr)
		if x.Op != token.EQL && x.Op != token.NEQ || !is(x.X) {
			break
		}
		if t := d.a.info.Types[x.Y]; t.IsNil() {
			return d.isNil(e.Outcome == (x.Op == token.EQL))
		}
	}
	return unknown
}

// way is how many points an edge has before a yes at least; never if there is none.
func (d *decider) way(e *cfg.Edge) int {
	if e.Cond != nil {
		switch d.edges[Outcome{e.Cond, e.Outcome}] {
		case yes:
			return 0
		case no:
			return never
		}
	}
	return d.ahead[e.To.ID]
}

// measure finds out how many points are ahead of each block.
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

// from is how many points are ahead of a block, as far as it is known of those behind it.
func (d *decider) from(b *cfg.Block) int {
	if v, ok := d.exits[b]; ok {
		switch v {
		case yes:
			return 0
		case no:
			return never
		}
		return 1 // what is not known, or a call decides
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

// point reports whether the condition of a block is a point, and which of its outcomes.
func (d *decider) point(b *cfg.Block) (is, ok bool) {
	if b.Cond == nil || len(b.Succs) != 2 {
		return false, false
	}
	t, f := d.way(b.Succs[0]), d.way(b.Succs[1])
	return t == never, (t == never) != (f == never)
}
