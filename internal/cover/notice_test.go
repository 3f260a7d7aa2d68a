package cover

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
)

var noticeSig = &input.Signature{Params: []input.Field{
	{Name: "a", Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int"}},
	{Name: "b", Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int"}},
	{Name: "s", Type: &input.Type{Kind: input.String, Go: "string"}},
}, Results: []input.Field{{Name: "r", Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int"}}}}

// TestSimplestKilling: the chosen cases kill every mutant that some case kills; none is superfluous; and each of them is the
// simplest that kills some mutant.
func TestSimplestKilling(t *testing.T) {
	f := &function{domain: domain{sig: noticeSig}}
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var cases []*testCase
		for i := range 1 + rng.IntN(12) {
			cases = append(cases, &testCase{fn: f, vector: input.Vector{uint64(i), 0, 0}})
		}
		rng.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
		kills := map[int][]int{}
		for m := range rng.IntN(10) {
			for id := range cases {
				if rng.IntN(3) == 0 {
					kills[m] = append(kills[m], id)
				}
			}
		}
		chosen := simplestKilling(kills, cases)
		in := func(without *testCase) (killed []int) {
			for m, ids := range kills {
				if slices.ContainsFunc(ids, func(id int) bool { return cases[id] != without && slices.Contains(chosen, cases[id]) }) {
					killed = append(killed, m)
				}
			}
			return killed
		}
		if got := in(nil); len(got) != len(kills) {
			t.Errorf("seed %d: %v of %v killed", seed, got, slices.Collect(maps.Keys(kills)))
		}
		for _, c := range chosen {
			if len(in(c)) == len(kills) {
				t.Errorf("seed %d: case %v is superfluous", seed, c.vector)
			}
			if !slices.ContainsFunc(slices.Collect(maps.Values(kills)), func(ids []int) bool {
				return slices.ContainsFunc(ids, func(id int) bool { return cases[id] == c }) && !slices.ContainsFunc(ids, func(id int) bool { return cases[id].vector[0] < c.vector[0] })
			}) {
				t.Errorf("seed %d: case %v is nowhere the simplest", seed, c.vector)
			}
		}
	}
}

// TestBeside: inputs beside others are canonical, most are plain, and some have equal values.
func TestBeside(t *testing.T) {
	space := input.NewSpace(noticeSig, input.Limits{})
	rng := rand.New(rand.NewPCG(3, 4))
	base := &testCase{vector: space.Normalize(nil, input.Vector{1 << 40, 7, 2, 0xff, 0xfe})}
	equal, plain := 0, 0
	list := beside(space, []*testCase{base}, nil, rng)
	for _, vec := range list {
		if !space.Canonical(vec) {
			t.Fatalf("%v is not canonical", vec)
		}
		if vec[0] == vec[1] {
			equal++
		}
		if vec[0] < 4 && vec[1] < 4 {
			plain++
		}
	}
	if len(list) != proposed || equal < proposed/8 || plain < proposed/2 {
		t.Errorf("%d inputs, %d with equal numbers, %d plain", len(list), equal, plain)
	}
}
