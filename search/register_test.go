package search_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// TestRegisterTwice asserts that the panic for a taken name contains the name.
func TestRegisterTwice(t *testing.T) {
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "random") {
			t.Errorf("said %q", said)
		}
	}()
	search.Register("random", search.Lookup("random"))
}

// TestOneByOne: the evaluator's error ends the search and is returned.
func TestOneByOne(t *testing.T) {
	if !slices.Contains(search.Names(), "random") {
		t.Fatal(search.Names())
	}
	runs, fault := 0, errors.New("no more")
	p := &search.Problem{
		Space: input.NewSpace(&input.Signature{Params: []input.Field{{Name: "a", Type: &input.Type{Kind: input.Int, Bits: 64}}}}, input.Limits{}),
		Evaluate: func(_ context.Context, vectors []input.Vector) ([]search.Fitness, error) {
			if runs += len(vectors); runs > 3 {
				return nil, fault
			}
			return []search.Fitness{{Value: 1}}, nil
		},
		Rand: rand.New(rand.NewPCG(1, 0)),
	}
	r, err := search.Lookup("random")(t.Context(), p)
	if err != fault || r.Status != search.Stopped || runs != 4 {
		t.Errorf("%v, %v after %d runs", err, r.Status, runs)
	}
}

// TestOneByOneEnds: a vector without a fitness ends the search, and counts as no evaluation.
func TestOneByOneEnds(t *testing.T) {
	for ran := range 3 {
		runs := 0
		p := &search.Problem{
			Space: spaceOf(tInt64),
			Evaluate: func(context.Context, []input.Vector) ([]search.Fitness, error) {
				if runs++; runs > ran {
					return nil, nil
				}
				return []search.Fitness{{Value: 1}}, nil
			},
			Rand: rand.New(rand.NewPCG(1, 0)), Evaluations: 1000,
		}
		r, err := search.Lookup("random")(t.Context(), p)
		if err != nil || r.Status != search.Stopped || r.Evaluations != uint64(ran) || runs != ran+1 {
			t.Errorf("%v, %v, %d evaluations of %d in %d calls", err, r.Status, r.Evaluations, ran, runs)
		}
	}
}
