package pathexpr

import "sort"

// Op is the operator of an expression.
type Op uint8

const (
	EmptySet  Op = iota // no path at all
	EmptyPath           // the path without edges, written 1
	Edge                // one edge
	Concat              // one path after another
	Union               // either of two, written +
	Star                // any number of times
	Destroy             // D[A]: no edge, but whatever A defines is unknown
)

// String names the operator.
func (o Op) String() string {
	return [...]string{"empty set", "empty path", "edge", "concatenation", "union", "star", "destroy"}[o]
}

// Expr is a path expression. Expressions of one Builder are equal exactly
// when their pointers are.
type Expr struct {
	op   Op
	id   int
	edge int
	x, y *Expr
}

// Op returns the operator.
func (e *Expr) Op() Op { return e.op }

// ID numbers the expressions of a builder, operands before operators.
func (e *Expr) ID() int { return e.id }

// Label returns the label of an Edge.
func (e *Expr) Label() int { return e.edge }

// Operands returns both operands of a Concat or Union, the operand of a Star
// or Destroy as x, and nil otherwise.
func (e *Expr) Operands() (x, y *Expr) { return e.x, e.y }

type key struct {
	op   Op
	a, b int
}

// Builder makes expressions and shares equal ones.
type Builder struct {
	exprs map[key]*Expr
	set   *Expr
	path  *Expr
}

// NewBuilder returns a builder that holds the two constants.
func NewBuilder() *Builder {
	b := &Builder{exprs: make(map[key]*Expr)}
	b.set = b.make(EmptySet, 0, nil, nil)
	b.path = b.make(EmptyPath, 0, nil, nil)
	return b
}

func (b *Builder) make(op Op, edge int, x, y *Expr) *Expr {
	k := key{op, edge, -1}
	if x != nil {
		k.a = x.id
	}
	if y != nil {
		k.b = y.id
	}
	if e := b.exprs[k]; e != nil {
		return e
	}
	e := &Expr{op: op, id: len(b.exprs), edge: edge, x: x, y: y}
	b.exprs[k] = e
	return e
}

// EmptySet is the expression of no path.
func (b *Builder) EmptySet() *Expr { return b.set }

// EmptyPath is the expression of the path without edges.
func (b *Builder) EmptyPath() *Expr { return b.path }

// Edge is the expression of one edge with a label that is not negative.
func (b *Builder) Edge(label int) *Expr {
	if label < 0 {
		panic("pathexpr: BUG: negative edge label")
	}
	return b.make(Edge, label, nil, nil)
}

// Concat is x followed by y.
func (b *Builder) Concat(x, y *Expr) *Expr {
	switch {
	case x.op == EmptySet || y.op == EmptySet:
		return b.set
	case x.op == EmptyPath:
		return y
	case y.op == EmptyPath:
		return x
	}
	return b.make(Concat, 0, x, y)
}

// Union is x or y.
func (b *Builder) Union(x, y *Expr) *Expr {
	switch {
	case x.op == EmptySet || x == y:
		return y
	case y.op == EmptySet:
		return x
	}
	return b.make(Union, 0, x, y)
}

// Star is x any number of times.
func (b *Builder) Star(x *Expr) *Expr {
	switch x.op {
	case EmptySet, EmptyPath:
		return b.path
	case Star:
		return x
	}
	return b.make(Star, 0, x, nil)
}

// Destroy is D[x].
func (b *Builder) Destroy(x *Expr) *Expr {
	switch x.op {
	case EmptySet, EmptyPath, Destroy:
		return b.path
	}
	return b.make(Destroy, 0, x, nil)
}

// walk calls f once for every sub-expression, operands first.
func walk(e *Expr, f func(*Expr)) {
	seen := make(map[*Expr]bool)
	var visit func(*Expr)
	visit = func(e *Expr) {
		if e == nil || seen[e] {
			return
		}
		seen[e] = true
		visit(e.x)
		visit(e.y)
		f(e)
	}
	visit(e)
}

// Edges returns the labels that occur in e, those inside D included, in
// ascending order.
func (e *Expr) Edges() []int {
	var labels []int
	walk(e, func(e *Expr) {
		if e.op == Edge {
			labels = append(labels, e.edge)
		}
	})
	sort.Ints(labels)
	return labels
}
