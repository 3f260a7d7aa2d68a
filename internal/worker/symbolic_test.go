package worker

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"nearmiss/internal/probe"
	"nearmiss/search"
)

// pairPrograms are the compiled path conditions of entry Pair for its inner
// true branch: ⟨x = 1234 ∧ y = x⟩ at the outer condition, ⟨y = x⟩ at the inner
// one. Slot 0 is x, slot 1 is y.
func pairPrograms() []Node {
	load := []probe.Load{{Slot: 0, Reg: 1}, {Slot: 1, Reg: 2}}
	inner := probe.Instr{Op: probe.CodeDistI, Flags: probe.Final, A: 2, B: 1, D: 2, C: uint16(probe.EQ)}
	first := probe.Instr{Op: probe.CodeDistI, Flags: probe.Final, A: 1, B: 0, D: 3, C: uint16(probe.EQ)}
	return []Node{
		{Cond: 0, Program: &probe.Program{
			Consts: []uint64{1234}, Loads: load, Regs: 3, Code: []probe.Instr{inner, first}, Clauses: 4,
			First: []uint32{0, 0, 1, 2}, Edges: []probe.Edge{{Clause: 2, To: 0}, {Clause: 3, To: 1}}}},
		{Cond: 1, Program: &probe.Program{
			Consts: []uint64{0}, Loads: load, Regs: 3, Code: []probe.Instr{inner}, Clauses: 3,
			First: []uint32{0, 0, 1}, Edges: []probe.Edge{{Clause: 2, To: 0}}}},
	}
}

func symbolicJob(seed uint64) *SearchJob {
	job := pairJob(seed)
	for i := range job.Target.Nodes {
		job.Target.Nodes[i].Program = pairPrograms()[i].Program
	}
	job.Modes = []search.Mode{search.Symbolic}
	return job
}

// TestFitness runs one vector and reads its fitness, in both modes: the
// paper's values with K = 1 and d/(d+1).
func TestFitness(t *testing.T) {
	neg := func(x int64) uint64 { return uint64(x) }
	tests := []struct {
		vector []uint64
		mode   search.Mode
		want   search.Fitness
	}{
		{[]uint64{1233, 5}, search.Standard, search.Fitness{Value: 1 + norm(2), Level: 1, N: 1, Exact: [16]uint64{2}}},
		{[]uint64{1234, 5}, search.Standard, search.Fitness{Value: norm(1230), N: 1, Exact: [16]uint64{1230}}},
		{[]uint64{1233, 5}, search.Symbolic, search.Fitness{Value: norm(2) + norm(1229), N: 2, Exact: [16]uint64{2, 1229}}},
		// Both nodes are visited, both have the same published value.
		{[]uint64{1234, 5}, search.Symbolic, search.Fitness{Value: norm(1230), N: 2, Exact: [16]uint64{0, 1230}}},
		{[]uint64{1234, 1234}, search.Standard, search.Fitness{}},
		{[]uint64{1234, 1234}, search.Symbolic, search.Fitness{}},
		{[]uint64{neg(math.MinInt64), math.MaxInt64}, search.Symbolic,
			search.Fitness{Value: 2, N: 2, Exact: [16]uint64{1<<63 + 1235, math.MaxUint64}}},
	}
	for _, tt := range tests {
		job := symbolicJob(1)
		job.Modes, job.Evaluations, job.Algorithm = []search.Mode{tt.mode}, 1, AVM
		job.Starts = [][]uint64{tt.vector}
		answers := talk(t, job)
		r := answers[len(answers)-1].(*SearchResult)
		want := []Best{{Mode: tt.mode, Fitness: tt.want, Vector: tt.vector}}
		if !reflect.DeepEqual(r.Bests, want) {
			t.Errorf("%v %v: got %+v want %+v", tt.mode, tt.vector, r.Bests, want)
		}
	}
}

func norm(d float64) float64 { return d / (d + 1) }

// TestSymbolicSearch: both modes in turn, and each alone, find the pair.
func TestSymbolicSearch(t *testing.T) {
	for seed := range uint64(30) {
		for _, modes := range [][]search.Mode{{search.Symbolic}, {search.Symbolic, search.Standard}} {
			for _, alg := range []Algorithm{Auto, AVM} {
				job := symbolicJob(seed)
				job.Modes, job.Algorithm = modes, alg
				answers := talk(t, job)
				r := answers[len(answers)-1].(*SearchResult)
				if r.Status != search.Found || r.Evaluations > 5000 || !slices.Equal(r.Bests[0].Vector, []uint64{1234, 1234}) {
					t.Errorf("seed %d, %v, algorithm %q: %v after %d", seed, modes, alg, r.Status, r.Evaluations)
				}
			}
		}
	}
}

// TestPublished: without the tie-break the published sum alone decides, in 64
// bits it cannot, and the budget runs out.
func TestPublished(t *testing.T) {
	job := symbolicJob(3)
	job.Paper, job.Lexicographic, job.Algorithm, job.Evaluations = true, false, AVM, 20_000
	answers := talk(t, job)
	if r := answers[len(answers)-1].(*SearchResult); r.Status != search.Budget || r.Evaluations != 20_000 {
		t.Errorf("%v after %d", r.Status, r.Evaluations)
	}
}

// TestNotThere: a run that satisfies all that is left of a path condition is
// as near as can be, and has not found the branch.
func TestNotThere(t *testing.T) {
	job := symbolicJob(4)
	for i := range job.Target.Nodes {
		job.Target.Nodes[i].Program = &probe.Program{
			Clauses: 2, First: []uint32{0, 0, 1}, Edges: []probe.Edge{{Clause: probe.ClauseNone}}}
	}
	job.Algorithm, job.Evaluations = AVM, 40
	answers := talk(t, job)
	r := answers[len(answers)-1].(*SearchResult)
	if f := r.Bests[0].Fitness; r.Status != search.Budget || !(f.Value > 0 && f.Value < 1e-9) {
		t.Errorf("%v, best %v", r.Status, f.Value)
	}
}
