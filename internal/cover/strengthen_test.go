package cover

import (
	"testing"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

// TestChangesNothing: a run changes nothing if it returns no error and leaves its inputs as they were.
func TestChangesNothing(t *testing.T) {
	num := &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	list := &input.Type{Kind: input.Slice, Go: "[]int", Elem: num}
	fails := &input.Type{Kind: input.Error, Go: "error"}
	sig := &input.Signature{
		Name: "Fill", Params: []input.Field{{Name: "p", Type: list}, {Name: "v", Type: num}},
		Results: []input.Field{{Type: fails}}, After: []input.Field{{Name: "p", Type: list}},
	}
	value := *sig
	value.Results = []input.Field{{Type: num}}
	for _, c := range []struct {
		sig         *input.Signature
		vector, out input.Vector
		ended       worker.Outcome
		want        bool
	}{
		{sig, input.Vector{2, 7, 0}, input.Vector{0, 2, 7}, worker.Returned, true},
		{sig, input.Vector{0, 0}, input.Vector{0, 0}, worker.Returned, true},
		{sig, input.Vector{2, 7, 0}, input.Vector{0, 2, 8}, worker.Returned, false},
		{sig, input.Vector{2, 7, 0}, input.Vector{0, 3, 7, 0}, worker.Returned, false},
		{sig, input.Vector{2, 7, 0}, input.Vector{1, 1, 'x', 2, 7}, worker.Returned, false},
		{sig, input.Vector{2, 7, 0}, input.Vector{0, 2, 7}, worker.RuntimeError, false},
		{&value, input.Vector{2, 7, 0}, input.Vector{0, 2, 7}, worker.Returned, false},
	} {
		tc := &testCase{fn: &function{domain: domain{sig: c.sig}}, vector: c.vector, result: &worker.RunResult{Outcome: c.ended, Out: c.out}}
		if got := tc.changesNothing(); got != c.want {
			t.Errorf("%d comes to %d: that changes nothing: %v", c.vector, c.out, got)
		}
	}
}
