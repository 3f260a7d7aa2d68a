package probe

// Keeper is what the worker does about goroutines that a run starts; package
// probe knows none.
type Keeper struct {
	// Settle waits, at the end of a run and while the probes still record,
	// for the goroutines that it has started.
	Settle func()
	// Wait lets the goroutines of a run go on that returns channels, when
	// there was nothing on these for so many looks. It reports whether it is
	// worth to look more than once again.
	Wait func(looks int) bool
	// Foreign reports whether the goroutine at hand is not the one that runs
	// the function under test.
	Foreign func() bool
	// Stale reports whether it was left behind by an earlier run. It is asked
	// only after Left.
	Stale func() bool
	// Leave ends the goroutine at hand.
	Leave func()
}

var (
	keeper  *Keeper
	left    bool // some goroutines were left behind
	leaving bool // goroutines end at their next block
)

// Keep says who looks after goroutines; nil is nobody.
func Keep(k *Keeper) { keeper, left, abandoned = k, false, false }

// Left says that goroutines outlive their run. What they come by from now on
// counts for no other run.
func Left() { left = true }

// Drain ends the goroutines that come to another block of the code under test
// while wait waits. It is for Keeper.Settle: the function under test is over.
func Drain(wait func()) {
	leaving, fuel = true, -1
	wait()
	leaving, fuel = false, maxFuel
}

// over ends the run: nothing that is done from here on costs fuel, and when
// the goroutines have settled nothing is recorded either.
func over() {
	best.Exhausted = fuel < 0
	best.Cost = used()
	if starved {
		starved, best.Exhausted, best.Cost = false, true, uint64(limit)
	}
	if gaveUp {
		best.Exhausted, best.Cost = true, spent
	}
	fuel = maxFuel
	if keeper != nil && !gaveUp {
		keeper.Settle()
		if abandoned {
			returned()
		}
	}
	off = 255
	fuel = maxFuel
}

// stale reports whether the goroutine at hand belongs to an earlier run.
//
//go:noinline
func stale() bool { return left && keeper != nil && keeper.Stale() }

// desert ends a goroutine that the function under test has started, if the
// fuel is out or it is told to. The function itself panics instead; a panic in
// any other goroutine would end the process.
func desert() {
	if keeper != nil && (off == 0 || preparing || leaving) && keeper.Foreign() {
		keeper.Leave()
	}
}
