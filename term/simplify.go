package term

import "nearmiss/internal/probe"

// Binary is x op y, for Add to Shr. Both operands have the sort of the
// result, but for shifts, whose count may be any integer.
func (b *Builder) Binary(op Op, x, y *Term) *Term {
	if x.Sort.Kind == Float {
		return b.fold(b.make(op, x.Sort, false, x, y))
	}
	if x.IsConst() && y.IsConst() {
		return b.fold(b.make(op, x.Sort, partialBinary(op, y), x, y))
	}
	if x.IsConst() && commutes(op) {
		x, y = y, x
	}
	if op == Sub && y.IsConst() {
		op, y = Add, b.Int(y.Sort, -y.Bits)
	}
	if y.IsConst() {
		if t := b.withConst(op, x, y); t != nil {
			return t
		}
	}
	if x == y && !x.Partial {
		switch op {
		case Sub, Xor, AndNot:
			return b.Int(x.Sort, 0)
		}
	}
	if x == y && (op == And || op == Or) {
		return x
	}
	if commutes(op) && !y.IsConst() && x.ID > y.ID {
		x, y = y, x
	}
	return b.make(op, x.Sort, partialBinary(op, y), x, y)
}

func commutes(op Op) bool {
	switch op {
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

// withConst holds the rules for a constant right operand of an integer.
func (b *Builder) withConst(op Op, x, c *Term) *Term {
	zero, ones := c.Bits == 0, c.Bits == c.Sort.Wrap(^uint64(0))
	switch op {
	case Add, Or, Xor, AndNot, Shl, Shr:
		if zero {
			return x
		}
	case Mul, Div:
		if c.Bits == 1 {
			return x
		}
	}
	if zero && !x.Partial && (op == Mul || op == And) {
		return c
	}
	if op == And && ones {
		return x
	}
	if op == x.Op && x.Args[1].IsConst() {
		return b.nested(op, x, c)
	}
	return nil
}

// nested is (y op d) op c for constants d and c where op is associative.
func (b *Builder) nested(op Op, x, c *Term) *Term {
	d := x.Args[1]
	switch op {
	case Add:
		return b.Binary(op, x.Args[0], b.Int(c.Sort, c.Bits+d.Bits))
	case Mul:
		return b.Binary(op, x.Args[0], b.Int(c.Sort, c.Bits*d.Bits))
	case And:
		return b.Binary(op, x.Args[0], b.Int(c.Sort, c.Bits&d.Bits))
	case Or:
		return b.Binary(op, x.Args[0], b.Int(c.Sort, c.Bits|d.Bits))
	case Xor:
		return b.Binary(op, x.Args[0], b.Int(c.Sort, c.Bits^d.Bits))
	}
	return nil
}

// fold replaces an operation on constants by its value, if it has one.
func (b *Builder) fold(t *Term) *Term {
	for _, a := range t.Args {
		if !a.IsConst() {
			return t
		}
	}
	v, ok := Eval(t, nil)
	if !ok {
		return t
	}
	return b.constant(t.Sort, v)
}

func (b *Builder) constant(s Sort, v Value) *Term {
	if s.Kind == String {
		return b.Str(v.Str)
	}
	return b.intern(Term{Op: Const, Sort: s, Bits: v.Bits})
}

// Unary is -x (Neg) or ^x (Com).
func (b *Builder) Unary(op Op, x *Term) *Term {
	if x.Op == op {
		return x.Args[0]
	}
	return b.fold(b.make(op, x.Sort, false, x))
}

// Convert is x as a number of another sort.
func (b *Builder) Convert(x *Term, to Sort) *Term {
	if x.Sort == to {
		return x
	}
	if x.IsConst() {
		return b.fold(b.make(Convert, to, x.Sort.Kind == Float && to.IsInteger(), x))
	}
	if x.Op == Convert && x.Sort.IsInteger() && to.IsInteger() {
		from := x.Args[0]
		if from.Sort.IsInteger() && (to.Bits <= x.Sort.Bits || keeps(from.Sort, x.Sort)) {
			return b.Convert(from, to)
		}
	}
	return b.make(Convert, to, x.Sort.Kind == Float && to.IsInteger(), x)
}

// keeps reports whether every integer of sort s is one of sort t.
func keeps(s, t Sort) bool {
	if s.Kind == t.Kind {
		return s.Bits <= t.Bits
	}
	return s.Kind == Uint && s.Bits < t.Bits
}

// Compare is x r y, for operands of one sort: any but Array for EQ and NE,
// numbers and strings for the orders.
func (b *Builder) Compare(r probe.Rel, x, y *Term) *Term {
	if x == y && !x.Partial && x.Sort.Kind != Float {
		return b.Bool(r == probe.EQ || r == probe.LE || r == probe.GE)
	}
	if x.Sort.Kind == Bool && (x.IsConst() || y.IsConst()) {
		return b.compareBool(r, x, y)
	}
	return b.fold(b.make(RelOp(r), BoolSort, false, x, y))
}

// compareBool is x == true and its like.
func (b *Builder) compareBool(r probe.Rel, x, y *Term) *Term {
	if x.IsConst() {
		x, y = y, x
	}
	if (y.Bits != 0) == (r == probe.EQ) {
		return x
	}
	return b.Not(x)
}

// Not is the negation. Of a relation it is the negated relation, but for
// orders of floats, where both may be false.
func (b *Builder) Not(x *Term) *Term {
	if x.Op == Const {
		return b.Bool(x.Bits == 0)
	}
	if x.Op == Not {
		return x.Args[0]
	}
	if r, ok := x.Op.Rel(); ok && (r <= probe.NE || x.Args[0].Sort.Kind != Float) {
		return b.make(RelOp(r.Negate()), BoolSort, false, x.Args...)
	}
	return b.make(Not, BoolSort, false, x)
}

// Both is x && y.
func (b *Builder) Both(x, y *Term) *Term {
	switch {
	case x.IsConst():
		if x.Bits != 0 {
			return y
		}
		return x
	case x == y || y.IsConst() && y.Bits != 0:
		return x
	}
	return b.make(AndAlso, BoolSort, false, x, y)
}

// Either is x || y.
func (b *Builder) Either(x, y *Term) *Term {
	switch {
	case x.IsConst():
		if x.Bits == 0 {
			return y
		}
		return x
	case x == y || y.IsConst() && y.Bits == 0:
		return x
	}
	return b.make(OrElse, BoolSort, false, x, y)
}

// If is x where c holds, else y.
func (b *Builder) If(c, x, y *Term) *Term {
	switch {
	case c.IsConst() && c.Bits != 0:
		return x
	case c.IsConst():
		return y
	case x == y && !c.Partial:
		return x
	}
	return b.make(Ite, x.Sort, false, c, x, y)
}

// Len is the number of bytes of a string or of elements of an array, an int.
func (b *Builder) Len(x *Term) *Term {
	return b.fold(b.make(Len, Signed(64), false, x))
}

// Index is x[i]; undefined out of range.
func (b *Builder) Index(x, i *Term) *Term {
	return b.fold(b.make(Index, x.Sort.ElemSort(), true, x, i))
}

// IsNil tells whether a slice is nil.
func (b *Builder) IsNil(x *Term) *Term { return b.make(IsNil, BoolSort, false, x) }

// Substr is x[lo:hi]; undefined out of range, also where hi is between the
// length and the capacity of a slice.
func (b *Builder) Substr(x, lo, hi *Term) *Term {
	return b.fold(b.make(Substr, x.Sort, true, x, lo, hi))
}
