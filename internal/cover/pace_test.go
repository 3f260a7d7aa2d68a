package cover

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nearmiss/internal/subject"
)

// pacedSession returns a session with a clock and packages of growing size without functions to search,
// and the sum of what they seem to need.
func pacedSession(packages int) (s *session, needs time.Duration) {
	s = &session{opt: Options{Common: subject.Common{Time: time.Hour}, Verify: true, Parallel: 1, Log: func(string, ...any) {}}, start: time.Now()}
	s.harm = &harms{known: make(chan struct{})}
	close(s.harm.known)
	for i := range packages {
		s.units = append(s.units, &unit{goals: make([]*goal, 100*i), code: code{length: 1000 * i}})
	}
	s.pace = s.newPace(s.units)
	return s, s.pace.reserve(s.units)
}

// TestPace: what the other packages are expected to need approaches the measured factor, whatever the
// order, and their need is tight exactly if it exceeds the time.
func TestPace(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 7))
		s, all := pacedSession(2 + rng.IntN(40))
		factor := 0.2 + 4*rng.Float64()
		rng.Shuffle(len(s.units), func(i, j int) { s.units[i], s.units[j] = s.units[j], s.units[i] })
		before, now := 1.0, s.pace.began
		s.pace.now = func() time.Time { return now }
		for i, u := range s.units[:len(s.units)-1] {
			s.pace.search(true)
			now = now.Add(time.Duration(rng.Int64N(int64(time.Minute)))) // does not count
			if s.pace.search(false); rng.IntN(2) == 0 {
				s.pace.search(true) // of the next package, beside the tests of this one
				now = now.Add(time.Duration(rng.Int64N(int64(time.Minute))))
			}
			apart := now.Add(time.Duration(factor * float64(s.pace.needs[u])))
			s.pace.search(false)
			now = apart
			s.pace.add(u)
			left := s.pace.reserve(s.units[i+1:])
			if s.pace.tight(left+time.Millisecond) || !s.pace.tight(left-time.Millisecond) {
				t.Fatalf("seed %d: %v is needed; tight %t, %t", seed, left, s.pace.tight(left+time.Millisecond), s.pace.tight(left-time.Millisecond))
			}
			is := float64(s.pace.corrected(all)) / float64(all)
			if (is-before)*(factor-before) < 0 || (factor-is)*(factor-before) < 0 {
				t.Fatalf("seed %d: factor %v after %v, measured %v", seed, is, before, factor)
			}
			before = is
		}
		if len(s.units) > 20 && (before < factor/2 && before < factor-0.3 || before > 2*factor && before > factor+0.3) {
			t.Errorf("seed %d: factor %v at the end, measured %v", seed, before, factor)
		}
	}
	s, _ := pacedSession(1)
	if s.pace.tight(0) {
		t.Error("a call over one package is in a hurry")
	}
}

// TestOrder: small packages are built and searched first, so that they leave time; large ones if the time is
// short for all.
func TestOrder(t *testing.T) {
	const packages = 5
	for _, short := range []bool{false, true} {
		s, needs := pacedSession(packages)
		if s.opt.Time = 2 * needs; short {
			s.opt.Time = needs / 2
		}
		slices.Reverse(s.units)
		stop := s.buildAhead(t.Context(), s.units)
		var order []int
		for u := range s.toSearch {
			order = append(order, len(u.goals)/100)
			s.open(t.Context(), u)
			if v := <-s.toWarm; v != u {
				t.Fatal("another order for the compilation of tests")
			}
		}
		stop()
		want := []int{0, 1, 2, 3, 4}
		if short {
			slices.Reverse(want)
		}
		if !slices.Equal(order, want) {
			t.Errorf("short %t: packages are searched in the order %v, want %v", short, order, want)
		}
	}
}
