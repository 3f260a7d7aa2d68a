package probe

// ArmAll makes every branch news again: the next run that takes it tells it
// in Fresh. To see all that one run covers, arm all before it.
func ArmAll() {
	for i := 0; i < 2*conds; i++ {
		hot[i] |= armed
	}
	heat()
}

// Arm makes branches news again.
func Arm(branches ...Branch) {
	for _, b := range branches {
		if b < 2*uint32(conds) {
			hot[b] |= armed
		}
	}
	heat()
}

// DisarmAll makes no branch news any more.
func DisarmAll() {
	for i := 0; i < 2*conds; i++ {
		hot[i] &^= armed
	}
}

// Fresh returns the armed branches that the last run took, in the order in
// which it first did. They are disarmed. The slice is valid until the next
// Begin.
func Fresh() []Branch { return fresh[:numFresh] }

// Interesting reports whether the last run took an armed branch.
func Interesting() bool { return numFresh > 0 }

// take does what the entry h of f asks for apart from distances.
func take(f Branch, h uint8) {
	if h&armed != 0 {
		hot[f] = h &^ armed
		if n := numFresh; n < len(fresh) {
			fresh[n] = f
			numFresh = n + 1
		}
	}
	if h&goal != 0 {
		best.Hit = true
	}
	if h&traced != 0 {
		trace(f)
	}
}
