package worker

import (
	"fmt"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// TestLegalIsBetter: a branch that a run of an input took which is not legal is told again
// when a legal one takes it, though that panics, and again when one returns. Within limits
// that are legal such an input is no hit.
func TestLegalIsBetter(t *testing.T) {
	gate := &input.Type{Kind: input.Struct, Go: "Gate", Fields: []input.Field{{Name: "Open", Type: tInt64}, {Name: "step", Type: tInt64}}, PackageOnly: []bool{false, true}}
	probe.Init(1, 0)
	m := &machine{shared: sharedFor(t), entries: []probe.Entry{{Name: "f", Run: func(in, out *probe.Genes) {
		open, step := int64(in.Next()), int64(in.Next())
		probe.Begin()
		if probe.LtI(0, 0, open+step) && open%2 == 1 {
			panic("odd")
		}
		probe.End()
	}}}}
	var told []string
	job := &SearchJob{Signature: signature(gate), Target: Target{Branch: 1, Nodes: []Node{{Cond: 0, Away: probe.AwayFalse}}}}
	e := newEvaluator(m, job, func(f Message) {
		told = append(told, fmt.Sprint(f.(*Found).Vector, f.(*Found).Branches, f.(*Found).Panicked))
	})
	for _, v := range []input.Vector{{1, 7}, {0, 7}, {0, 8}, {3, 0}, {5, 0}, {2, 7}, {2, 0}, {4, 0}} {
		e.run(v)
	}
	want := []string{"[1 7] [1] true", "[0 7] [1] false", "[3 0] [1] true", "[2 0] [1] false"}
	if !slices.Equal(told, want) {
		t.Errorf("told\n%q, want\n%q", told, want)
	}
	for _, legal := range []bool{false, true} {
		job.Limits.Legal = legal
		e := newEvaluator(m, job, func(Message) {})
		var apart, plain search.Fitness
		e.Evaluate(input.Vector{0, 7}, &apart)
		e.Evaluate(input.Vector{2, 0}, &plain)
		if apart.Reached() == legal || !plain.Reached() {
			t.Errorf("legal %v: fitness %v and %v", legal, apart, plain)
		}
	}
}
