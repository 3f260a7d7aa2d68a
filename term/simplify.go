package term

import "slices"

// rule is a simplification. apply returns an equal term that is defined for the same slots, or
// nil if the rule does not apply. A test applies each rule to random operands (TestRuleLaws).
type rule struct {
	name            string
	apply           func(b *Builder, n *node) *Term
	changesDistance bool // the rule may change distances to an outcome, except the distance 0
}

// ruleTable lists the rules of each operator in the order of application.
type ruleTable [numOps][]rule

func newRules() ruleTable {
	var t ruleTable
	addArithmetic(&t)
	addBits(&t)
	addConversions(&t)
	addRelations(&t)
	addConnectives(&t)
	return t
}

// faithful returns the table without rules that change distances.
func (t ruleTable) faithful() ruleTable {
	for op, rules := range t {
		t[op] = slices.DeleteFunc(slices.Clone(rules), func(r rule) bool { return r.changesDistance })
	}
	return t
}

// build makes the term of n, simplified.
func (b *Builder) build(n node) *Term {
	if t := b.fold(&n); t != nil {
		return t
	}
	n.sortOperands()
	if t := b.find(&n, n.hash(), n.partial()); t != nil && t.simplified {
		return t
	}
	return b.simplify(n)
}

func (b *Builder) simplify(n node) *Term {
	if b.depth == len(b.nodes) {
		b.nodes = append(b.nodes, new(node))
	}
	p := b.nodes[b.depth] // nodes are reused, because a pointer passed to a rule escapes to the heap
	*p = n
	b.depth++
	defer func() { b.depth-- }()
	for _, r := range b.rules[n.op] {
		if t := r.apply(b, p); t != nil {
			return t
		}
	}
	t := b.intern(p)
	t.simplified = true
	return t
}

// sortOperands sorts the operands of a commutative operator by ID, a constant last. The order of
// floats stays.
func (n *node) sortOperands() {
	if x, y := n.args[0], n.args[1]; n.op.Commutes() && n.sort.Kind != Float {
		if x.Op == Const && y.Op != Const || y.Op != Const && x.ID > y.ID {
			n.args[0], n.args[1] = y, x
		}
	}
}

// fold returns the value of an operation on constants as a term, or nil if there is none.
func (b *Builder) fold(operation *node) *Term {
	for _, a := range operation.args[:operation.numArgs] {
		if a.Op != Const {
			return nil
		}
	}
	v, ok := apply(*operation)
	if !ok {
		return nil
	}
	if operation.sort.Kind == String {
		return b.Str(v.Str)
	}
	return b.literal(operation.sort, v.Bits)
}

// apply returns the value of an operation on constants.
func apply(n node) (Value, bool) {
	t := Term{Op: n.op, Sort: n.sort, Args: n.args[:n.numArgs]}
	return Eval(&t, nil)
}

// Binary returns x op y, for Add to Shr, or Pow of floats. Both operands have the sort of the result,
// except that a shift count may be any integer. An operation of floats is simplified only if both
// operands are constant.
func (b *Builder) Binary(op Op, x, y *Term) *Term {
	n := binaryNode(op, x.Sort, x, y)
	if x.Sort.Kind != Float {
		n.ownPartial = partialBinary(op, y)
		return b.build(n)
	}
	if t := b.fold(&n); t != nil {
		return t
	}
	return b.intern(&n)
}

// Commutes reports whether an operator is commutative. It does not consider relations.
func (o Op) Commutes() bool {
	switch o {
	case Add, Mul, And, Or, Xor:
		return true
	}
	return false
}

// partialBinary reports whether x op y may be undefined for some x.
func partialBinary(op Op, y *Term) bool {
	switch op {
	case Div, Rem:
		return !y.IsConst() || y.Bits == 0
	case Shl, Shr:
		return y.Sort.Kind == Int && !(y.IsConst() && int64(y.Bits) >= 0)
	}
	return false
}

// Unary returns -x (Neg), ^x (Com), or a function of a 64-bit float (Sqrt to Floor).
func (b *Builder) Unary(op Op, x *Term) *Term { return b.build(unaryNode(op, x.Sort, x)) }

// Convert returns x as a number of another sort.
func (b *Builder) Convert(x *Term, to Sort) *Term {
	if x.Sort == to {
		return x
	}
	n := unaryNode(Convert, to, x)
	n.ownPartial = x.Sort.Kind == Float && to.IsInteger()
	return b.build(n)
}

