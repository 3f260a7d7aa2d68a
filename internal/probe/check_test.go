package probe

import "testing"

// TestChecks asserts the distances of checks from their failure, that a run keeps the least one, that it precedes any
// divergence at a condition, and that only the target's check records it.
func TestChecks(t *testing.T) {
	const f, other = Branch(2 * 2), Branch(2 * 3) // checks behind two conditions
	for name, tt := range map[string]struct {
		run   func()
		level int
		exact uint64
	}{
		"divisor 7":        {func() { Divisor(f, 7) }, 0, 8},
		"divisor -7":       {func() { Divisor(f, int8(-7)) }, 0, 8},
		"unsigned":         {func() { Divisor(f, uint64(1)<<63) }, 0, 1<<63 + 1},
		"most negative":    {func() { Divisor(f, int64(-1)<<63) }, 0, 1<<63 + 1},
		"least":            {func() { Divisor(f, 7); Divisor(f, 3); Divisor(f, 5) }, 0, 4},
		"then away":        {func() { Divisor(f, 7); EqI(0, 3, 4) }, 0, 8},
		"away before":      {func() { EqI(0, 3, 4); Divisor(f, 7) }, 0, 8},
		"only away":        {func() { EqI(0, 3, 4); Divisor(other, 7) }, 1, 2},
		"fails":            {func() { EqI(0, 3, 4); Divisor(f, 0); Index(f, 7, 7); Bound(f, 1, 2, 3); Count(f, -1) }, 1, 2},
		"index from below": {func() { Index(f, 1, 9) }, 0, 2},
		"index from above": {func() { Index(f, 7, 9) }, 0, 2},
		"huge index":       {func() { EqI(0, 3, 4); Index(f, uint64(1)<<63, 9) }, 1, 2},
		"low bound":        {func() { Bound(f, 8, 1, 20) }, 0, 2},
		"at the end":       {func() { Bound(f, 20, 9, 20) }, 0, 1},
		"order of bounds":  {func() { Bound(f, 9, 7, 20) }, 0, 3},
		"high bound":       {func() { Bound(f, uint8(19), 7, 20) }, 0, 2},
		"negative bound":   {func() { EqI(0, 3, 4); Bound(f, 9, -7, 20) }, 1, 2},
		"count":            {func() { Count(f, 3) }, 0, 4},
	} {
		Init(2, 0)
		AddChecks(2)
		SetTarget(&Target{Branch: NoBranch, Site: 1, Nodes: []Node{{Cond: 0, Level: 1, Away: AwayFalse}, {Cond: uint32(f >> 1), Away: AwayFalse}}})
		Begin()
		tt.run()
		End()
		if o := Outcome(); !o.Diverged || o.Level != tt.level || o.Exact != tt.exact {
			t.Errorf("%s: diverged %v at level %d by %d, want level %d by %d", name, o.Diverged, o.Level, o.Exact, tt.level, tt.exact)
		}
		Divisor(f, 1)
		if o := Outcome(); o.Level != tt.level || o.Exact != tt.exact {
			t.Errorf("%s: a division behind the run counts", name)
		}
		SetTarget(nil)
	}
	for name, run := range map[string]func(){
		"divisor": func() { Divisor(f, 0) }, "index below": func() { Index(f, int8(-1), 9) }, "index above": func() { Index(f, 9, 9) }, "huge": func() { Index(f, uint64(1)<<63, 9) },
		"low bound": func() { Bound(f, 3, -1, 9) }, "order": func() { Bound(f, 3, 4, 9) }, "high bound": func() { Bound(f, 10, 4, 9) }, "count": func() { Count(f, -1) },
	} {
		Begin()
		Index(other, 9, 9) // recovered
		run()
		Bound(other, 4, 4, 4)
		End()
		if n, ok := FailedCheck(); n != 0 || !ok {
			t.Errorf("%s: check %d failed, %v; want 0", name, n, ok)
		}
	}
	Begin()
	if _, ok := FailedCheck(); ok {
		t.Error("a check of another run failed")
	}
	if Divisor(f, 6) != 6 || Index(other, 7, 9) != 7 || Bound(f, int8(5), 1, 4) != 5 || Count(f, 2) != 2 {
		t.Error("another operand is handed on")
	}
	End()
	if Outcome().Diverged {
		t.Error("a run without a target diverges")
	}
}
