package cover

import (
	"testing"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

// TestPlainest: of the cases of a function without branches, the simplest
// is kept whose outcome is not that of the first to come back.
func TestPlainest(t *testing.T) {
	word := &input.Type{Kind: input.Uint, Bits: 64, Go: "uint64"}
	newFn := func() *function {
		return &function{domain: domain{sig: &input.Signature{Name: "F", Params: []input.Field{{Name: "n", Type: word}}}}}
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
		{"zero panics", []run{{0, 0, worker.Panicked}, {1 << 40, 5, worker.Returned}, {3, 5, worker.Returned}}, 1},
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
		if told := c.want > 0 && got[0].unlike != nil; told != (c.want > 0 && c.runs[c.want].out != c.runs[0].out) && c.name != "zero panics" {
			t.Errorf("%s: unlike %v", c.name, got[0].unlike)
		}
	}
}
