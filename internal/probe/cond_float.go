package probe

// The conditions on floats. Each computes its relation and, where the branch f
// (false) or f+1 (true) asks for it, records it.

// EqF is a == b at the condition whose false branch is f.
func EqF(f Branch, a, b float64) (r bool) {
	if a == b {
		f++
		r = true
	}
	if hot[f] > off {
		hitF(f, EQ, a, b)
	}
	return
}

// NeF is a != b at the condition whose false branch is f.
func NeF(f Branch, a, b float64) (r bool) {
	if a != b {
		f++
		r = true
	}
	if hot[f] > off {
		hitF(f, NE, a, b)
	}
	return
}

// LtF is a < b at the condition whose false branch is f.
func LtF(f Branch, a, b float64) (r bool) {
	if a < b {
		f++
		r = true
	}
	if hot[f] > off {
		hitF(f, LT, a, b)
	}
	return
}

// LeF is a <= b at the condition whose false branch is f.
func LeF(f Branch, a, b float64) (r bool) {
	if a <= b {
		f++
		r = true
	}
	if hot[f] > off {
		hitF(f, LE, a, b)
	}
	return
}

// GtF is a > b at the condition whose false branch is f.
func GtF(f Branch, a, b float64) (r bool) {
	if a > b {
		f++
		r = true
	}
	if hot[f] > off {
		hitF(f, GT, a, b)
	}
	return
}

// GeF is a >= b at the condition whose false branch is f.
func GeF(f Branch, a, b float64) (r bool) {
	if a >= b {
		f++
		r = true
	}
	if hot[f] > off {
		hitF(f, GE, a, b)
	}
	return
}

//go:noinline
func hitF(f Branch, r Rel, a, b float64) {
	if !counts(f) {
		return
	}
	diverge(f, DistF(aim(f, r), a, b), true)
	if numOperands < len(operands) {
		operand(OperandFloat, floatBits(a), "")
		operand(OperandFloat, floatBits(b), "")
	}
}
