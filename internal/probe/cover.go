package probe

// ArmAll arms every branch: Fresh reports an armed branch after the next run that takes it.
// ArmAll before a run makes Fresh return all branches that the run covers.
func ArmAll() {
	for i := 0; i < 2*numConds; i++ {
		branchFlags[i] |= armed
	}
	activateSwitches()
}

// Arm arms some branches.
func Arm(branches ...Branch) {
	for _, b := range branches {
		if b < 2*uint32(numConds) {
			branchFlags[b] |= armed
		}
	}
	activateSwitches()
}

// DisarmAll disarms every branch.
func DisarmAll() {
	for i := 0; i < 2*numConds; i++ {
		branchFlags[i] &^= armed
	}
}

// Fresh returns the branches that the last run took and disarmed, in the order in which it
// first took them. The slice is valid until the next Begin.
func Fresh() []Branch { return freshBranches[:numFresh] }

// Interesting reports whether the last run took an armed branch.
func Interesting() bool { return numFresh > 0 }

// applyFlags handles the flags h of branch f except leadsAway.
func applyFlags(f Branch, h uint8) {
	if h&armed != 0 {
		branchFlags[f] = h &^ armed
		if n := numFresh; n < len(freshBranches) {
			freshBranches[n] = f
			numFresh = n + 1
		}
	}
	if h&isTarget != 0 {
		outcome.Hit = true
	}
	if h&traced != 0 {
		trace(f)
	}
}
