package probe

import (
	"math"
	"testing"
)

// TestPause: a run that pauses does so at its first blocks, up to the given number, costs what it costs without
// pauses, and runs out of fuel at the same block.
func TestPause(t *testing.T) {
	Init(1, 0)
	defer SetFuel(0)
	defer Keep(nil)
	defer Pause(0)
	paused := 0
	Keep(&Keeper{Settle: func() {}, Foreign: func() bool { return false }, Stale: func() bool { return false }, Pause: func() { paused++ }})
	run := func(blocks int) (cost uint64, exhausted bool, at int) {
		paused = 0
		Begin()
		func() {
			defer func() {
				if r := recover(); r != nil && !IsExhausted(r) {
					panic(r)
				}
			}()
			for at = range blocks {
				Cost(3)
			}
			at = blocks
		}()
		End()
		return Outcome().Cost, Outcome().Exhausted, at
	}
	for _, limit := range []uint64{0, 1, 2, 3, 10, 29, 30, 31, 1000} {
		SetFuel(limit)
		for _, blocks := range []int{0, 1, 2, 9, 10, 11, 50} {
			Pause(0)
			cost, exhausted, at := run(blocks)
			if paused != 0 {
				t.Fatalf("%d pauses, and none was asked for", paused)
			}
			for _, n := range []int{1, 2, 5, 100} {
				Pause(n)
				gotCost, gotExhausted, gotAt := run(blocks)
				if gotExhausted != exhausted || gotAt != at || !exhausted && gotCost != cost {
					t.Errorf("limit %d, %d blocks, %d pauses: costs %d, exhausted %v at block %d, want %d, %v, %d", limit, blocks, n, gotCost, gotExhausted, gotAt, cost, exhausted, at)
				}
				if want := min(n, at); paused != want {
					t.Errorf("limit %d, %d blocks, %d pauses: %d pauses, want %d", limit, blocks, n, paused, want)
				}
			}
		}
	}
}

// TestPauseEnds: what takes the fuel of a run takes the reserve, too.
func TestPauseEnds(t *testing.T) {
	Init(1, 0)
	defer SetFuel(0)
	defer Keep(nil)
	defer Pause(0)
	Keep(&Keeper{Settle: func() {}, Foreign: func() bool { return false }, Stale: func() bool { return false }, Pause: func() {}})
	Pause(math.MaxInt)
	SetFuel(1000)
	for name, take := range map[string]func(){"Release": Release, "Starve": Starve} {
		Begin()
		Cost(1)
		ended := func() (ended bool) {
			defer func() { ended = IsExhausted(recover()) }()
			take()
			Cost(1)
			return false
		}()
		End()
		if !ended || !Outcome().Exhausted {
			t.Errorf("after %s the run goes on", name)
		}
	}
}
