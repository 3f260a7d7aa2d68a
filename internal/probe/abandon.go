package probe

// abandoned says that there was a run that Abandon has ended.
var abandoned bool

// starved says that Starve took the fuel. What is left of it then says nothing.
var starved bool

// Abandon ends a run whose goroutine waits for ever, as if its fuel were gone.
// It is called from another goroutine, which says first, with Left, what is
// left behind.
func Abandon() {
	if off == 0 {
		best.Exhausted = true
		best.Cost = used()
	}
	abandoned = true
	preparing, leaving = false, false
	fuel = maxFuel
	off = 255
}

// returned holds up a goroutine that comes back from an abandoned run after all.
// The run that goes on is not its own.
//
//go:noinline
func returned() {
	if stale() {
		select {}
	}
}

// Starve takes the fuel away from the run that goes on, or from the making of
// its inputs. It is called from another goroutine, as often as it takes: the
// run counts at the same time, and the race detector would be right.
//
//go:norace
func Starve() {
	if off == 0 || preparing {
		starved = true
		fuel = -1
	}
}
