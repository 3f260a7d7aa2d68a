package term

import "math/bits"

// addBits adds the rules of & | ^ &^ << >> and of the complement.
func addBits(t *ruleTable) {
	t[And] = []rule{
		{name: "x&0", apply: vanish},
		{name: "x&^0", apply: allOnes},
		{name: "x&x", apply: sameOperands},
		{name: "x&c&d", apply: nestedConstant},
		{name: "widened&c", apply: idleMask},
	}
	t[Or] = []rule{
		{name: "x|0", apply: dropConstant(0)},
		{name: "x|^0", apply: allOnes},
		{name: "x|x", apply: sameOperands},
		{name: "x|c|d", apply: nestedConstant},
	}
	t[Xor] = []rule{
		{name: "x^0", apply: dropConstant(0)},
		{name: "x^^0", apply: allOnes},
		{name: "x^x", apply: equalOperands(0)},
		{name: "x^c^d", apply: nestedConstant},
	}
	t[AndNot] = []rule{{name: "x&^c", apply: clearConstant}, {name: "x&^x", apply: equalOperands(0)}}
	t[Shl] = []rule{{name: "x<<0", apply: dropConstant(0)}, {name: "x<<width", apply: shiftedOut}, {name: "x<<c<<d", apply: nestedShift}}
	t[Shr] = []rule{{name: "x>>0", apply: dropConstant(0)}, {name: "x>>width", apply: shiftedOut}, {name: "x>>c>>d", apply: nestedShift}}
	t[Com] = []rule{{name: "^^x", apply: twice}}
}

// allOnes holds the rules for a constant that is ^0.
func allOnes(b *Builder, n *node) *Term {
	c, ok := n.constant()
	if !ok || c != n.sort.Wrap(^uint64(0)) {
		return nil
	}
	switch {
	case n.op == And:
		return n.arg[0]
	case n.op == Xor:
		return b.Unary(Com, n.arg[0])
	case !n.arg[0].Partial:
		return n.arg[1]
	}
	return nil
}

func sameOperands(b *Builder, n *node) *Term {
	if n.arg[0] == n.arg[1] {
		return n.arg[0]
	}
	return nil
}

// idleMask is x & c where x is an unsigned integer made wider and c covers
// all that can be set.
func idleMask(b *Builder, n *node) *Term {
	x := n.arg[0]
	c, ok := n.constant()
	if !ok || x.Op != Convert || x.Args[0].Sort.Kind != Uint || !keeps(x.Args[0].Sort, n.sort) {
		return nil
	}
	if bits.TrailingZeros64(^c) < int(x.Args[0].Sort.Bits) {
		return nil
	}
	return x
}

func clearConstant(b *Builder, n *node) *Term {
	if c, ok := n.constant(); ok {
		return b.Binary(And, n.arg[0], b.Int(n.sort, ^c))
	}
	return nil
}

// shiftedOut is a shift by the width or more, of which nothing is left.
func shiftedOut(b *Builder, n *node) *Term {
	c, ok := n.constant()
	signs := n.op == Shr && n.sort.Kind == Int
	if !ok || n.arg[0].Partial || n.own || signs || c < uint64(n.sort.Bits) {
		return nil
	}
	return b.Int(n.sort, 0)
}

// nestedShift is x << c << d = x << (c+d), and the same of >>.
func nestedShift(b *Builder, n *node) *Term {
	x := n.arg[0]
	d, ok := n.constant()
	if !ok || n.own || x.Op != n.op || x.Args[1].Op != Const || partialBinary(x.Op, x.Args[1]) {
		return nil
	}
	c := min(x.Args[1].Bits, 64) + min(d, 64)
	return b.Binary(n.op, x.Args[0], b.Int(Unsigned(64), c))
}
