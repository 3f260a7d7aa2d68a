package probe

// The conditions on unsigned integers. Each computes its relation and, where the branch f
// (false) or f+1 (true) asks for it, records it.

// EqU is a == b at the condition whose false branch is f.
func EqU(f Branch, a, b uint64) (r bool) {
	if a == b {
		f++
		r = true
	}
	if hot[f] > off {
		hitU(f, EQ, a, b)
	}
	return
}

// NeU is a != b at the condition whose false branch is f.
func NeU(f Branch, a, b uint64) (r bool) {
	if a != b {
		f++
		r = true
	}
	if hot[f] > off {
		hitU(f, NE, a, b)
	}
	return
}

// LtU is a < b at the condition whose false branch is f.
func LtU(f Branch, a, b uint64) (r bool) {
	if a < b {
		f++
		r = true
	}
	if hot[f] > off {
		hitU(f, LT, a, b)
	}
	return
}

// LeU is a <= b at the condition whose false branch is f.
func LeU(f Branch, a, b uint64) (r bool) {
	if a <= b {
		f++
		r = true
	}
	if hot[f] > off {
		hitU(f, LE, a, b)
	}
	return
}

// GtU is a > b at the condition whose false branch is f.
func GtU(f Branch, a, b uint64) (r bool) {
	if a > b {
		f++
		r = true
	}
	if hot[f] > off {
		hitU(f, GT, a, b)
	}
	return
}

// GeU is a >= b at the condition whose false branch is f.
func GeU(f Branch, a, b uint64) (r bool) {
	if a >= b {
		f++
		r = true
	}
	if hot[f] > off {
		hitU(f, GE, a, b)
	}
	return
}

//go:noinline
func hitU(f Branch, r Rel, a, b uint64) {
	if !counts(f) {
		return
	}
	diverge(f, DistU(aim(f, r), a, b), false)
	if numOperands < len(operands) {
		operand(OperandUint, a, "")
		operand(OperandUint, b, "")
	}
}
