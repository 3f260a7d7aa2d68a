package probe

// Keeper has the functions of the worker that manage the goroutines of a run. Package probe
// itself cannot identify goroutines.
type Keeper struct {
	// Settle waits for the goroutines that the run started. It is called at
	// the end of a run, while the probes still record.
	Settle func()
	// Wait lets the goroutines of a run continue after an attempt to receive
	// from its channels found no value. looks is the number of calls of Wait
	// since the last value, without this call. Wait reports whether more
	// than one further attempt is worthwhile.
	Wait func(looks int) bool
	// Foreign reports whether the calling goroutine is not the one that runs
	// the function under test.
	Foreign func() bool
	// Stale reports whether the calling goroutine is left over from an
	// earlier run. It is called only after Left.
	Stale func() bool
	// Leave ends the calling goroutine.
	Leave func()
	// Timer notes that the run has started a timer, which calls f. waits
	// reports whether it is still to do so, and starts it anew then.
	Timer func(waits func() bool, f func())
	// Pause may let other goroutines or timers go first, at a block of a
	// run that pauses: see the function Pause.
	Pause func()
}

var (
	keeper     *Keeper
	staleExist bool // some goroutines have outlived their run
	draining   bool // goroutines end at the next block of the code under test
)

// Keep sets the Keeper; nil means none.
func Keep(k *Keeper) { keeper, staleExist, wasAbandoned = k, false, false }

// Left announces that goroutines have outlived their run. Their probes do not count for later
// runs.
func Left() { staleExist = true }

// Drain calls wait. Meanwhile each goroutine that reaches another block of the code under test
// ends. Drain is for Keeper.Settle, after the function under test has ended.
func Drain(wait func()) {
	draining, fuel = true, -1
	wait()
	draining, fuel = false, maxFuel
}

// endRun ends the run. From here on blocks cost no fuel; after Keeper.Settle the probes record
// nothing.
func endRun() {
	outcome.Exhausted = fuel < 0
	outcome.Cost = usedFuel()
	reserve = 0
	if starved {
		starved, outcome.Exhausted, outcome.Cost = false, true, uint64(fuelLimit)
	}
	if hasGivenUp {
		outcome.Exhausted, outcome.Cost = true, costAtGiveUp
	}
	fuel = maxFuel
	if keeper != nil && !hasGivenUp {
		keeper.Settle()
		if wasAbandoned {
			blockIfStale()
		}
	}
	threshold = 255
	fuel = maxFuel
}

// onStaleGoroutine reports whether the calling goroutine belongs to an earlier run.
//
//go:noinline
func onStaleGoroutine() bool { return staleExist && keeper != nil && keeper.Stale() }

// leaveForeign ends the calling goroutine if the function under test started it. Without fuel
// the goroutine of the function itself panics instead; a panic in any other goroutine would end
// the process.
func leaveForeign() {
	if keeper != nil && (threshold == 0 || preparing || draining) && keeper.Foreign() {
		keeper.Leave()
	}
}
