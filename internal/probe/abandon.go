package probe

// wasAbandoned is true if Abandon has ended an earlier run of this process.
var wasAbandoned bool

// starved is true if Starve took the fuel of the run. The remaining fuel is then meaningless.
var starved bool

// Abandon ends a run whose goroutine waits for ever, as if the fuel were used up. Another
// goroutine calls it, after a call of Left.
func Abandon() {
	if threshold == 0 {
		outcome.Exhausted = true
		outcome.Cost = usedFuel()
	}
	wasAbandoned = true
	preparing, draining = false, false
	fuel = maxFuel
	threshold = 255
}

// blockIfStale blocks the calling goroutine for ever if it belongs to an earlier run: an abandoned
// run that goes on after all must not begin or end the current run.
//
//go:noinline
func blockIfStale() {
	if onStaleGoroutine() {
		select {}
	}
}

// Starve removes the fuel of the current run or of the building of its inputs, which holds too much
// memory. Another goroutine calls it, repeatedly if needed, because the run may overwrite the fuel
// at the same time. The race detector would report this race.
//
//go:norace
func Starve() {
	if threshold == 0 || preparing {
		starved = true
		fuel = -1
	}
}
