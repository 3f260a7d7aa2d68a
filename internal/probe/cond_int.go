package probe

// The conditions on signed integers. Each computes its relation and, where the branch f
// (false) or f+1 (true) asks for it, records it.

// EqI is a == b at the condition whose false branch is f.
func EqI(f Branch, a, b int64) (r bool) {
	if a == b {
		f++
		r = true
	}
	if hot[f] > off {
		hitI(f, EQ, a, b)
	}
	return
}

// NeI is a != b at the condition whose false branch is f.
func NeI(f Branch, a, b int64) (r bool) {
	if a != b {
		f++
		r = true
	}
	if hot[f] > off {
		hitI(f, NE, a, b)
	}
	return
}

// LtI is a < b at the condition whose false branch is f.
func LtI(f Branch, a, b int64) (r bool) {
	if a < b {
		f++
		r = true
	}
	if hot[f] > off {
		hitI(f, LT, a, b)
	}
	return
}

// LeI is a <= b at the condition whose false branch is f.
func LeI(f Branch, a, b int64) (r bool) {
	if a <= b {
		f++
		r = true
	}
	if hot[f] > off {
		hitI(f, LE, a, b)
	}
	return
}

// GtI is a > b at the condition whose false branch is f.
func GtI(f Branch, a, b int64) (r bool) {
	if a > b {
		f++
		r = true
	}
	if hot[f] > off {
		hitI(f, GT, a, b)
	}
	return
}

// GeI is a >= b at the condition whose false branch is f.
func GeI(f Branch, a, b int64) (r bool) {
	if a >= b {
		f++
		r = true
	}
	if hot[f] > off {
		hitI(f, GE, a, b)
	}
	return
}

//go:noinline
func hitI(f Branch, r Rel, a, b int64) {
	if !counts(f) {
		return
	}
	diverge(f, DistI(aim(f, r), a, b), false)
	if numOperands < len(operands) {
		operand(OperandInt, uint64(a), "")
		operand(OperandInt, uint64(b), "")
	}
}
