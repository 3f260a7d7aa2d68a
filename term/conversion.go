package term

func addConversions(t *ruleTable) {
	t[Convert] = []rule{
		{name: "T(U(x))", apply: convertTwice},
		{name: "T(float(integer))", apply: backFromFloat},
		{name: "T(x+y)", apply: narrowedOperands},
	}
	t[ToBits] = []rule{{name: "tobits(frombits(x))", apply: inverse(FromBits)}}
	t[FromBits] = []rule{{name: "frombits(tobits(x))", apply: inverse(ToBits)}}
}

// convertTwice omits an intermediate integer conversion that loses nothing, or no more than the
// last conversion.
func convertTwice(b *Builder, n *node) *Term {
	x := n.args[0]
	if x.Op != Convert || !x.Sort.IsInteger() || !n.sort.IsInteger() {
		return nil
	}
	from := x.Args[0]
	if from.Sort.IsInteger() && (n.sort.Bits <= x.Sort.Bits || lossless(from.Sort, x.Sort)) {
		return b.Convert(from, n.sort)
	}
	return nil
}

// backFromFloat omits an intermediate conversion of an integer to a float, if the float and the
// resulting integer can represent every value of the first integer.
func backFromFloat(b *Builder, n *node) *Term {
	x := n.args[0]
	if x.Op != Convert || x.Sort.Kind != Float || !n.sort.IsInteger() {
		return nil
	}
	if from := x.Args[0]; from.Sort.IsInteger() && lossless(from.Sort, x.Sort) && lossless(from.Sort, n.sort) {
		return b.Convert(from, n.sort)
	}
	return nil
}

// lossless reports whether every number of sort s is a number of sort t, so that a conversion
// to t keeps values and their order.
func lossless(s, t Sort) bool {
	switch {
	case s.Kind == t.Kind:
		return s.Bits <= t.Bits
	case s.Kind == Uint && t.Kind == Int:
		return s.Bits < t.Bits
	case s.IsInteger() && t.Kind == Float:
		return s.Bits <= 16 || s.Bits == 32 && t.Bits == 64
	}
	return false
}

// narrowedOperands is the rule T(x+y) = T(x)+T(y) for an integer sort T that is not wider than that
// of x+y, if one operand was converted from T and the other one was too or is constant. It applies
// to -, *, &, | and ^ as well.
func narrowedOperands(builder *Builder, operation *node) *Term {
	x := operation.args[0]
	switch x.Op {
	case Add, Sub, Mul, And, Or, Xor:
	default:
		return nil
	}
	if !operation.sort.IsInteger() || !x.Sort.IsInteger() || operation.sort.Bits > x.Sort.Bits {
		return nil
	}
	widened := 0
	for _, a := range x.Args {
		switch {
		case a.Op == Convert && a.Args[0].Sort == operation.sort:
			widened++
		case a.Op != Const:
			return nil
		}
	}
	if widened == 0 {
		return nil
	}
	return builder.Binary(x.Op, builder.Convert(x.Args[0], operation.sort), builder.Convert(x.Args[1], operation.sort))
}

// inverse returns the rule for an operation on its inverse.
func inverse(inverseOp Op) func(*Builder, *node) *Term {
	return func(b *Builder, n *node) *Term {
		if x := n.args[0]; x.Op == inverseOp {
			return x.Args[0]
		}
		return nil
	}
}
