package worker

import (
	"errors"
	"runtime"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// made takes an object that its constructor refuses to make of some numbers,
// each in another way, and probes on the way. Branch 3 is x == 77 afterwards.
func made(in, out *probe.Genes) {
	k, x := in.Next(), int64(in.Next())
	if k > 0 {
		probe.Prepare()
		probe.Cost(1)
		probe.EqI(0, int64(k), 1)
		switch k {
		case 2:
			panic(probe.Unbuilt{Err: errors.New("no such object")})
		case 3:
			panic("no such object")
		case 4:
			for {
				probe.Cost(1)
			}
		case 5:
			runtime.Goexit()
		}
	}
	probe.Begin()
	probe.Cost(1)
	probe.EqI(2, x, 77)
	probe.End()
	if out != nil {
		out.Put(uint64(x))
	}
}

// TestUnbuiltRun: what the constructor refuses is no run, and the next run is
// as if nothing had been.
func TestUnbuiltRun(t *testing.T) {
	for k := range uint64(6) {
		answers := talk(t, &RunJob{ID: 1, Entry: eMade, Vector: []uint64{0, 77}},
			&RunJob{ID: 2, Entry: eMade, Vector: []uint64{k, 77}}, &RunJob{ID: 3, Entry: eMade, Vector: []uint64{0, 5}})
		r, after := answers[1].(*RunResult), answers[2].(*RunResult)
		if k < 2 {
			if r.Outcome != Returned || !slices.Equal(r.Covered, []uint32{3}) || r.Cost != 1 {
				t.Errorf("%d: got %+v", k, r)
			}
		} else if r.Outcome != Unbuilt || r.Covered != nil || r.Cost != 0 || r.Out != nil || r.Text != "" {
			t.Errorf("%d: got %+v, want nothing", k, r)
		}
		if after.Outcome != Returned || !slices.Equal(after.Covered, []uint32{2}) || after.Cost != 1 {
			t.Errorf("after %d: got %+v", k, after)
		}
	}
}

func madeSignature() *input.Signature {
	alts := []input.Alt{{Name: "literal"}}
	for range 4 {
		alts = append(alts, input.Alt{Name: "New", RunsCode: true})
	}
	return signature(&input.Type{Kind: input.Choice, Alts: alts}, tInt64)
}

// TestUnbuiltSearch: a search counts the inputs that could not be made, and
// finds what it looks for among the others.
func TestUnbuiltSearch(t *testing.T) {
	for seed := range uint64(20) {
		job := &SearchJob{ID: 1, Entry: eMade, Signature: madeSignature(), Seed: seed, Evaluations: 20_000, Lexicographic: true,
			Target: Target{Branch: 3, Nodes: []Node{{Cond: 1, Away: probe.AwayFalse}}},
			Starts: [][]uint64{{3, 77}}, Covered: []uint32{0, 1, 2}}
		answers := talk(t, job)
		r := answers[len(answers)-1].(*SearchResult)
		if r.Status != search.Found || r.Unbuilt == 0 || r.Unbuilt >= r.Evaluations {
			t.Fatalf("seed %d: %v after %d evaluations, %d unbuilt", seed, r.Status, r.Evaluations, r.Unbuilt)
		}
		for _, m := range answers[:len(answers)-1] {
			if f := m.(*Found); f.Vector[0] > 1 {
				t.Fatalf("seed %d: found %v, which cannot be made", seed, f.Vector)
			}
		}
	}
}

func TestUnbuiltBatch(t *testing.T) {
	job := &BatchJob{ID: 1, Entry: eMade, Signature: madeSignature(),
		Target:  Target{Branch: 3, Nodes: []Node{{Cond: 1, Away: probe.AwayFalse}}},
		Vectors: [][]uint64{{0, 76}, {2, 77}, {3, 77}, {1, 77}, {4, 77}}}
	answers := talk(t, job)
	r := answers[len(answers)-1].(*BatchResult)
	if r.Evaluations != 5 || r.Unbuilt != 3 {
		t.Errorf("%d runs, %d unbuilt; want 5, 3", r.Evaluations, r.Unbuilt)
	}
	for i, worst := range []bool{false, true, true, false, true} {
		if got := r.Fitness[i]; (got.Value == search.Worst().Value) != worst || got.Reached() != (i == 3) {
			t.Errorf("vector %d: fitness %+v", i, got)
		}
	}
}

// TestUnbuiltShrink: shrinking never takes over an input that cannot be made.
func TestUnbuiltShrink(t *testing.T) {
	sig := madeSignature()
	alts := sig.Params[0].Type.Alts
	alts[0], alts[4] = alts[4], alts[0]
	alts[0].Rare = true
	answers := talk(t, &ShrinkJob{ID: 1, Entry: eMade, Signature: sig, Vector: []uint64{0, 77}, Keep: []uint32{3}, Evaluations: 1000})
	if r := answers[0].(*RunResult); r.Outcome != Returned || !slices.Equal(r.Vector, []uint64{1, 77}) {
		t.Errorf("got %v, %v", r.Outcome, r.Vector)
	}
}
