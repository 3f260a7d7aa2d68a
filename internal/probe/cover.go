package probe

// ArmAll arms every branch: Fresh reports an armed branch after the next run that takes it.
// ArmAll before a run makes Fresh return all branches that the run covers.
func ArmAll() {
	for i := 0; i < 2*numConds; i++ {
		branchFlags[i] |= armed
	}
	activateSwitches()
}

// Arm arms the given branches.
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

// applyFlags handles the flags of a branch except leadsAway.
func applyFlags(branch Branch, flags uint8) {
	if flags&armed != 0 {
		branchFlags[branch] = flags &^ armed
		if n := numFresh; n < len(freshBranches) {
			freshBranches[n] = branch
			numFresh = n + 1
		}
	}
	if flags&isTarget != 0 {
		outcome.Hit = true
	}
	if flags&traced != 0 {
		trace(branch)
	}
}
