package probe

// The conditions on strings. Each computes its relation and, where the branch f
// (false) or f+1 (true) asks for it, records it.

// EqS is a == b at the condition whose false branch is f.
func EqS(f Branch, a, b string) (r bool) {
	if a == b {
		f++
		r = true
	}
	if hot[f] > off {
		hitS(f, EQ, a, b)
	}
	return
}

// NeS is a != b at the condition whose false branch is f.
func NeS(f Branch, a, b string) (r bool) {
	if a != b {
		f++
		r = true
	}
	if hot[f] > off {
		hitS(f, NE, a, b)
	}
	return
}

// LtS is a < b at the condition whose false branch is f.
func LtS(f Branch, a, b string) (r bool) {
	if a < b {
		f++
		r = true
	}
	if hot[f] > off {
		hitS(f, LT, a, b)
	}
	return
}

// LeS is a <= b at the condition whose false branch is f.
func LeS(f Branch, a, b string) (r bool) {
	if a <= b {
		f++
		r = true
	}
	if hot[f] > off {
		hitS(f, LE, a, b)
	}
	return
}

// GtS is a > b at the condition whose false branch is f.
func GtS(f Branch, a, b string) (r bool) {
	if a > b {
		f++
		r = true
	}
	if hot[f] > off {
		hitS(f, GT, a, b)
	}
	return
}

// GeS is a >= b at the condition whose false branch is f.
func GeS(f Branch, a, b string) (r bool) {
	if a >= b {
		f++
		r = true
	}
	if hot[f] > off {
		hitS(f, GE, a, b)
	}
	return
}

//go:noinline
func hitS(f Branch, r Rel, a, b string) {
	if !counts(f) {
		return
	}
	diverge(f, DistS(aim(f, r), a, b), false)
	if numOperands < len(operands) {
		operand(OperandString, uint64(len(a)), a)
		operand(OperandString, uint64(len(b)), b)
	}
}
