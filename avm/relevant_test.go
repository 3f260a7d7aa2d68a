package avm_test

import (
	"math/rand/v2"
	"testing"

	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/search"
)

// TestRelevant has 64 variables, one of them relevant. Halving finds its pair with 11 evaluations,
// and 9 more evaluations move it from 0 to 5.
func TestRelevant(t *testing.T) {
	s := &script{f: func(v input.Vector) search.Fitness { return value(diff(int64(v[40]), 5)) }}
	g := search.NewGate(s, search.GateOptions{Evaluations: 1000})
	rng := rand.New(rand.NewPCG(1, 1)) // whatever it draws, the count is the same
	o := avm.Options{Extended: true, Starts: []input.Vector{make(input.Vector, 64)}}
	r := avm.Search(g, space(types(64, tInt64)...), rng, o)
	if r.Status != search.Found || r.Evaluations != 1+11+9 {
		t.Errorf("%v after %d evaluations", r.Status, r.Evaluations)
	}
	// As published every variable is explored: 40 of them before this one.
	g = search.NewGate(s, search.GateOptions{Evaluations: 1000})
	o.Extended = false
	r = avm.Search(g, space(types(64, tInt64)...), rand.New(forbidden{t}), o)
	if r.Status != search.Found || r.Evaluations != 1+2*40+9 {
		t.Errorf("published: %v after %d evaluations", r.Status, r.Evaluations)
	}
}

// TestRelevantShape asserts that lengths are moved even if no variable of their block is relevant.
func TestRelevantShape(t *testing.T) {
	ts := append(types(40, tInt64), tString)
	s := &script{f: func(v input.Vector) search.Fitness { return value(diff(int64(v[40]), 3)) }}
	g := search.NewGate(s, search.GateOptions{Evaluations: 100})
	r := avm.Search(g, space(ts...), rand.New(rand.NewPCG(1, 1)), avm.Options{Extended: true, Starts: []input.Vector{make(input.Vector, 41)}})
	// 1 for the start, 1 for the one block, then lengths 1 and 3.
	if r.Status != search.Found || r.Evaluations != 4 {
		t.Errorf("%v after %d evaluations: %q", r.Status, r.Evaluations, s.asked)
	}
}

// TestRelevantRelation has twenty variables and a target a == b+1000 on two in the middle. Moves by
// a common step would hide both variables.
func TestRelevantRelation(t *testing.T) {
	s := &script{f: func(v input.Vector) search.Fitness { return value(diff(int64(v[9]), int64(v[11])+1000)) }}
	for seed := range uint64(30) {
		g := search.NewGate(s, search.GateOptions{Evaluations: 500})
		r := avm.Search(g, space(types(20, tInt64)...), rand.New(rand.NewPCG(seed, 1)),
			avm.Options{Extended: true, Local: avm.Lattice, Starts: []input.Vector{make(input.Vector, 20)}})
		if r.Status != search.Found || r.Evaluations > 100 {
			t.Errorf("seed %d: %v after %d evaluations", seed, r.Status, r.Evaluations)
		}
	}
}
