package pathexpr

import "slices"

// Op is the operator of an expression.
type Op uint8

const (
	EmptySet  Op = iota // no path
	EmptyPath           // the path without edges, written 1
	Edge                // one edge
	Concat              // one path after another
	Union               // one of two expressions, written +
	Star                // any number of repetitions
	Destroy             // D[A]: no edge, but the variables that A defines become unknown
)

// String returns the name of the operator.
func (o Op) String() string {
	return [...]string{"empty set", "empty path", "edge", "concatenation", "union", "star", "destroy"}[o]
}

// Expr is a path expression. Two expressions of one Builder are equal exactly if their pointers
// are equal.
type Expr struct {
	op   Op
	id   int
	edge int
	x, y *Expr
}

// Op returns the operator.
func (e *Expr) Op() Op { return e.op }

// ID returns the number of the expression in its builder. Operands have smaller numbers.
func (e *Expr) ID() int { return e.id }

// Label returns the label of an Edge.
func (e *Expr) Label() int { return e.edge }

// Operands returns both operands of a Concat or Union. It returns the operand of a Star or
// Destroy as x, with a nil y. Other expressions have no operands.
func (e *Expr) Operands() (x, y *Expr) { return e.x, e.y }

type key struct {
	op   Op
	a, b int
}

// Builder makes expressions and shares equal ones.
type Builder struct {
	exprs     map[key]*Expr
	emptySet  *Expr
	emptyPath *Expr
}

// NewBuilder returns a builder with the empty set and the empty path.
func NewBuilder() *Builder {
	b := &Builder{exprs: make(map[key]*Expr)}
	b.emptySet = b.make(EmptySet, 0, nil, nil)
	b.emptyPath = b.make(EmptyPath, 0, nil, nil)
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

// EmptySet returns the expression without paths.
func (b *Builder) EmptySet() *Expr { return b.emptySet }

// EmptyPath returns the expression of the path without edges.
func (b *Builder) EmptyPath() *Expr { return b.emptyPath }

// Edge returns the expression of one edge. The label must not be negative.
func (b *Builder) Edge(label int) *Expr {
	if label < 0 {
		panic("pathexpr: BUG: negative edge label")
	}
	return b.make(Edge, label, nil, nil)
}

// Concat returns the expression of x followed by y.
func (b *Builder) Concat(x, y *Expr) *Expr {
	switch {
	case x.op == EmptySet || y.op == EmptySet:
		return b.emptySet
	case x.op == EmptyPath:
		return y
	case y.op == EmptyPath:
		return x
	}
	return b.make(Concat, 0, x, y)
}

// Union returns the expression of the paths of x and of y.
func (b *Builder) Union(x, y *Expr) *Expr {
	switch {
	case x.op == EmptySet || x == y:
		return y
	case y.op == EmptySet:
		return x
	}
	return b.make(Union, 0, x, y)
}

// Star returns the expression of any number of repetitions of x.
func (b *Builder) Star(x *Expr) *Expr {
	switch x.op {
	case EmptySet, EmptyPath:
		return b.emptyPath
	case Star:
		return x
	}
	return b.make(Star, 0, x, nil)
}

// Destroy returns D[x]: no edge, but the variables that x defines become unknown.
func (b *Builder) Destroy(x *Expr) *Expr {
	switch x.op {
	case EmptySet, EmptyPath, Destroy:
		return b.emptyPath
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

// Edges returns the labels in e, including those inside D, in ascending order.
func (e *Expr) Edges() []int {
	var labels []int
	walk(e, func(e *Expr) {
		if e.op == Edge {
			labels = append(labels, e.edge)
		}
	})
	slices.Sort(labels)
	return labels
}
