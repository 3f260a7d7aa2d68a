package cover

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

// endings returns a function with an error among its results, and cases of it: those with an error first, by the branches each takes.
func endings(u *unit, f *function, withError, without [][]uint32) (cs []*testCase) {
	f.sig = &input.Signature{Results: []input.Field{{Name: "err", Type: &input.Type{Kind: input.Error, Go: "error"}}}}
	add := func(covers []uint32, out input.Vector) {
		result := &worker.RunResult{Covered: covers}
		result.Outcome, result.Out = worker.Returned, out
		cs = append(cs, &testCase{fn: f, vector: input.Vector{uint64(len(cs))}, result: result})
	}
	for _, c := range withError {
		add(c, input.Vector{input.ErrorSays, 1, 'e'})
	}
	for _, c := range without {
		add(c, input.Vector{input.ErrorNil})
	}
	return cs
}

// TestFewestSucceed: for a branch that a case takes whose run returns an error, another case stays whose run returns none; the branch
// is kept by that one. A branch that only runs with an error take has no second case.
func TestFewestSucceed(t *testing.T) {
	u, f := branches(4)
	cs := endings(u, f, [][]uint32{{0, 1, 2, 3}, {0}}, [][]uint32{{0, 1}, {2}, {1}})
	got := fewest(slices.Clone(cs))
	if want := []*testCase{cs[0], cs[2], cs[3]}; !slices.Equal(got, want) {
		t.Fatalf("%d cases, want that with an error and two without", len(got))
	}
	assign(got)
	for i, want := range [][]uint32{{3}, {0, 1}, {2}} {
		if !slices.Equal(got[i].keep, want) {
			t.Errorf("case %d keeps %v, want %v", i, got[i].keep, want)
		}
	}
}

// TestInsteadOfError: for a branch that a run with an error takes, an input beside it is found with which the function returns none.
func TestInsteadOfError(t *testing.T) {
	s, u := planned(t, Options{}, `package closed

import "errors"

func Size(n, of int) (int, error) {
	size := 1
	if n > 10 {
		size = 2
	}
	if of < 0 {
		return 0, errors.New("negative")
	}
	return size, nil
}
`)
	c := &testCase{fn: u.funcs[0], vector: input.NewSpace(u.funcs[0].sig, u.funcs[0].limits).Zero()}
	c.vector[0], c.vector[1] = 11, 1<<64-1
	if err := u.runCases(t.Context(), []*testCase{c}); err != nil {
		t.Fatal(err)
	}
	if c.succeeds() {
		t.Fatal("the run returned no error")
	}
	list, err := insteadOf([]*testCase{c}, (*testCase).succeeds, tellingTries, 1).look(t.Context(), s, u, []*testCase{c})
	large := u.funcs[0].goals[0].branch
	if err != nil || !slices.ContainsFunc(list, func(d *testCase) bool { return d.succeeds() && slices.Contains(d.covers(), large) }) {
		t.Errorf("%d cases in its place, %v", len(list), err)
	}
}
