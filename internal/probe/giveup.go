package probe

var (
	hasGivenUp   bool   // the run, or the building of its inputs, cannot continue with any amount of fuel
	costAtGiveUp uint64 // statements executed before giveUp
)

// giveUp ends the run if the calling goroutine runs the function under test or builds its
// inputs. It is for a run that more fuel would not help.
//
//go:noinline
func giveUp() {
	if !onRunGoroutine() {
		return
	}
	if !preparing && !hasGivenUp {
		costAtGiveUp = min(usedFuel(), uint64(fuelLimit))
		keeper.Settle() // the other goroutines run until they end or wait too
	}
	hasGivenUp, fuel = true, -1
	panic(&exhausted)
}

// onRunGoroutine reports whether the calling goroutine runs the function under test or builds
// its inputs.
func onRunGoroutine() bool {
	return keeper != nil && (threshold == 0 || preparing) && !keeper.Foreign()
}

// GaveUp reports whether the last run, or the building of its inputs, ended because it would
// have waited for ever, allocated too much memory or slept too long.
func GaveUp() bool { return hasGivenUp }
