package probe

import "testing"

// atSite runs f against a site and returns what its divergence was.
func atSite(t *testing.T, site uint32, f func()) Result {
	t.Helper()
	Init(2, 0)
	SetTarget(&Target{Branch: NoBranch, Site: site + 1, Nodes: []Node{{Cond: 0, Level: 1, Away: AwayFalse}}})
	defer SetTarget(nil)
	if !Guide {
		t.Fatal("the target is a site, and Guide is not set")
	}
	Begin()
	f()
	End()
	return *Outcome()
}

// TestSiteDistances: how far a site is from a panic, at least 1: that it does
// panic is not for the probe to say.
func TestSiteDistances(t *testing.T) {
	for name, tt := range map[string]struct {
		probe func(id uint32) bool
		want  uint64
	}{
		"index 0 of 4":       {func(id uint32) bool { return Index(id, 0, 4) }, 2},
		"index 2 of 4":       {func(id uint32) bool { return Index(id, 2, 4) }, 4},
		"index 3 of 4":       {func(id uint32) bool { return Index(id, 3, 4) }, 3},
		"index 4 of 4":       {func(id uint32) bool { return Index(id, 4, 4) }, 1},
		"index -1 of 4":      {func(id uint32) bool { return Index(id, -1, 4) }, 1},
		"unsigned 1 of 4":    {func(id uint32) bool { return IndexU(id, 1, 4) }, 5},
		"unsigned 1<<63":     {func(id uint32) bool { return IndexU(id, 1<<63, 4) }, 1},
		"bounds 1:2 of 9":    {func(id uint32) bool { return Bounds(id, 1, 2, 9) }, 3},
		"bounds 5:5 of 9":    {func(id uint32) bool { return Bounds(id, 5, 5, 9) }, 2},
		"bounds 5:4 of 9":    {func(id uint32) bool { return Bounds(id, 5, 4, 9) }, 1},
		"bounds 50:100 of 9": {func(id uint32) bool { return Bounds(id, 50, 100, 9) }, 1},
		"divisor 7":          {func(id uint32) bool { return Divisor(id, 7) }, 9},
		"divisor -7":         {func(id uint32) bool { return Divisor(id, -7) }, 9},
		"divisor 0":          {func(id uint32) bool { return Divisor(id, 0) }, 1},
		"unsigned divisor 7": {func(id uint32) bool { return DivisorU(id, 7) }, 9},
		"size 3, least 0":    {func(id uint32) bool { return Size(id, 3, 0) }, 5},
		"size 3, least 4":    {func(id uint32) bool { return Size(id, 3, 4) }, 1},
		"reached":            {Reach, 1},
	} {
		r := atSite(t, 5, func() {
			if tt.probe(4) || tt.probe(5) {
				t.Errorf("%s: the probe is true", name)
			}
		})
		if !r.Diverged || r.Level != 0 || r.Exact != tt.want {
			t.Errorf("%s: diverged %v at level %d by %d, want level 0 by %d", name, r.Diverged, r.Level, r.Exact, tt.want)
		}
		if r := atSite(t, 6, func() { tt.probe(5) }); r.Diverged {
			t.Errorf("%s: it tells of another site", name)
		}
	}
}

// TestSiteBeforeCondition: a run that comes to the site is nearer than one
// that turned away, in either order, and the least distance counts.
func TestSiteBeforeCondition(t *testing.T) {
	away := func() { EqI(0, 3, 4) } // false, and turns away
	for name, f := range map[string]func(){
		"site first": func() { Index(1, 2, 9); Index(1, 7, 9); away(); Index(1, 4, 9) },
		"site last":  func() { away(); Index(1, 4, 9); Index(1, 7, 9) },
	} {
		if r := atSite(t, 1, f); r.Level != 0 || r.Exact != 4 {
			t.Errorf("%s: level %d by %d, want level 0 by 4", name, r.Level, r.Exact)
		}
	}
	if r := atSite(t, 1, away); !r.Diverged || r.Level != 1 {
		t.Errorf("a run that turns away: diverged %v at level %d, want level 1", r.Diverged, r.Level)
	}
}

// TestSiteOutsideRuns: no probe records out of a run, and without a site as
// the target nothing asks.
func TestSiteOutsideRuns(t *testing.T) {
	r := atSite(t, 1, func() {
		End()
		Index(1, 2, 9)
		Begin()
	})
	if r.Diverged {
		t.Error("a probe recorded between two runs")
	}
	SetTarget(&Target{Branch: 1})
	if Guide {
		t.Error("Guide is set for a branch")
	}
	SetTarget(nil)
}
