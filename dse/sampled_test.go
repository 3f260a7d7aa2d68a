package dse_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// A sampler has no answer to any question, but each question evaluates three random inputs.
type sampler struct {
	*toyProgram
	rng     *rand.Rand
	waiting []input.Vector
	all     []input.Vector
}

// Satisfy implements dse.Program.
func (p *sampler) Satisfy(context.Context, input.Vector, []*term.Term, *term.Term) (smt.Answer, input.Vector, error) {
	for range 3 {
		v := make(input.Vector, p.slots)
		for i := range v {
			v[i] = uint64(p.rng.IntN(3) - 1)
		}
		p.waiting, p.all = append(p.waiting, v), append(p.all, v)
	}
	return smt.Answer{Reason: "never"}, nil, nil
}

// Sample implements dse.Sampler.
func (p *sampler) Sample(news func(input.Vector) bool) input.Vector {
	for len(p.waiting) > 0 {
		v := p.waiting[0]
		if p.waiting = p.waiting[1:]; news(v) {
			return v
		}
	}
	return nil
}

// TestSampled asserts that the runs take exactly the paths of all evaluated inputs, each once.
func TestSampled(t *testing.T) {
	paths := 0
	for seed := range uint64(20) {
		p := &sampler{toyProgram: newToy(signs, 5), rng: rand.New(rand.NewPCG(seed, 1))}
		took := map[string]bool{}
		start := make(input.Vector, 5)
		r := run(t, p, dse.Sampled(dse.FIFO), seed, dse.Options{
			Starts: []input.Vector{start}, Inputs: p,
			OnRun: func(r *dse.Run) bool {
				took[fmt.Sprint(r.Path.Condition)] = true
				return true
			},
		})
		want := map[string]bool{}
		for _, v := range append(p.all, start) {
			one, err := p.Run(t.Context(), v, nil)
			if err != nil {
				t.Fatal(err)
			}
			want[fmt.Sprint(one.Path.Condition)] = true
		}
		if fmt.Sprint(took) != fmt.Sprint(want) || r.Runs != len(want) {
			t.Errorf("seed %d: %d runs of %d paths, want %d", seed, r.Runs, len(took), len(want))
		}
		paths += len(want)
	}
	if paths < 100 {
		t.Errorf("%d paths are too few", paths)
	}
}

// TestSampledFull asserts that a full tree ends the runs of evaluated inputs.
func TestSampledFull(t *testing.T) {
	p := &sampler{toyProgram: newToy(signs, 5), rng: rand.New(rand.NewPCG(1, 1))}
	r := run(t, p, dse.Sampled(dse.FIFO), 1, dse.Options{Starts: []input.Vector{make(input.Vector, 5)}, Inputs: p, Nodes: 7})
	if r.Nodes != 7 || r.Runs > 7 {
		t.Errorf("%d nodes, %d runs", r.Nodes, r.Runs)
	}
}
