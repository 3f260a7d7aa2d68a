package term

// addRelations adds the rules of the relations from == to >=.
func addRelations(rules *ruleTable) {
	equality := []rule{
		{name: "x==x", apply: reflexive},
		{name: "p==true", apply: compareBool},
		{name: "x+c==d", apply: cancelConstant, changesDistance: true},
		{name: "x-y==0", apply: comparedDifference, changesDistance: true},
		{name: "x+c==y+d", apply: cancelBoth, changesDistance: true},
		{name: "if(p, c, d)==e", apply: chosenRelation, changesDistance: true},
		{name: "T(x)==c", apply: comparedWithin, changesDistance: true},
		{name: "T(x)==T(y)", apply: comparedWidened, changesDistance: true},
		{name: "U(x)==U(y)", apply: comparedConverted, changesDistance: true},
	}
	order := []rule{
		{name: "x<x", apply: reflexive},
		{name: "x<least", apply: atLimit, changesDistance: true},
		{name: "if(p, c, d)<e", apply: chosenRelation, changesDistance: true},
		{name: "T(x)<c", apply: comparedWithin, changesDistance: true},
		{name: "T(x)<T(y)", apply: comparedWidened, changesDistance: true},
	}
	for op := Eq; op <= Ge; op++ {
		rules[op] = order
		if op <= Ne {
			rules[op] = equality
		}
	}
}

// rel returns the relation of a comparison.
func (n *node) rel() Rel { return Rel(n.op - Eq) }

// splitConstant returns a relation in the form x r c if exactly one operand is a constant; else x is
// nil.
func (n *node) splitConstant() (x *Term, r Rel, c *Term) {
	switch x, y := n.args[0], n.args[1]; {
	case y.Op == Const && x.Op != Const:
		return x, n.rel(), y
	case x.Op == Const && y.Op != Const:
		return y, n.rel().Mirror(), x
	}
	return nil, 0, nil
}

// reflexive is the rule for x r x: true for ==, <= and >=, else false.
func reflexive(b *Builder, n *node) *Term {
	x, r := n.args[0], n.rel()
	if x != n.args[1] || x.Partial || x.Sort.Kind == Float {
		return nil
	}
	return b.Bool(r == EQ || r == LE || r == GE)
}

// compareBool is the rule for x == true, x != false and so on.
func compareBool(b *Builder, n *node) *Term {
	x, r, c := n.splitConstant()
	if x == nil || x.Sort.Kind != Bool {
		return nil
	}
	if (c.Bits != 0) == (r == EQ) {
		return x
	}
	return b.Not(x)
}

// cancelConstant turns x+c == d into x == d-c, and does the same for !=, and for x^c, c-x, -x and ^x
// in place of x+c. It is valid because integers wrap.
func cancelConstant(builder *Builder, n *node) *Term {
	x, rel, c := n.splitConstant()
	if x == nil || !x.Sort.IsInteger() {
		return nil
	}
	constant := c.Bits
	switch {
	case x.Op == Neg:
		constant = -constant
	case x.Op == Com:
		constant = ^constant
	case x.Op == Add && x.Args[1].Op == Const:
		constant -= x.Args[1].Bits
	case x.Op == Xor && x.Args[1].Op == Const:
		constant ^= x.Args[1].Bits
	case x.Op == Sub && x.Args[0].Op == Const:
		return builder.Compare(rel, x.Args[1], builder.Int(x.Sort, x.Args[0].Bits-constant))
	default:
		return nil
	}
	return builder.Compare(rel, x.Args[0], builder.Int(x.Sort, constant))
}

// comparedDifference turns x-y == 0 and x^y == 0 into x == y, and does the same for !=.
func comparedDifference(b *Builder, n *node) *Term {
	x, r, c := n.splitConstant()
	if x == nil || !x.Sort.IsInteger() || c.Bits != 0 || x.Op != Sub && x.Op != Xor {
		return nil
	}
	return b.Compare(r, x.Args[0], x.Args[1])
}

// cancelBoth turns x+c == y+d into x == y+(d-c), and does the same for !=.
func cancelBoth(b *Builder, n *node) *Term {
	x, c, _ := n.args[0].splitSum()
	y, d, _ := n.args[1].splitSum()
	if c == 0 || d == 0 {
		return nil
	}
	return b.Compare(n.rel(), x, b.Binary(Add, y, b.Int(y.Sort, d-c)))
}