// ToBits returns the bits of a float as an unsigned integer of the same width.
func (b *Builder) ToBits(x *Term) *Term {
	return b.build(unaryNode(ToBits, Unsigned(int(x.Sort.Bits)), x))
}

// FromBits returns the float with the bits x, an unsigned integer of 32 or 64 bits.
func (b *Builder) FromBits(x *Term) *Term {
	return b.build(unaryNode(FromBits, Floating(int(x.Sort.Bits)), x))
}

// Compare returns x r y, for operands of one sort. EQ and NE support all sorts but Array, the
// order relations support numbers and strings.
func (b *Builder) Compare(r Rel, x, y *Term) *Term {
	return b.build(binaryNode(RelOp(r), BoolSort, x, y))
}

// Not returns the negation of x. The negation of a relation is a relation, except for order
// relations of floats, where both may be false.
func (b *Builder) Not(x *Term) *Term { return b.build(unaryNode(Not, BoolSort, x)) }

// Both returns x && y.
func (b *Builder) Both(x, y *Term) *Term { return b.build(binaryNode(AndAlso, BoolSort, x, y)) }

// Either returns x || y.
func (b *Builder) Either(x, y *Term) *Term { return b.build(binaryNode(OrElse, BoolSort, x, y)) }

// If returns x where c holds, else y. x and y have the same sort.
func (b *Builder) If(c, x, y *Term) *Term { return b.build(ternaryNode(Ite, x.Sort, c, x, y)) }

// Len returns the number of bytes of a string or of elements of an array, as an int.
func (b *Builder) Len(x *Term) *Term { return b.build(unaryNode(Len, Signed(64), x)) }

// Index returns x[i]. It is undefined out of range.
func (b *Builder) Index(x, i *Term) *Term {
	n := binaryNode(Index, x.Sort.ElemSort(), x, i)
	n.ownPartial = true
	return b.build(n)
}

// IsNil returns the condition that a slice is nil.
func (b *Builder) IsNil(x *Term) *Term { return b.build(unaryNode(IsNil, BoolSort, x)) }

// Substr returns x[lo:hi]. It is undefined out of range, also if hi is between the length and
// the capacity of a slice.
func (b *Builder) Substr(x, lo, hi *Term) *Term {
	n := ternaryNode(Substr, x.Sort, x, lo, hi)
	n.ownPartial = true
	return b.build(n)
}

// WithArgs returns the operation of expr on other operands of the same sorts.
func (b *Builder) WithArgs(expr *Term, args ...*Term) *Term {
	operation := node{op: expr.Op, sort: expr.Sort, numArgs: len(args)}
	copy(operation.args[:], args)
	switch expr.Op {
	case Convert:
		return b.Convert(args[0], expr.Sort)
	case Const, Slot:
		return expr
	case Index, Substr:
		operation.ownPartial = true
	default:
		operation.ownPartial = expr.Sort.IsInteger() && len(args) == 2 && partialBinary(expr.Op, args[1])
	}
	if expr.Sort.Kind == Float && (expr.Op <= Div || expr.Op == Pow) {
		return b.Binary(expr.Op, args[0], args[1])
	}
	return b.build(operation)
}

// Substitute returns t with its slots replaced. replacement returns the replacement of a slot,
// or nil to keep it.
func (b *Builder) Substitute(t *Term, replacement func(slot *Term) *Term) *Term {
	return b.substitute(t, replacement, make(map[*Term]*Term))
}

func (b *Builder) substitute(expr *Term, replacement func(slot *Term) *Term, done map[*Term]*Term) *Term {
	if expr.Op == Const {
		return expr
	}
	if u := done[expr]; u != nil {
		return u
	}
	u := expr
	if expr.Op == Slot {
		if v := replacement(expr); v != nil {
			u = v
		}
	} else {
		var args [3]*Term
		for i, a := range expr.Args {
			args[i] = b.substitute(a, replacement, done)
		}
		if !slices.Equal(args[:len(expr.Args)], expr.Args) {
			u = b.WithArgs(expr, args[:len(expr.Args)]...)
		}
	}
	done[expr] = u
	return u
}

// Concat returns x + y for two strings.
func (b *Builder) Concat(x, y *Term) *Term { return b.build(binaryNode(Concat, StringSort, x, y)) }
