package probe

// Case is a case of a switch: the false branch of its condition, and the constant or the value of
// the variable that the tag is compared with.
type Case[T int64 | uint64 | string] struct {
	F Branch // false branch of the case's condition
	V T      // the value of the case
}

// Cases by class of the value.
type (
	CaseI = Case[int64]
	CaseU = Case[uint64]
	CaseS = Case[string]
)

// SwI returns v, the tag of a switch with the given cases. lead is the condition of the first
// case. SwI records the comparisons in order up to the match. If pending is true, the live
// values are in the slots, and SwI evaluates the programs of the visited cases.
func SwI(lead uint32, pending bool, v int64, cases []CaseI) int64 {
	if switchActive[lead] > threshold {
		visitCases(lead, pending, cases, v)
	}
	return v
}

// SwU is SwI over unsigned integers.
func SwU(lead uint32, pending bool, v uint64, cases []CaseU) uint64 {
	if switchActive[lead] > threshold {
		visitCases(lead, pending, cases, v)
	}
	return v
}

// SwS is SwI over strings.
func SwS(lead uint32, pending bool, v string, cases []CaseS) string {
	if switchActive[lead] > threshold {
		visitCases(lead, pending, cases, v)
	}
	return v
}

//go:noinline
func visitCases[T int64 | uint64 | string](lead uint32, pending bool, cases []Case[T], v T) {
	w := caseWalk{pending: pending}
	for i := range cases {
		if c := &cases[i]; w.visit(c.F) {
			w.matched = relate(c.F, EQ, v, c.V, v == c.V)
		}
	}
	w.finish(lead)
}

// caseWalk is the state of a walk through the cases of a switch.
type caseWalk struct {
	pending   bool // evaluate the programs of the visited cases
	matched   bool // a case has matched; later cases are not compared
	requested bool // some case requests work of its probe
}

// visit moves to the case with the false branch f, and reports whether its comparison is made.
func (w *caseWalk) visit(f Branch) bool {
	w.requested = w.requested || isRequested(f)
	if w.matched {
		return false
	}
	if w.pending {
		evaluate(f >> 1)
	}
	return true
}

// finish ends the walk. If no case requests work, it deactivates the switch until the next
// activateSwitches.
func (w *caseWalk) finish(lead uint32) {
	if !w.requested {
		switchActive[lead] = 0
	}
	if w.pending && hasGoroutines {
		unlockHooks()
	}
}

// isRequested reports whether the condition with the false branch f requests work.
func isRequested(f Branch) bool {
	return branchFlags[f] != 0 || branchFlags[f+1] != 0 || wantsValues[f>>1] != 0
}

// Clause records that the first k comparisons of a switch failed, and that the next one, if it
// exists, held. falses are the false branches of all its comparisons in order; lead is the
// condition of the first.
func Clause(lead uint32, falses []Branch, k int) {
	if switchActive[lead] > threshold {
		recordClause(lead, falses, k, true)
	}
}

// Passed records only that the first k comparisons failed.
func Passed(lead uint32, falses []Branch, k int) {
	if switchActive[lead] > threshold {
		recordClause(lead, falses, k, false)
	}
}

//go:noinline
func recordClause(lead uint32, falses []Branch, k int, holds bool) {
	needed := false
	for i, f := range falses {
		needed = needed || isRequested(f)
		switch {
		case i < k:
			Taken(f)
		case i == k && holds:
			Taken(f + 1)
		}
	}
	if !needed {
		switchActive[lead] = 0
	}
}

// WantCases reports whether the live values are requested at some case of a switch, and locks
// the slots then.
func WantCases(lead uint32, falses []Branch) bool {
	return switchActive[lead] > threshold && wantCases(falses)
}

//go:noinline
func wantCases(falses []Branch) bool {
	for _, f := range falses {
		if wantsValues[f>>1] != 0 {
			return lockHooks()
		}
	}
	return false
}

// fellThrough is true between a fallthrough and the clause that it enters.
var fellThrough bool

// Fall is called before a fallthrough.
func Fall() { fellThrough = true }

// Fell reports whether the clause was entered by a fallthrough.
func Fell() bool {
	if fellThrough {
		fellThrough = false
		return true
	}
	return false
}

// brokeLoop is true between a break and the end of its range loop.
var brokeLoop bool

// Broke is called before a break that leaves a range loop.
func Broke() { brokeLoop = true }

// Ended is called behind a range loop with breaks. Unless a break led here, the loop ran out of
// elements, and Ended records its branch f.
func Ended(f Branch) {
	if brokeLoop {
		brokeLoop = false
		return
	}
	Taken(f)
}
