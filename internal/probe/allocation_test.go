package probe

import (
	"math"
	"testing"
)

// A run ends at an allocation above the limit. A length that the runtime refuses, and any
// allocation outside of a run, pass the probe.
func TestRoom(t *testing.T) {
	Init(1, 0)
	SetFuel(100)
	Keep(&Keeper{Settle: func() {}, Foreign: func() bool { return false }, Stale: func() bool { return false }})
	SetAllocationLimit(1000)
	defer Keep(nil)
	defer SetFuel(0)
	defer SetAllocationLimit(0)
	ends := func(f func()) bool {
		Begin()
		defer End()
		return func() (ended bool) {
			defer func() { ended = IsExhausted(recover()) }()
			f()
			return false
		}()
	}
	for _, c := range []struct {
		n    int64
		size uint64
		ends bool
	}{
		{-1, 8, false}, {math.MinInt64, 1, false}, {0, 8, false},
		{1000, 1, false}, {1001, 1, true}, {125, 8, false}, {126, 8, true},
		{1 << 48, 1, true}, {1<<48 + 1, 1, false}, {1 << 45, 8, true}, {1<<45 + 1, 8, false}, {math.MaxInt64, 8, false},
		{0, 5000, false}, {1, 5000, true},
	} {
		if got := ends(func() { RoomI(c.n, c.size) }); got != c.ends {
			t.Errorf("%d of %d bytes: ends %v", c.n, c.size, got)
		}
		if RoomI(c.n, c.size) != c.n {
			t.Errorf("%d comes back as another", c.n)
		}
	}
	if !ends(func() { RoomU(200, 8) }) || ends(func() { RoomU(^uint64(0), 8) }) {
		t.Error("unsigned lengths")
	}
	SetAllocationLimit(0)
	if ends(func() { RoomI(1<<40, 8) }) {
		t.Error("there is no limit, and it ends")
	}
}
