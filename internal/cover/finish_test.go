package cover

import (
	"context"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/worker"
)

// hangingRunner runs cases of two functions: the runs of entry 1 return, those of entry 0 hang unless
// the input is 0. It counts the runs of each entry.
type hangingRunner struct {
	runner
	runs [2]int
}

func (r *hangingRunner) Run(_ context.Context, jobs []*worker.RunJob) (results []*native.RunResult, err error) {
	for _, j := range jobs {
		r.runs[j.Entry]++
		result := &native.RunResult{Result: &worker.RunResult{Outcome: worker.Returned}}
		if j.Entry == 0 && j.Vector[0] != 0 {
			result = &native.RunResult{Crash: &native.Crash{Kind: native.Hang, Vector: j.Vector}}
		}
		results = append(results, result)
	}
	return results, nil
}

// TestRunPlain: a function without branches has no run after one that hung.
func TestRunPlain(t *testing.T) {
	pool := &hangingRunner{}
	u := &unit{program: program{pool: pool}}
	word := &input.Type{Kind: input.Uint, Bits: 64, Go: "uint64"}
	var cases []*testCase
	for entry := range 2 {
		fn := &function{unit: u, entry: entry, domain: domain{sig: &input.Signature{Name: "F", Params: []input.Field{{Name: "n", Type: word}}, Results: []input.Field{{Type: word}}}}}
		for try := range plainTries {
			cases = append(cases, &testCase{fn: fn, vector: input.Vector{uint64(try / 2)}})
		}
	}
	got, err := u.runPlain(t.Context(), cases)
	if err != nil || len(got) != len(cases) {
		t.Fatalf("%d of %d cases: %v", len(got), len(cases), err)
	}
	if want := [2]int{3, plainTries}; pool.runs != want {
		t.Errorf("runs of each function: %v, want %v", pool.runs, want)
	}
}

// TestPlainest: of the cases of a function without branches, the simplest is kept of those whose outcomes tell
// most.
func TestPlainest(t *testing.T) {
	word := &input.Type{Kind: input.Uint, Bits: 64, Go: "uint64"}
	newFn := func() *function {
		return &function{domain: domain{sig: &input.Signature{Name: "F", Params: []input.Field{{Name: "n", Type: word}}, Results: []input.Field{{Type: word}}}}}
	}
	type run struct {
		n, out  uint64
		outcome worker.Outcome
	}
	for _, c := range []struct {
		name string
		runs []run
		want int // index of the case; -1: none
	}{
		{"another outcome", []run{{0, 0, worker.Returned}, {9, 5, worker.Returned}}, 1},
		{"the simplest", []run{{0, 0, worker.Returned}, {1 << 40, 5, worker.Returned}, {3, 4, worker.Returned}, {1 << 50, 9, worker.Returned}}, 2},
		{"zero panics", []run{{0, 0, worker.Panicked}, {1 << 40, 5, worker.Returned}, {3, 5, worker.Returned}}, 2},
		{"one outcome", []run{{0, 0, worker.Returned}, {9, 0, worker.Returned}}, 0},
		{"what panics", []run{{0, 0, worker.Returned}, {9, 5, worker.Panicked}}, 0},
		{"none returns", []run{{0, 0, worker.Panicked}}, -1},
	} {
		fn, other := newFn(), newFn()
		var cases []*testCase
		for _, r := range c.runs {
			cases = append(cases, &testCase{fn: fn, vector: input.Vector{r.n}, result: &worker.RunResult{Outcome: r.outcome, Out: []uint64{r.out}}})
		}
		cases = append(cases, &testCase{fn: fn}, &testCase{fn: other, vector: input.Vector{0}, result: &worker.RunResult{Outcome: worker.Returned}})
		got := plainest(cases)
		want := cases[len(cases)-1:]
		if c.want >= 0 {
			want = []*testCase{cases[c.want], want[0]}
		}
		if len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%s: got %d cases, the first with %v", c.name, len(got), got[0].vector)
		}
	}
}

// TestLookOrder: the first look runs the functions with branches to take before those without, whose
// inputs may hang.
func TestLookOrder(t *testing.T) {
	s, u := planned(t, Options{}, `package closed

func Plain(n int) int { return n + 1 }

func Sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

func Twice(n int) int { return 2 * n }

func Zero(n int) bool { return n == 0 && Sign(n) > 0 }
`)
	var names []string
	for _, j := range s.samples(u, 0, lookSlice) {
		names = append(names, j.fn.name)
	}
	if want := []string{"Sign", "Zero", "Plain", "Twice"}; !slices.Equal(names, want) {
		t.Errorf("order of the first look: %q, want %q", names, want)
	}
}
