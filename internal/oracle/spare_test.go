package oracle

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// randomVerdict returns checks of a few cases: two results, one of them an error, a reader, and what the call changes.
func randomVerdict(rng *rand.Rand) *Verdict {
	cases := 1 + rng.IntN(4)
	v := &Verdict{Texts: make([]bool, cases)}
	whole, view := &Form{Kind: Whole}, &Form{Kind: Target, Elem: &Form{Kind: View}}
	for _, c := range []*Check{
		{Observed: &Observed{Part: Result, Index: 0}, Form: whole},
		{Observed: &Observed{Part: Result, Index: 1}, How: Errors},
		{Observed: &Observed{Part: After, Index: 0}, Form: view},
		{Observed: &Observed{Part: After, Index: 1}, Form: whole},
		{Observed: &Observed{Part: Reader, Index: 2}, Form: whole, Level: Closed},
		{Observed: &Observed{Part: Reader, Index: 2}, Form: whole},
		{Observed: &Observed{Part: Reader, Index: 0}, Form: whole},
	} {
		if rng.IntN(4) == 0 {
			continue
		}
		c.Type = &input.Type{Kind: input.Int}
		c.Wants, c.Errors = make([]*value.Value, cases), make([]ErrorWant, cases)
		for i := range cases {
			if rng.IntN(4) > 0 {
				c.Wants[i], c.Errors[i].Kind = &value.Value{}, []ErrorKind{NoError, Says}[rng.IntN(2)]
			}
		}
		v.Checks = append(v.Checks, c)
		v.Silences = append(v.Silences, Silence{ID: ID{Part: c.Part, Index: c.Index}, Name: "x"})
	}
	return v
}

// TestSpare: results are always compared, readers are preferred to views, no case that makes a check makes none
// after it has spared checks, and of a value that no case compares nothing is said.
func TestSpare(t *testing.T) {
	ranks := map[ID]int{{Part: Reader}: 0, {Part: Reader, Index: 2}: 0, {Part: After, Index: 1}: 1, {Part: After}: 2}
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 5))
		v := randomVerdict(rng)
		before := make([][]*Check, len(v.Texts))
		spared := make([][]ID, len(v.Texts))
		for i := range v.Texts {
			before[i] = v.Only(i).Checks
			list, enough := v.Optional(i)
			if !slices.IsSortedFunc(list, func(a, b ID) int { return ranks[a] - ranks[b] }) {
				t.Fatalf("seed %d: %v", seed, list)
			}
			results := 0
			for _, c := range before[i] {
				if c.Part == Result && (c.How != Errors || c.Errors[0].Kind == Says) {
					results++
				}
				if is := slices.Contains(list, c.ID().Whole()); is != (c.Part != Result) {
					t.Fatalf("seed %d: %v optional: %v", seed, c.ID(), is)
				}
			}
			if enough != (results > 0) {
				t.Fatalf("seed %d: enough: %v", seed, enough)
			}
			for _, id := range list {
				if rng.IntN(2) == 0 {
					spared[i] = append(spared[i], id)
				}
			}
		}
		made := v.Made()
		v.Spare(spared)
		left, needed := 0, map[ID]bool{}
		for i := range v.Texts {
			after := v.Only(i).Checks
			left += len(after)
			if len(after) == 0 && len(before[i]) > 0 {
				t.Fatalf("seed %d: case %d makes no check", seed, i)
			}
			for _, c := range before[i] {
				is := slices.ContainsFunc(after, func(d *Check) bool { return d.ID() == c.ID() })
				if spares := slices.Contains(spared[i], c.ID().Whole()); is && spares && len(after) != len(before[i]) || !is && !spares {
					t.Fatalf("seed %d: case %d makes %v: %v, spared: %v", seed, i, c.ID(), is, spares)
				}
				needed[c.ID().Whole()] = needed[c.ID().Whole()] || is
			}
		}
		if left > v.Made() || v.Made() > made {
			t.Fatalf("seed %d: %d checks of %d, and %d of cases alone", seed, v.Made(), made, left)
		}
		for _, s := range v.Silences {
			if is, ok := needed[s.ID]; ok && !is {
				t.Fatalf("seed %d: %s of a value that no case compares", seed, fmt.Sprint(s))
			}
		}
	}
}