// chosenRelation is the rule for a relation between an if-then-else of constants and a constant. The
// result is the condition of the if-then-else, the negation of that condition, or a constant.
func chosenRelation(builder *Builder, n *node) *Term {
	x, r, c := n.splitConstant()
	if x == nil || x.Op != Ite || x.Args[1].Op != Const || x.Args[2].Op != Const || x.Sort.Kind == String {
		return nil
	}
	yes := holds(r, x.Sort, x.Args[1].Bits, c.Bits)
	no := holds(r, x.Sort, x.Args[2].Bits, c.Bits)
	switch {
	case yes && !no:
		return x.Args[0]
	case no && !yes:
		return builder.Not(x.Args[0])
	case x.Args[0].Partial:
		return nil
	}
	return builder.Bool(yes)
}

// atLimit is the rule for an order relation with the least or the greatest integer that is
// always true or always false.
func atLimit(b *Builder, n *node) *Term {
	x, r, c := n.splitConstant()
	if x == nil || !x.Sort.IsInteger() || x.Partial {
		return nil
	}
	lo, hi := x.Sort.limits()
	switch {
	case c.Bits == lo && r == LT, c.Bits == hi && r == GT:
		return b.Bool(false)
	case c.Bits == lo && r == GE, c.Bits == hi && r == LE:
		return b.Bool(true)
	}
	return nil
}

// limits returns the least and the greatest integer of a sort.
func (s Sort) limits() (lo, hi uint64) {
	if s.Kind == Int {
		hi = 1<<(s.Bits-1) - 1
		return ^hi, hi
	}
	return 0, s.Wrap(^uint64(0))
}

// comparedWithin is the rule for T(x) rel c, if T is lossless, or if rel is an equality and T is as
// wide as x: it compares x with the constant in the sort of x. If T is lossless and the
// constant is not in that sort, the relation is constant.
func comparedWithin(builder *Builder, n *node) *Term {
	x, rel, c := n.splitConstant()
	if x == nil || x.Op != Convert || !x.Sort.IsInteger() || !x.Args[0].Sort.IsInteger() {
		return nil
	}
	y := x.Args[0]
	d := builder.Convert(c, y.Sort)
	fits := builder.Convert(d, c.Sort) == c
	switch {
	case !lossless(y.Sort, x.Sort):
		if rel > NE || y.Sort.Bits > x.Sort.Bits || !fits {
			return nil // the conversion may change the order or merge values
		}
	case !fits:
		return beyond(builder, rel, y, c)
	}
	return builder.Compare(rel, y, d)
}

// beyond returns y r c for a constant that is not in the sort of y.
func beyond(builder *Builder, r Rel, y, c *Term) *Term {
	if y.Partial {
		return nil
	}
	below := c.Sort.Kind == Int && int64(c.Bits) < 0
	switch r {
	case EQ:
		return builder.Bool(false)
	case NE:
		return builder.Bool(true)
	case LT, LE:
		return builder.Bool(!below)
	}
	return builder.Bool(below)
}

// comparedWidened is the rule for T(x) r T(y) with lossless conversions: it compares x and y in the
// sort of x or of y, if one of the two sorts contains the other.
func comparedWidened(builder *Builder, operation *node) *Term {
	x, y := operation.args[0], operation.args[1]
	if x.Op != Convert || y.Op != Convert {
		return nil
	}
	x, y = x.Args[0], y.Args[0]
	to := operation.args[0].Sort
	if !lossless(x.Sort, to) || !lossless(y.Sort, to) {
		return nil
	}
	switch {
	case lossless(x.Sort, y.Sort):
		return builder.Compare(operation.rel(), builder.Convert(x, y.Sort), y)
	case lossless(y.Sort, x.Sort):
		return builder.Compare(operation.rel(), x, builder.Convert(y, x.Sort))
	}
	return nil
}

// comparedConverted is the rule for U(x) == U(y), if x and y have one sort and U is at least as
// wide: different values stay different.
func comparedConverted(b *Builder, n *node) *Term {
	x, y := n.args[0], n.args[1]
	if x.Op != Convert || y.Op != Convert || !x.Sort.IsInteger() {
		return nil
	}
	to := x.Sort
	x, y = x.Args[0], y.Args[0]
	if x.Sort != y.Sort || !x.Sort.IsInteger() || x.Sort.Bits > to.Bits {
		return nil
	}
	return b.Compare(n.rel(), x, y)
}
