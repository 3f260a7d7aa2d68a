package term

// addBits adds the rules of & | ^ &^ << >> and complement.
func addBits(rules *ruleTable) {
	rules[And] = []rule{
		{name: "x&0", apply: absorbZero},
		{name: "x&c&d", apply: nestedConstant},
	}
	rules[Or] = []rule{
		{name: "x|0", apply: dropConstant(0)},
		{name: "x|c|d", apply: nestedConstant},
	}
	rules[Xor] = []rule{
		{name: "x^0", apply: dropConstant(0)},
		{name: "x^x", apply: equalOperands(0)},
		{name: "x^c^d", apply: nestedConstant},
	}
	rules[AndNot] = []rule{{name: "x&^x", apply: equalOperands(0)}}
	rules[Shl] = []rule{{name: "x<<0", apply: dropConstant(0)}, {name: "x<<width", apply: shiftedOut}, {name: "x<<c<<d", apply: nestedShift}}
	rules[Shr] = []rule{{name: "x>>0", apply: dropConstant(0)}, {name: "x>>width", apply: shiftedOut}, {name: "x>>c>>d", apply: nestedShift}}
	rules[Com] = []rule{{name: "^^x", apply: cancelTwice}}
}

// shiftedOut is the rule for a shift by the width or more, which gives 0. It does not apply to >> of
// signed integers.
func shiftedOut(b *Builder, n *node) *Term {
	c, ok := n.constant()
	signs := n.op == Shr && n.sort.Kind == Int
	if !ok || n.args[0].Partial || n.ownPartial || signs || c < uint64(n.sort.Bits) {
		return nil
	}
	return b.Int(n.sort, 0)
}

// nestedShift is the rule x << c << d = x << (c+d), and the same for >>.
func nestedShift(b *Builder, n *node) *Term {
	x := n.args[0]
	d, ok := n.constant()
	if !ok || n.ownPartial || x.Op != n.op || x.Args[1].Op != Const || partialBinary(x.Op, x.Args[1]) {
		return nil
	}
	c := min(x.Args[1].Bits, 64) + min(d, 64)
	return b.Binary(n.op, x.Args[0], b.Int(Unsigned(64), c))
}
