package probe

import "testing"

// TestDivisor asserts that the distance of a divisor is its distance from zero, at least 1, that
// a run keeps the least one, that it precedes any divergence at a condition, and that only the
// target's site records it.
func TestDivisor(t *testing.T) {
	for name, tt := range map[string]struct {
		run   func()
		level int
		exact uint64
	}{
		"7":             {func() { Divisor(4, 7) }, 0, 9},
		"-7":            {func() { Divisor(4, int8(-7)) }, 0, 9},
		"0":             {func() { Divisor(4, 0) }, 0, 1},
		"unsigned":      {func() { Divisor(4, uint64(1)<<63) }, 0, 1<<63 + 1},
		"most negative": {func() { Divisor(4, int64(-1)<<63) }, 0, 1<<63 + 1},
		"least":         {func() { Divisor(4, 7); Divisor(4, 3); Divisor(4, 5) }, 0, 5},
		"then away":     {func() { Divisor(4, 7); EqI(0, 3, 4) }, 0, 9},
		"away before":   {func() { EqI(0, 3, 4); Divisor(4, 7) }, 0, 9},
		"only away":     {func() { EqI(0, 3, 4); Divisor(5, 7) }, 1, 2},
	} {
		Init(1, 0)
		SetTarget(&Target{Branch: NoBranch, Site: 5, Nodes: []Node{{Cond: 0, Level: 1, Away: AwayFalse}}})
		Begin()
		tt.run()
		End()
		if o := Outcome(); !o.Diverged || o.Level != tt.level || o.Exact != tt.exact {
			t.Errorf("%s: diverged %v at level %d by %d, want level %d by %d", name, o.Diverged, o.Level, o.Exact, tt.level, tt.exact)
		}
		Divisor(4, 1)
		if o := Outcome(); o.Level != tt.level || o.Exact != tt.exact {
			t.Errorf("%s: a division behind the run counts", name)
		}
		SetTarget(nil)
	}
	Init(1, 0)
	Begin()
	if Divisor(0, 6) != 6 || Divisor(noSite, 7) != 7 {
		t.Error("another divisor is handed on")
	}
	End()
	if Outcome().Diverged {
		t.Error("a run without a target diverges")
	}
}
