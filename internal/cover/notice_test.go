package cover

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/versions"
	"nearmiss/internal/worker"
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
	base := space.Normalize(nil, input.Vector{1 << 40, 7, 2, 0xff, 0xfe})
	equal, plain := 0, 0
	list := beside(space, []input.Vector{base}, nil, 1000, rng)
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
	if n := len(list); n != 1000 || equal < n/8 || plain < n/2 {
		t.Errorf("%d inputs, %d with equal numbers, %d plain", len(list), equal, plain)
	}
}

// TestBreedsOn: the next generation lies also beside the input that comes to a mutant and tells most: more than nothing, an error or a
// panic. A mutant that is told apart has no such input.
func TestBreedsOn(t *testing.T) {
	sig := *noticeSig
	sig.Results = append(slices.Clone(sig.Results), input.Field{Name: "err", Type: &input.Type{Kind: input.Error, Go: "error"}})
	f := &function{domain: domain{sig: &sig}}
	b := &breeder{f: f, space: input.NewSpace(&sig, input.Limits{}), rng: rand.New(rand.NewPCG(1, 2)), wanted: []int{7, 8}, best: map[int]input.Vector{}, most: map[int]int{}}
	run := func(a uint64, outcome worker.Outcome, out ...uint64) versions.Run {
		return versions.Run{Vector: input.Vector{a, 0, 0}, Reached: []int{7}, Measured: worker.Measured{Outcome: outcome, Out: out}}
	}
	failing, empty, panicking, telling := run(1, worker.Returned, 5, input.ErrorSays, 1, 'e'), run(2, worker.Returned, 0, input.ErrorNil), run(3, worker.Panicked), run(4, worker.Returned, 5, input.ErrorNil)
	if !b.improve([]versions.Run{failing, empty, panicking}) || len(b.best) > 0 {
		t.Errorf("best %v", b.best)
	}
	if b.improve([]versions.Run{failing, telling, empty}); !slices.Equal(b.best[7], telling.Vector) {
		t.Errorf("best %v", b.best)
	}
	if got := b.bases(); len(got) != 1 || !slices.Equal(got[0], telling.Vector) {
		t.Errorf("bases %v", got)
	}
	if b.wanted = []int{8}; len(b.bases()) > 0 || b.improve([]versions.Run{telling}) {
		t.Errorf("bases %v", b.bases())
	}
}

// TestOfWritten: a mutant counts as noticed if a case that is written notices it, or no case is known to.
func TestOfWritten(t *testing.T) {
	f := &function{domain: domain{sig: noticeSig}}
	written, tried := &testCase{fn: f, vector: input.Vector{1, 1, 0}}, &testCase{fn: f, vector: input.Vector{2, 2, 0}}
	u := &unit{}
	u.made.cases = []*testCase{written}
	x := &trials{cases: []*testCase{written, tried}, list: []testcheck.Trial{
		{Fate: testcheck.Noticed, Kills: []testcheck.Kill{{Case: 0}, {Case: 1}}},
		{Fate: testcheck.Noticed, Kills: []testcheck.Kill{{Case: 1}}},
		{Fate: testcheck.Noticed},
		{Fate: testcheck.Unreached},
	}}
	var fates []testcheck.Fate
	for _, y := range x.ofWritten(u).list {
		fates = append(fates, y.Fate)
	}
	if want := []testcheck.Fate{testcheck.Noticed, testcheck.Lives, testcheck.Noticed, testcheck.Unreached}; !slices.Equal(fates, want) {
		t.Errorf("fates %v, want %v", fates, want)
	}
	if x.list[1].Fate != testcheck.Noticed {
		t.Error("the trials have changed")
	}
}
