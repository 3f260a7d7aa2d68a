package subject_test

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// TestStates: a method of an object has three entries, and any other function has one, as
// without the option.
func TestStates(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	dir, _ := module(t)
	s, err := subject.Find(t.Context(), ".(*Box).Open", subject.Options{Common: subject.Common{Dir: dir}, States: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	// NewBox(4), then Put(3): the state is a box of 7, with a key of 2.
	calls := input.Vector{1, 4, 2, 0, 3, 2}
	if got := s.Call(calls); got != "(NewBox(4) then .Put(3)).Open(2)" {
		t.Fatal(got)
	}
	run := func(entry int, v input.Vector) input.Vector {
		r, err := s.Pool.Measure(t.Context(), []*worker.MeasureJob{{Entry: entry, Vectors: []input.Vector{v}, Results: true}})
		if err != nil || r[0].Runs[0].Outcome != worker.Returned {
			t.Fatalf("%+v, %v", r, err)
		}
		return r[0].Runs[0].Out
	}
	state := run(subject.EntryState, calls)
	if want := (input.Vector{1, 7}); !slices.Equal(state, want) {
		t.Errorf("state %v", state)
	}
	if a, b := run(subject.EntryCall, calls), run(subject.EntryLiteral, input.Vector{1, 7, 2}); a[0] != 9 || !slices.Equal(a[:len(a)-1], b) { // the call also says whether it changed the object
		t.Errorf("%v by calls, %v as a literal", a, b)
	}
	plain, err := subject.Find(t.Context(), ".T.Both", subject.Options{Common: subject.Common{Dir: dir}, States: true})
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if plain.State != nil || len(plain.Set.Entries) != 1 {
		t.Errorf("%d entries", len(plain.Set.Entries))
	}
}
