package object_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// TestLiteral: what calls have made, written as plain data and made from that again, is the
// same. What cannot be written so has a reason.
func TestLiteral(t *testing.T) {
	b := allTypes(t)
	run := func(entry int, vectors []input.Vector) []worker.Measured {
		r, err := b.pool.Measure(t.Context(), []*worker.MeasureJob{{Entry: entry, Vectors: vectors, Results: true}})
		if err != nil {
			t.Fatal(err)
		}
		return r[0].Runs
	}
	for i := 0; i < len(b.entries); i += 4 {
		state, lit := b.entries[i+subject.EntryState], b.entries[i+subject.EntryLiteral]
		space, rng := input.NewSpace(state.Sig, input.Limits{Legal: true}), rand.New(rand.NewPCG(1, uint64(i)))
		var calls []input.Vector
		for range 300 {
			calls = append(calls, space.Random(nil, rng))
		}
		var literals, outs []input.Vector
		for j, m := range run(i+subject.EntryState, calls) {
			if m.Outcome != worker.Returned || m.Avoided {
				continue
			}
			v, _, err := input.Literal(nil, lit.Sig.Recv.Type, state.Sig.After[0].Type, m.Out, 0, nil)
			var no *input.NoLiteral
			switch {
			case errors.As(err, &no):
				if !strings.HasPrefix(state.Sig.Name, "(*Sorter)") && !strings.HasPrefix(state.Sig.Name, "(*Ring)") {
					t.Errorf("%s of %x: %v", state.Sig.Name, calls[j], err)
				}
				continue
			case err != nil:
				t.Fatal(err)
			}
			full := slices.Clone(v)
			for k := range state.Sig.Params { // arguments are left at zero
				full = append(full, make(input.Vector, input.MinWords(lit.Sig.Params[k].Type))...)
			}
			if !input.NewSpace(lit.Sig, input.Limits{}).Canonical(full) {
				t.Errorf("%s: the literal is not canonical: %x", state.Sig.Name, full)
			}
			literals = append(literals, full)
			outs = append(outs, state.Sig.Outcome(m.Out, 0))
		}
		for j, m := range run(i+3, literals) {
			if got := state.Sig.Outcome(m.Out, 0); !slices.Equal(got, outs[j]) {
				t.Fatalf("%s: %x is %x as a literal, and made from that it is %x", state.Sig.Name, outs[j], literals[j], got)
			}
		}
		if len(literals) < 3 {
			t.Errorf("%s: %d literals", state.Sig.Name, len(literals))
		}
		t.Log(state.Sig.Name, len(literals))
	}
}
