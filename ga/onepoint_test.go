package ga

import (
	"slices"
	"testing"

	"nearmiss/input"
)

// TestOnePoint asserts that children are a beginning and an end of their parents, and that each cut comes.
func TestOnePoint(t *testing.T) {
	s := space(tInt32, tInt32, tInt32, tInt32)
	o := OnePoint{Changing{NewBreeder(s)}}
	v, w := input.Vector{1, 2, 3, 4}, input.Vector{11, 12, 13, 14}
	cuts := map[uint64]int{}
	rng := generator(1)
	for range 300 {
		a, b := o.Crossover(v, w, rng)
		cut := slices.IndexFunc(a, func(x uint64) bool { return x > 10 })
		if cut < 1 || !slices.Equal(a, slices.Concat(v[:cut], w[cut:])) || !slices.Equal(b, slices.Concat(w[:cut], v[cut:])) {
			t.Fatalf("%v and %v", a, b)
		}
		cuts[uint64(cut)]++
	}
	if len(cuts) != 3 || cuts[1] < 60 || cuts[2] < 60 || cuts[3] < 60 {
		t.Errorf("cuts %v", cuts)
	}
	if v[0] != 1 || w[3] != 14 {
		t.Errorf("the parents are now %v and %v", v, w)
	}
	varying := space(tInts, tInt32)
	o = OnePoint{Changing{NewBreeder(varying)}}
	for range 100 {
		a, b := o.Crossover(varying.Random(nil, rng), varying.Random(nil, rng), rng)
		if !varying.Canonical(a) || !varying.Canonical(b) {
			t.Fatalf("%v and %v", a, b)
		}
	}
}

// TestChanging asserts that each mutation changes something, unlike those of Breeder.
func TestChanging(t *testing.T) {
	s := space(tInt32, tInt32, tInt32)
	same, rng := 0, generator(1)
	for range 1000 {
		v := s.Random(nil, rng)
		if child := (Changing{NewBreeder(s)}).Mutate(v, 0.1, rng); slices.Equal(child, v) || !s.Canonical(child) {
			t.Fatalf("%v of %v", child, v)
		}
		if slices.Equal(NewBreeder(s).Mutate(v, 0.1, rng), v) {
			same++
		}
	}
	if same < 300 {
		t.Errorf("a Breeder changes nothing in %d of 1000 cases", same)
	}
	one := space(&input.Type{Kind: input.Int, Bits: 64, Go: "int64", Domain: &input.Domain{Lo: 0, Hi: 0}})
	if v := one.Zero(); !slices.Equal(Changing{NewBreeder(one)}.Mutate(v, 0.1, rng), v) {
		t.Error("a domain of one number has another")
	}
}
