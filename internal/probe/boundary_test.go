package probe

import "testing"

// TestBoundary asserts that the distance of a run from the boundary of a comparison is the
// distance of the operands, for both outcomes, and that equal operands in any evaluation are a
// hit.
func TestBoundary(t *testing.T) {
	at := &Target{Branch: 2, Boundary: true, Nodes: []Node{{Cond: 1, Away: AwayFalse | AwayTrue}, {Cond: 0, Level: 1, Away: AwayFalse}}}
	for _, c := range []struct {
		name  string
		run   func()
		hit   bool
		level int
		exact uint64
		float bool
	}{
		{"less", func() { LtI(2, 5, 9) }, false, 0, DistI(EQ, 5, 9), false},
		{"not less", func() { LtI(2, 9, 5) }, false, 0, DistI(EQ, 9, 5), false},
		{"nearest of several", func() { GeI(2, 1, 9); GeI(2, 8, 9); GeI(2, 90, 9) }, false, 0, DistI(EQ, 8, 9), false},
		{"equal", func() { LtI(2, 5, 5) }, true, 0, 0, false},
		{"equal at last", func() { LeI(2, 3, 5); LeI(2, 5, 5) }, true, 0, 0, false},
		{"unsigned", func() { GtU(2, 7, 5) }, false, 0, DistU(EQ, 7, 5), false},
		{"unsigned, equal", func() { GtU(2, 5, 5) }, true, 0, 0, false},
		{"floats", func() { LeF(2, 2.5, 2.25) }, false, 0, DistF(EQ, 2.5, 2.25), true},
		{"floats, equal", func() { LeF(2, 2.5, 2.5) }, true, 0, 0, false},
		{"texts", func() { LtS(2, "a", "ab") }, false, 0, DistS(EQ, "a", "ab"), false},
		{"texts, equal", func() { LtS(2, "ab", "ab") }, true, 0, 0, false},
		{"of a type parameter", func() { LtT(2, uint8(3), 3) }, true, 0, 0, false},
		{"another condition", func() { LtI(0, 9, 5) }, false, 1, DistI(LT, 9, 5), false},
		{"another condition, equal", func() { LtI(0, 5, 5) }, false, 1, DistI(LT, 5, 5), false},
	} {
		begin(t, 2, at)
		c.run()
		End()
		o := Outcome()
		if o.Hit != c.hit || o.Diverged == c.hit && c.exact > 0 || !c.hit && (o.Level != c.level || o.Exact != c.exact || o.Kind == Float != c.float) {
			t.Errorf("%s: %+v", c.name, *o)
		}
	}
	// With another target there is no boundary.
	begin(t, 2, at)
	SetTarget(&Target{Branch: 3, Nodes: []Node{{Cond: 1, Away: AwayFalse}}})
	Begin()
	LtI(2, 5, 5)
	End()
	if o := Outcome(); o.Hit || !o.Diverged || o.Exact != DistI(LT, 5, 5) {
		t.Errorf("%+v", *o)
	}
}
