package mosa

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRelease follows a chain, a fork and a join: 0 and 1 are the outcomes of
// one condition, 2 and 3 stand below 0, 4 below 2, and 5 below 1 or 3.
func TestRelease(t *testing.T) {
	o := newObjectives([]Objective{{}, {}, {Needs: []int{0}}, {Needs: []int{0}}, {Needs: []int{2}}, {Needs: []int{1, 3}}})
	steps := []struct {
		cover            int // before the check; -1 is nothing
		released, within []int
		left             int
	}{
		{-1, []int{0, 1}, []int{0, 1, 2, 3, 5}, 6},
		{0, []int{1, 2, 3}, []int{1, 2, 3, 4, 5}, 5},
		{4, []int{1, 2, 3}, []int{1, 2, 3, 5}, 4}, // by luck: it was no objective yet
		{3, []int{1, 2, 5}, []int{1, 2, 5}, 3},    // either of two needs will do
		{5, []int{1, 2}, []int{1, 2}, 2},
		{1, []int{2}, []int{2}, 1},
		{2, nil, nil, 0},
	}
	for i, s := range steps {
		if s.cover >= 0 {
			o.all[s.cover].Covered = true
		}
		got := o.released()
		if !slices.Equal(got, s.released) || !slices.Equal(o.within(got), s.within) || o.left() != s.left {
			t.Errorf("step %d: released %v, within %v, left %d", i, got, o.within(got), o.left())
		}
	}
}

// TestReleaseNone: what needs only what cannot be covered is searched for when
// nothing else is left, and what is closed never is.
func TestReleaseNone(t *testing.T) {
	o := newObjectives([]Objective{{Closed: true}, {}, {Needs: []int{0}}, {Needs: []int{2}}, {Needs: []int{1}, Closed: true}})
	if got := o.released(); !reflect.DeepEqual(got, []int{1}) {
		t.Error(got)
	}
	o.all[1].Covered = true
	if got := o.released(); !reflect.DeepEqual(got, []int{2, 3}) {
		t.Error(got)
	}
}

// TestReleaseLaws: covering an objective releases others and takes back none;
// the next ones were all within reach; something is released as long as
// something is open.
func TestReleaseLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := make([]Objective, rapid.IntRange(1, 12).Draw(t, "objectives"))
		for i := range all {
			all[i].Needs = rapid.SliceOfNDistinct(rapid.IntRange(0, len(all)-1), 0, min(2, len(all)), rapid.ID).Draw(t, "needs")
			all[i].Closed = rapid.IntRange(0, 5).Draw(t, "closed") == 0
		}
		o := newObjectives(all)
		for o.left() > 0 {
			released := o.released()
			if len(released) == 0 {
				t.Fatal("nothing is released")
			}
			regular := o.free(released[0])
			within := o.within(released)
			next := rapid.SampledFrom(released).Draw(t, "covered")
			o.all[next].Covered = true
			if o.left() == 0 {
				break
			}
			after := o.released()
			for _, i := range released {
				if i != next && regular && !slices.Contains(after, i) {
					t.Fatalf("%d was taken back", i)
				}
			}
			for _, i := range after {
				if regular && o.free(after[0]) && !slices.Contains(within, i) {
					t.Fatalf("%d was not within reach", i)
				}
			}
		}
	})
}
