package cover

import (
	"reflect"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/moment"
	"nearmiss/internal/report"
	"nearmiss/internal/worker"
)

// expiry is a function of one moment that looks at the clock, with n branches, in 2026.
func expiry(n int) (*unit, *function) {
	u, f := branches(n)
	u.now, f.readsClock = 1795433768, new(true)
	f.sig = &input.Signature{Params: []input.Field{{Name: "at", Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}}}}
	return u, f
}

// ended is a case that has run to its end.
func ended(f *function, word uint64, covers ...uint32) *testCase {
	return &testCase{fn: f, vector: input.Vector{word}, keep: covers, result: &worker.RunResult{Outcome: worker.Returned, Covered: covers}}
}

// TestLastingParts: where no lasting input takes all branches of a case, the one that takes most
// stands beside it.
func TestLastingParts(t *testing.T) {
	_, f := expiry(3)
	c, done := ended(f, 1795433768, 0, 1, 2), ended(f, 1795433768, 0)
	tries := []*testCase{ended(f, 0, 1), ended(f, 5e9, 0, 2), ended(f, 1795433769, 0, 1, 2), ended(f, 6e9, 0), ended(f, 7e9)}
	of := []*testCase{c, c, c, done, c}
	got := partialReplacements(tries, of, map[*testCase]bool{done: true})
	if len(got) != 1 || got[0] != tries[1] || !slices.Equal(got[0].keep, []uint32{0, 2}) {
		t.Errorf("%d parts: %+v", len(got), got)
	}
}

// TestReplacedKeys: two keys of a map that get the same value become one, so that the input gets shorter.
func TestReplacedKeys(t *testing.T) {
	u, _ := expiry(1)
	number := &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}
	sig := &input.Signature{Params: []input.Field{{Name: "m", Type: &input.Type{Kind: input.Map, Key: number, Elem: number, Go: "map[int64]int64"}}}}
	space := input.NewSpace(sig, input.Limits{})
	vec := space.Normalize(nil, input.Vector{3, uint64(u.now), 1, uint64(u.now) + 1, uint64(u.now) + 2})
	if n := len(moment.Dependent(space, vec, u.now)); n != 3 {
		t.Fatalf("%d moments in %v", n, vec)
	}
	list := allReplaced(space, vec, u.now)
	if len(list) == 0 || len(list[0]) >= len(vec) {
		t.Errorf("%v from %v", list, vec)
	}
}

// TestInTurns: where the time is over before all inputs have been tried, each case has had its first.
func TestInTurns(t *testing.T) {
	_, f := expiry(1)
	cases := []*testCase{ended(f, 3), ended(f, 1), ended(f, 0), ended(f, 2)}
	tries, of := inTurns(cases, func(c *testCase) (list []input.Vector) {
		for nth := range c.vector[0] {
			list = append(list, input.Vector{c.vector[0], nth})
		}
		return list
	})
	var got []input.Vector
	for i, c := range tries {
		if got = append(got, c.vector); of[i].vector[0] != c.vector[0] {
			t.Errorf("%v is tried in the place of %v", c.vector, of[i].vector)
		}
	}
	if want := []input.Vector{{3, 0}, {1, 0}, {2, 0}, {3, 1}, {2, 1}, {3, 2}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestReplaced: another input for each number that is close to now, and for no other.
func TestReplaced(t *testing.T) {
	u, f := expiry(1)
	space := input.NewSpace(f.sig, f.limits)
	for what, replace := range map[string]func(*input.Space, input.Vector, int64) []input.Vector{"one": oneReplaced, "all": allReplaced} {
		got := replace(space, input.Vector{1795433768}, u.now)
		if len(got) < 2 || slices.ContainsFunc(got, func(v input.Vector) bool { return len(moment.Dependent(space, v, u.now)) > 0 }) {
			t.Errorf("%s, in the place of a moment: %v", what, got)
		}
	}
	if got := oneReplaced(space, input.Vector{57}, u.now); !slices.EqualFunc(got, []input.Vector{{0}, {228}}, slices.Equal) {
		t.Errorf("in the place of the 57 years of a time close to now: %v", got)
	}
	number := &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}
	several := input.NewSpace(&input.Signature{Params: []input.Field{{Name: "a", Type: number}, {Name: "b", Type: number}, {Name: "c", Type: number}}}, input.Limits{})
	for _, v := range allReplaced(several, input.Vector{1795433768, 5, 1795433769}, u.now) {
		if len(moment.Dependent(several, v, u.now)) > 0 || v[1] != 5 {
			t.Errorf("in the place of two moments: %v", v)
		}
	}
	if got := allReplaced(several, input.Vector{1795433768, 5, 1795433769}, u.now); len(got) < 2 {
		t.Errorf("in the place of two moments: %v", got)
	}
}

// TestBuiltMoment: a time that was built for an input counts, whatever the numbers are that it is built of.
func TestBuiltMoment(t *testing.T) {
	u, f := expiry(1)
	for built, want := range map[int64]bool{0: false, 1798761600: true, 253402300799: false} {
		c := ended(f, 57, 0)
		c.result.Moments = []int64{-62135596800, built}
		if c.timeDependent() != want {
			t.Errorf("a time at %d is time-dependent: %v, want %v", built, !want, want)
		}
		if kept, _ := durable([]*testCase{c}); len(kept) == 1 == want {
			t.Errorf("a time at %d: %d cases kept", built, len(kept))
		}
	}
	f.readsClock = new(false)
	if c := ended(f, 57, 0); c.timeDependent() {
		t.Error("a function without a clock")
	}
	f.readsClock, u.now = new(true), 253402300799-86400
	if c := ended(f, 57, 0); c.timeDependent() {
		t.Error("an input without a time")
	}
}

// TestDurable: what hangs on the time is left out, counted, and its branches say why;
// what shows a panic stays to be told, and so does all of a function that does not look
// at the clock.
func TestDurable(t *testing.T) {
	u, f := expiry(4)
	for _, g := range u.goals {
		g.take(f, nil, false)
	}
	lasts, hangs, panics := ended(f, 0, 0), ended(f, 1795433768, 0, 1), ended(f, 1795433769, 2)
	panics.panic = worker.Panic(1)
	u.cases, u.drops = durable([]*testCase{lasts, hangs, panics})
	if !slices.Equal(u.cases, []*testCase{lasts, panics}) {
		t.Errorf("%d cases are left", len(u.cases))
	}
	u.settle()
	want := report.Account{Found: 4, Written: 2, Withheld: []report.Withheld{
		{Reason: "clock", Text: reasons[timeDependent].text, Branches: 1, Cases: 1}, {Reason: "unexplained", Text: "no stage has recorded why it has no test; please report it", Branches: 1},
	}}
	if got := f.account(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	f.readsClock = new(false)
	if got, _ := durable([]*testCase{hangs}); len(got) != 1 {
		t.Error("a function without a clock loses a case")
	}
}
