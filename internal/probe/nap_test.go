package probe

import "testing"

// A run whose total sleep would be too long ends before. Other goroutines may sleep for any time,
// and between runs all goroutines may.
func TestNap(t *testing.T) {
	Init(1, 0)
	SetFuel(100)
	foreign := false
	Keep(&Keeper{Settle: func() {}, Foreign: func() bool { return foreign }, Stale: func() bool { return false }, Leave: func() {}})
	defer Keep(nil)
	defer SetFuel(0)
	ends := func(naps ...int64) (ended bool) {
		defer End()
		defer func() { ended = IsExhausted(recover()) }()
		for _, d := range naps {
			if Nap(d) != d {
				t.Errorf("%d comes back as another", d)
			}
		}
		return false
	}
	for _, c := range []struct {
		naps []int64
		ends bool
	}{
		{[]int64{maxSleep}, false}, {[]int64{maxSleep + 1}, true}, {[]int64{1 << 62, 1}, true}, {[]int64{-5, 0, maxSleep}, false},
		{[]int64{maxSleep / 2, maxSleep / 2, 1}, true}, {[]int64{-1 << 63, maxSleep, -1 << 63}, false},
	} {
		for _, start := range []func(){Begin, Prepare} {
			if start(); ends(c.naps...) != c.ends {
				t.Errorf("%d: not %v", c.naps, c.ends)
			}
		}
	}
	if ends(1 << 62) {
		t.Error("there is no run, and it ends")
	}
	foreign = true
	if Begin(); ends(1 << 62) {
		t.Error("another goroutine ends the run")
	}
}
