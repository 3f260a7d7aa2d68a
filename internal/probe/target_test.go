package probe

import "testing"

// TestSiteTarget asserts that a run hits a panic site with an outcome at level 1 that does not
// lead away, after any earlier outcomes. A condition with two outcomes that lead away gives no
// hit.
func TestSiteTarget(t *testing.T) {
	for name, tt := range map[string]struct {
		run  func()
		want bool
	}{
		"there":           {func() { EqI(0, 1, 1) }, true},
		"the other way":   {func() { LtI(2, 2, 1) }, true},
		"first away":      {func() { EqI(0, 1, 2); EqI(0, 1, 1) }, true},
		"away":            {func() { EqI(0, 1, 2); LtI(2, 1, 2) }, false},
		"farther":         {func() { EqI(4, 1, 1) }, false},
		"both turn away":  {func() { EqI(6, 1, 1); EqI(6, 1, 2) }, false},
		"nothing of this": {func() {}, false},
	} {
		Init(4, 0)
		SetTarget(&Target{Branch: NoBranch, Site: 5, Nodes: []Node{
			{Cond: 0, Level: 1, Away: AwayFalse}, {Cond: 1, Level: 1, Away: AwayTrue},
			{Cond: 2, Level: 2, Away: AwayFalse}, {Cond: 3, Level: 1, Away: AwayFalse | AwayTrue},
		}})
		Begin()
		tt.run()
		End()
		if Outcome().Hit != tt.want {
			t.Errorf("%s: hit %v, want %v", name, Outcome().Hit, tt.want)
		}
		SetTarget(nil)
	}
}
