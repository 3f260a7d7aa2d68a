package cover

import (
	"testing"
	"time"

	"nearmiss/internal/native"
)

// TestChecking: large suites and slow machines have the checks begin earlier,
// but no more than a quarter of the time goes to them, and never less than
// without knowing either.
func TestChecking(t *testing.T) {
	for _, limit := range []time.Duration{5 * time.Second, 30 * time.Second, time.Minute, 10 * time.Minute} {
		before := time.Duration(0)
		for _, goals := range []int{0, 10, 100, 2000, 100_000} {
			s := &session{opt: Options{Time: limit, Verify: true}, units: []*unit{{goals: make([]*goal, goals), pool: &native.Pool{}}}}
			unknown := s.checking()
			last := time.Duration(0)
			for _, s.built = range []time.Duration{time.Millisecond, time.Second, 10 * time.Second, time.Minute} {
				d := s.checking()
				if d < unknown || d < last || d > limit/checkLarge {
					t.Errorf("%v with %d goals, built in %v: %v, without knowing %v", limit, goals, s.built, d, unknown)
				}
				last = d
			}
			if last < before {
				t.Errorf("%v: %d goals leave less time than fewer: %v, %v", limit, goals, last, before)
			}
			before = last
			s.opt.Verify = false
			if s.checking() != 0 {
				t.Error("time for checks that are not made")
			}
		}
		small := &session{opt: Options{Time: limit, Verify: true}, built: time.Millisecond, units: []*unit{{pool: &native.Pool{}}}}
		large := &session{opt: Options{Time: limit, Verify: true}, built: time.Minute, units: small.units}
		if small.checking() >= large.checking() {
			t.Errorf("%v: a slow machine gets no more: %v", limit, large.checking())
		}
	}
}
