package testgen

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func randomCases(rng *rand.Rand, cases, branches int) []Case {
	list := make([]Case, cases)
	for i := range list {
		for b := range branches {
			if rng.IntN(4) == 0 {
				list[i].Covers = append(list[i].Covers, Cover{Branch: fmt.Sprintf("a.go:%d:1/T", b)})
			}
		}
		list[i].Vector = []uint64{rng.Uint64() >> rng.IntN(64)}
		if rng.IntN(8) == 0 {
			list[i].Mutes = []Mute{{Why: "x"}}
		}
	}
	return list
}

func coverSet(cases []Case) map[string]bool {
	set := map[string]bool{}
	for i := range cases {
		for _, b := range cases[i].branches() {
			set[b] = true
		}
	}
	return set
}

// TestMinimizeLaws: the minimised cases cover the same branches, none of them
// is superfluous, and the answer is the same every time.
func TestMinimizeLaws(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		cases := randomCases(rng, rng.IntN(60), rng.IntN(80))
		got := Minimize(cases)
		if want := coverSet(cases); !reflect.DeepEqual(coverSet(got), want) {
			t.Fatalf("seed %d: coverage changed", seed)
		}
		for i := range got {
			rest := slices.Delete(slices.Clone(got), i, i+1)
			if len(coverSet(rest)) == len(coverSet(got)) {
				t.Fatalf("seed %d: case %d of %d is superfluous", seed, i, len(got))
			}
		}
		if again := Minimize(cases); !reflect.DeepEqual(again, got) {
			t.Fatalf("seed %d: not the same again", seed)
		}
	}
}

// TestMinimizeExact compares with the best of all subsets.
func TestMinimizeExact(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		cases := randomCases(rng, 1+rng.IntN(10), 1+rng.IntN(14))
		c := newCover(cases)
		want := cost{cases: len(cases) + 1}
		full := len(coverSet(cases))
		for m := range 1 << len(cases) {
			var pick []int
			var sub []Case
			for i := range cases {
				if m>>i&1 == 1 {
					pick, sub = append(pick, i), append(sub, cases[i])
				}
			}
			if len(coverSet(sub)) != full {
				continue
			}
			if k := c.cost(pick); k.less(want) {
				want = k
			}
		}
		got := newCover(Minimize(cases))
		all := make([]int, len(got.weight))
		for i := range all {
			all[i] = i
		}
		if k := got.cost(all); k != want {
			t.Fatalf("seed %d: cost %v, want %v", seed, k, want)
		}
	}
}

func TestMinimizePrefersSmall(t *testing.T) {
	cover := []Cover{{Branch: "a.go:1:1/T"}}
	cases := []Case{
		{Vector: []uint64{1 << 40}, Covers: cover},
		{Vector: []uint64{^uint64(0)}, Covers: cover},
		{Vector: []uint64{0}, Covers: cover, Mutes: []Mute{{}}},
		{Vector: []uint64{2}, Covers: cover},
		{Vector: []uint64{0}},
	}
	got := Minimize(cases)
	if len(got) != 1 || bits.Len64(-got[0].Vector[0]) != 1 {
		t.Errorf("got %v", got)
	}
	if got := Minimize(nil); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}
