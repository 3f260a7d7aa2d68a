package term

// addConnectives adds the rules of ! && || and if-then-else.
func addConnectives(t *ruleTable) {
	t[Not] = []rule{{name: "!!p", apply: cancelTwice}, {name: "!(x<y)", apply: negatedRelation}}
	t[AndAlso] = []rule{{name: "true&&p", apply: decidedLeft}, {name: "p&&true", apply: decidedRight}}
	t[OrElse] = []rule{{name: "false||p", apply: decidedLeft}, {name: "p||false", apply: decidedRight}}
	t[Ite] = []rule{
		{name: "if(true, x, y)", apply: decidedChoice},
		{name: "if(p, x, x)", apply: equalChoice},
		{name: "if(!p, x, y)", apply: swappedChoice},
		{name: "if(p, true, q)", apply: booleanChoice, changesDistance: true},
	}
}

// negatedRelation is the rule !(x r y) = x s y, where s is the negation of r. It does not apply to
// order relations of floats: for NaN both r and s are false.
func negatedRelation(b *Builder, n *node) *Term {
	x := n.args[0]
	r, ok := x.Op.Rel()
	if !ok || r > NE && x.Args[0].Sort.Kind == Float {
		return nil
	}
	return b.Compare(r.Negate(), x.Args[0], x.Args[1])
}

// decidedLeft is the rule for a connective whose left operand is constant.
func decidedLeft(b *Builder, n *node) *Term {
	x := n.args[0]
	if x.Op != Const {
		return nil
	}
	if (x.Bits != 0) == (n.op == AndAlso) {
		return n.args[1]
	}
	return x
}

// decidedRight is the rule for a connective whose right operand is constant. It must not hide
// an undefined left operand.
func decidedRight(b *Builder, n *node) *Term {
	x, y := n.args[0], n.args[1]
	switch {
	case y.Op != Const:
		return nil
	case (y.Bits != 0) == (n.op == AndAlso):
		return x
	case !x.Partial:
		return y
	}
	return nil
}

func decidedChoice(b *Builder, n *node) *Term {
	switch c := n.args[0]; {
	case c.Op != Const:
		return nil
	case c.Bits != 0:
		return n.args[1]
	}
	return n.args[2]
}

func equalChoice(b *Builder, n *node) *Term {
	if n.args[1] == n.args[2] && !n.args[0].Partial {
		return n.args[1]
	}
	return nil
}

func swappedChoice(b *Builder, n *node) *Term {
	if c := n.args[0]; c.Op == Not {
		return b.If(c.Args[0], n.args[2], n.args[1])
	}
	return nil
}

// booleanChoice is the rule for an if-then-else of conditions, one of them constant.
func booleanChoice(builder *Builder, n *node) *Term {
	c, x, y := n.args[0], n.args[1], n.args[2]
	if n.sort.Kind != Bool {
		return nil
	}
	switch {
	case x.Op == Const && x.Bits != 0:
		return builder.Either(c, y)
	case x.Op == Const:
		return builder.Both(builder.Not(c), y)
	case y.Op == Const && y.Bits != 0:
		return builder.Either(builder.Not(c), x)
	case y.Op == Const:
		return builder.Both(c, x)
	}
	return nil
}
