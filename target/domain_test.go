package target_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"nearmiss/dse"
	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/target"
)

// bounded returns a space with domains for each kind of number.
func bounded() *input.Space {
	kind := func(k input.Kind, bits int, lo, hi uint64) *input.Type {
		return &input.Type{Kind: k, Bits: bits, Go: k.String(), Domain: &input.Domain{Lo: lo, Hi: hi}}
	}
	n, c := kind(input.Int, 64, ^uint64(99), ^uint64(10)), kind(input.Uint, 8, 50, 60)
	return input.NewSpace(&input.Signature{Name: "F", Params: []input.Field{
		{Name: "n", Type: n}, {Name: "m", Type: n}, {Name: "x", Type: kind(input.Float, 64, 0x3ff0000000000000, 0x4000000000000000)},
		{Name: "s", Type: kind(input.String, 0, 'p', 'r')},
		{Name: "list", Type: &input.Type{Kind: input.Slice, Go: "[]int", Elem: n}},
		{Name: "words", Type: &input.Type{Kind: input.Map, Go: "map", Key: c, Elem: n}},
	}}, input.Limits{Len: 6})
}

// TestSearchesStay: no search leaves a domain, nor does shrinking.
func TestSearchesStay(t *testing.T) {
	s := bounded()
	for _, algo := range search.Names() {
		ran := 0
		var last input.Vector
		p := &search.Problem{Space: s, Rand: rand.New(rand.NewPCG(1, 2)), Seed: 1, Evaluations: 3000, Lexicographic: true}
		p.Evaluate = func(_ context.Context, list []input.Vector) ([]search.Fitness, error) {
			row := make([]search.Fitness, len(list))
			for i, v := range list {
				if !s.Canonical(v) {
					t.Fatalf("%s runs %v", algo, v)
				}
				ran++
				sum := 0.0
				for _, w := range v {
					sum += float64(w % 97)
				}
				row[i] = search.Fitness{Value: 1 + sum/float64(len(v)+1)}
			}
			last = append(input.Vector{}, list[len(list)-1]...)
			return row, nil
		}
		if _, err := search.Lookup(algo)(t.Context(), p); err != nil || ran < 1000 {
			t.Errorf("%s: %d inputs, %v", algo, ran, err)
		}
		v, _ := search.Shrink(s, last, 1000, func(v input.Vector) bool {
			if !s.Canonical(v) {
				t.Fatalf("shrinking runs %v", v)
			}
			return len(v)%3 == len(last)%3
		})
		if !s.Canonical(v) {
			t.Errorf("%v is what shrinking leaves", v)
		}
	}
}

// TestDomains: all inputs of searches, of dynamic symbolic execution and of strategies over paths
// and inputs are in the domains; branches that need inputs outside stay uncovered.
func TestDomains(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a worker")
	}
	dir := module(t)
	f, err := target.Open(t.Context(), "m.Sum", target.Options{Dir: dir, Domains: map[string]string{"a": "69000..71000", "Sum.b": "-10..69000"}})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	legal := func(what string, v input.Vector) {
		if a, b := int32(v[0]), int32(v[1]); a < 69000 || a > 71000 || b < -10 || b > 69000 {
			t.Errorf("%s: Sum(%d, %d)", what, a, b)
		}
	}
	never, err := f.Branch("m.go:5:10/T") // a > 70000
	if err != nil {
		t.Fatal(err)
	}
	if r, err := f.Search(t.Context(), never, "avm", "symbolic", 1, 5000); err != nil || r.Hit() != nil {
		t.Errorf("%v, %v", r, err)
	}
	p, err := f.DSE(t.Context(), dse.FunctionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	found, err := dse.Search(t.Context(), p, dse.Auto, rand.New(rand.NewPCG(1, 0)), dse.Options{
		Starts: []input.Vector{p.Zero()}, OnRun: func(r *dse.Run) bool { legal("dse", r.Path.Input); return true },
	})
	if err != nil || !found.Complete || found.Runs < 2 || found.Covered[never] != nil {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := p.Run(t.Context(), input.Vector{1, 2}, nil); err == nil {
		t.Error("an input outside of the domains is run")
	}
	g, done, err := f.ESE(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	for _, n := range ese.Strategies() {
		r, err := ese.Search(t.Context(), g, n.Strategy, rand.New(rand.NewPCG(1, 0)), ese.Options{Budget: ese.Budget{Explorations: 50, Evaluations: 200}})
		if err != nil || r.Best == nil {
			t.Errorf("%s: %v, %v", n.Name, r, err)
			continue
		}
		legal(n.Name, r.Best.Input)
	}
	if _, err := target.Open(t.Context(), "m.Sum", target.Options{Dir: dir, Domains: map[string]string{"c": "0..1"}}); err == nil || !strings.Contains(err.Error(), "c=0..1: no parameter is called c; with numbers there are a, b") {
		t.Error(err)
	}
}
