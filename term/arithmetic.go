package term

// addArithmetic adds the rules of + - * / % and unary minus for wrapping integers.
func addArithmetic(rules *ruleTable) {
	rules[Add] = []rule{
		{name: "x+0", apply: dropConstant(0)},
		{name: "x+c+d", apply: nestedConstant},
		{name: "x+-y", apply: addNegated},
	}
	rules[Sub] = []rule{
		{name: "x-c", apply: subtractConstant},
		{name: "x-x", apply: equalOperands(0)},
		{name: "0-x", apply: negated},
		{name: "x-(y+c)", apply: subtractSum},
		{name: "x+c-y", apply: subtractFromSum},
	}
	rules[Mul] = []rule{
		{name: "x*0", apply: absorbZero},
		{name: "x*1", apply: dropConstant(1)},
		{name: "x*-1", apply: timesMinusOne},
		{name: "x*c*d", apply: nestedConstant},
	}
	rules[Div] = []rule{{name: "x/1", apply: dropConstant(1)}, {name: "x/-1", apply: timesMinusOne}, {name: "x/c/d", apply: nestedQuotient}}
	rules[Neg] = []rule{{name: "--x", apply: cancelTwice}}
}

// constant returns the bits of the right operand if it is a constant.
func (n *node) constant() (uint64, bool) {
	y := n.args[1]
	return y.Bits, y.Op == Const
}

// dropConstant returns the rule x op c = x for a constant c.
func dropConstant(c uint64) func(*Builder, *node) *Term {
	return func(b *Builder, n *node) *Term {
		if d, ok := n.constant(); ok && d == c {
			return n.args[0]
		}
		return nil
	}
}

// absorbZero is the rule x op 0 = 0.
func absorbZero(b *Builder, n *node) *Term {
	if c, ok := n.constant(); ok && c == 0 && !n.args[0].Partial {
		return n.args[1]
	}
	return nil
}

// equalOperands returns the rule x op x = c.
func equalOperands(c uint64) func(*Builder, *node) *Term {
	return func(b *Builder, n *node) *Term {
		if x := n.args[0]; x == n.args[1] && !x.Partial {
			return b.Int(n.sort, c)
		}
		return nil
	}
}

// nestedConstant is the rule x op c op d = x op (c op d) for commutative operators.
func nestedConstant(b *Builder, n *node) *Term {
	x, d := n.args[0], n.args[1]
	if x.Op != n.op || d.Op != Const || x.Args[1].Op != Const {
		return nil
	}
	return b.Binary(n.op, x.Args[0], b.Binary(n.op, x.Args[1], d))
}

func addNegated(b *Builder, n *node) *Term {
	for i, x := range n.args[:2] {
		if x.Op == Neg {
			return b.Binary(Sub, n.args[1-i], x.Args[0])
		}
	}
	return nil
}

func subtractConstant(b *Builder, n *node) *Term {
	if c, ok := n.constant(); ok {
		return b.Binary(Add, n.args[0], b.Int(n.sort, -c))
	}
	return nil
}

func negated(b *Builder, n *node) *Term {
	if x := n.args[0]; x.Op == Const && x.Bits == 0 {
		return b.Unary(Neg, n.args[1])
	}
	return nil
}

// splitSum returns x and c if t is x + c, a sum of integers with a constant c; else t, 0 and false.
func (t *Term) splitSum() (x *Term, c uint64, ok bool) {
	if t.Op == Add && t.Args[1].Op == Const && t.Sort.Kind != Float {
		return t.Args[0], t.Args[1].Bits, true
	}
	return t, 0, false
}

func subtractSum(b *Builder, n *node) *Term {
	y, c, ok := n.args[1].splitSum()
	if !ok {
		return nil
	}
	if x := n.args[0]; x.Op == Const {
		return b.Binary(Sub, b.Int(n.sort, x.Bits-c), y)
	}
	return b.Binary(Add, b.Binary(Sub, n.args[0], y), b.Int(n.sort, -c))
}

func subtractFromSum(b *Builder, n *node) *Term {
	if x, c, ok := n.args[0].splitSum(); ok {
		return b.Binary(Add, b.Binary(Sub, x, n.args[1]), b.Int(n.sort, c))
	}
	return nil
}

// timesMinusOne is the rule x * -1 = -x. It applies to x / -1 too, which wraps for the least
// integer as -x does.
func timesMinusOne(b *Builder, n *node) *Term {
	c, ok := n.constant()
	if !ok || c != n.sort.Wrap(^uint64(0)) || n.op == Div && n.sort.Kind == Uint {
		return nil
	}
	return b.Unary(Neg, n.args[0])
}

// nestedQuotient is the rule x / c / d = x / (c*d) for positive constants c and d below 2^31 whose
// product does not wrap.
func nestedQuotient(b *Builder, n *node) *Term {
	x := n.args[0]
	d, ok := n.constant()
	if !ok || x.Op != Div || x.Args[1].Op != Const {
		return nil
	}
	c := x.Args[1].Bits
	if c == 0 || d == 0 || c >= 1<<31 || d >= 1<<31 || n.sort.Wrap(c*d) != c*d {
		return nil
	}
	return b.Binary(Div, x.Args[0], b.Int(n.sort, c*d))
}

// cancelTwice is the rule op op x = x for -x, also of floats, for ^x and for !x.
func cancelTwice(b *Builder, n *node) *Term {
	if x := n.args[0]; x.Op == n.op {
		return x.Args[0]
	}
	return nil
}
