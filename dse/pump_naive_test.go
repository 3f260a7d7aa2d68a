package dse

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/input"
	"nearmiss/symexec"
)

// drawRun draws a run of a short input.
func drawRun(t *rapid.T, number int) *Run {
	in := input.Vector(rapid.SliceOfN(rapid.Uint64Range(0, 6), 0, 6).Draw(t, "input"))
	r := &Run{Number: number, Path: &symexec.Path{Input: in}, Covered: rapid.SliceOfNDistinct(rapid.Uint32Range(0, 9), 0, 4, rapid.ID[uint32]).Draw(t, "covered")}
	slices.Sort(r.Covered)
	r.Near = []Near{{Reached: rapid.Bool().Draw(t, "reached"), Distance: float64(rapid.IntRange(0, 4).Draw(t, "distance")), Away: float64(rapid.IntRange(1, 3).Draw(t, "away"))}}
	return r
}

// TestOutlines asserts that outlines say of two inputs what a look at all words says.
func TestOutlines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, s := drawRun(t, 0), drawRun(t, 1)
		if rapid.Bool().Draw(t, "edited") { // by one more element somewhere
			v := r.Path.Input
			if at := rapid.IntRange(0, len(v)).Draw(t, "at"); at < len(v) {
				s.Path.Input = slices.Insert(slices.Clone(v), at+1, v[at])
				s.Path.Input[0]++
			}
		}
		a, b := outlined(r), outlined(s)
		if got, want := a.repeats(&b), repeats(r.Path.Input, s.Path.Input); got != want {
			t.Fatalf("%v, %v: %v, not %v", r.Path.Input, s.Path.Input, got, want)
		}
	})
}

// TestPumpFront asserts that the front of a target has each run that is nearer than all that
// are no longer, and what runs are told of themselves.
func TestPumpFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		front := &pumped{}
		var runs []*Run
		for number := range rapid.IntRange(1, 20).Draw(t, "runs") {
			r := drawRun(t, number)
			now, nearest, worth := closeness(r, 0), true, true
			for _, s := range runs {
				nearest = nearest && now.less(closeness(s, 0))
				worth = worth && (len(s.Path.Input) > len(r.Path.Input) || now.less(closeness(s, 0)))
			}
			if n, w := front.ran(r); n != nearest || w != worth {
				t.Fatalf("run %d: %v and %v, not %v and %v", number, n, w, nearest, worth)
			}
			runs = append(runs, r)
		}
		var want, got []*Run
		for i, r := range runs {
			if !slices.ContainsFunc(runs, func(s *Run) bool {
				n, m := len(s.Path.Input), len(r.Path.Input)
				same := n == m && closeness(s, 0) == closeness(r, 0)
				return n <= m && !closeness(r, 0).less(closeness(s, 0)) && (!same || s.Number < i)
			}) {
				want = append(want, r)
			}
		}
		slices.SortFunc(want, func(r, s *Run) int { return len(r.Path.Input) - len(s.Path.Input) })
		for _, x := range front.front {
			got = append(got, x.run)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d runs, not %d, or others", len(got), len(want))
		}
	})
}

// TestPumpShortest asserts that the shortest run is known of each branch that was taken, of
// equal ones the first, though there are runs that it is not told of.
func TestPumpShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &pump{w: &World{}}
		want := map[uint32]*Run{}
		var came []uint32
		for number := range rapid.IntRange(1, 30).Draw(t, "runs") {
			r := drawRun(t, number)
			for _, b := range r.Covered {
				f.w.covered.add(b)
			}
			if rapid.IntRange(0, 4).Draw(t, "untold") == 0 {
				continue
			}
			news := false
			for _, b := range r.Covered {
				was := want[b]
				if was == nil {
					came, news = append(came, b), true
				}
				if was == nil || len(r.Path.Input) < len(was.Path.Input) {
					want[b] = r
				}
			}
			f.progress = false
			if f.cover(outlined(r)); f.progress != news {
				t.Fatalf("run %d: new branches: %v, not %v", number, f.progress, news)
			}
		}
		if !slices.Equal(f.branches, came) {
			t.Fatalf("branches %v, not %v", f.branches, came)
		}
		for i, b := range f.branches {
			if f.first[i].run != want[b] {
				t.Fatalf("branch %d: run %d, not %d", b, f.first[i].run.Number, want[b].Number)
			}
		}
	})
}
