package search_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/search"

	"pgregory.net/rapid"
)

func spaceOf(types ...*input.Type) *input.Space {
	sig := &input.Signature{}
	for _, t := range types {
		sig.Params = append(sig.Params, input.Field{Name: "p", Type: t})
	}
	return input.NewSpace(sig, input.Limits{})
}

var (
	tInt64  = &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}
	tUint8  = &input.Type{Kind: input.Uint, Bits: 8, Go: "uint8"}
	tFloat  = &input.Type{Kind: input.Float, Bits: 64, Go: "float64"}
	tBool   = &input.Type{Kind: input.Bool, Go: "bool"}
	tString = &input.Type{Kind: input.String, Go: "string"}
	tInts   = &input.Type{Kind: input.Slice, Go: "[]int64", Elem: tInt64}
	tPtr    = &input.Type{Kind: input.Pointer, Go: "*int64", Elem: tInt64}
	tMap    = &input.Type{Kind: input.Map, Go: "map[string]int64", Key: tString, Elem: tInt64}
)

func text(s string) input.Vector {
	v := input.Vector{uint64(len(s))}
	for i := range len(s) {
		v = append(v, uint64(s[i]))
	}
	return v
}

func TestShrink(t *testing.T) {
	neg := func(x int64) uint64 { return uint64(x) }
	f := math.Float64bits
	contains := func(x uint64) func(input.Vector) bool {
		return func(v input.Vector) bool { return slices.Contains(v[1:], x) }
	}
	tests := []struct {
		name  string
		space *input.Space
		from  input.Vector
		keep  func(input.Vector) bool
		want  input.Vector
	}{
		{"anything goes", spaceOf(tInt64, tBool, tString, tPtr), append(input.Vector{9, 1}, append(text("abc"), 1, 5)...),
			func(input.Vector) bool { return true }, input.Vector{0, 0, 0, 0}},
		{"nothing goes", spaceOf(tInt64), input.Vector{9}, func(input.Vector) bool { return false }, input.Vector{9}},
		{"a bound", spaceOf(tInt64), input.Vector{1 << 50}, func(v input.Vector) bool { return int64(v[0]) > 1000 }, input.Vector{1001}},
		{"a bound below", spaceOf(tInt64), input.Vector{neg(math.MinInt64)}, func(v input.Vector) bool { return int64(v[0]) < -77 }, input.Vector{neg(-78)}},
		{"the sign", spaceOf(tInt64), input.Vector{neg(-500)}, func(v input.Vector) bool { x := int64(v[0]); return x*x > 99 }, input.Vector{10}},
		{"one element of a slice", spaceOf(tInts), input.Vector{6, 1, 2, 77, 4, 5}, contains(77), input.Vector{2, 77}},
		{"a length", spaceOf(tInts), input.Vector{6, 1, 2, 3, 4, 5}, func(v input.Vector) bool { return v[0] >= 4 }, input.Vector{4, 0, 0, 0}},
		{"nil and empty differ", spaceOf(tInts), input.Vector{3, 1, 2}, func(v input.Vector) bool { return v[0] > 0 }, input.Vector{1}},
		{"characters", spaceOf(tString), text("#$x@%"), func(v input.Vector) bool { return v[0] >= 3 && contains('@')(v) }, text("a@a")},
		{"a float", spaceOf(tFloat), input.Vector{f(1234.56789)}, func(v input.Vector) bool { return math.Float64frombits(v[0]) > 3.5 }, input.Vector{f(10)}},
		{"decimals", spaceOf(tFloat), input.Vector{f(3.14159)}, func(v input.Vector) bool { x := math.Float64frombits(v[0]); return x > 3.11 && x < 4 }, input.Vector{f(3.14)}},
		{"a map", spaceOf(tMap), input.Vector{3, 1, 'a', 5, 1, 'b', 6}, func(v input.Vector) bool { return v[0] > 1 }, input.Vector{2, 0, 0}},
		{"a byte", spaceOf(tUint8), input.Vector{200}, func(v input.Vector) bool { return v[0]&0x80 != 0 }, input.Vector{128}},
		{"two at once", spaceOf(tInt64, tInt64), input.Vector{100, 50}, func(v input.Vector) bool { return int64(v[0]) > int64(v[1]) }, input.Vector{1, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, n := search.Shrink(tt.space, tt.from, 1000, tt.keep)
			if !slices.Equal(got, tt.want) {
				t.Errorf("%v became %v after %d, want %v", tt.from, got, n, tt.want)
			}
		})
	}
}

// TestShrinkLaws: what comes out is kept, legal and no longer; the bound is
// kept; nothing is asked twice running; and it comes out again the same way.
func TestShrinkLaws(t *testing.T) {
	s := spaceOf(tInts, tString, tInt64, tFloat, tMap)
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		from := s.Random(nil, rng)
		mod, limit := rapid.Uint64Range(1, 5).Draw(t, "mod"), rapid.Uint64Range(0, 300).Draw(t, "limit")
		keep := func(v input.Vector) bool { return search.Hash(v)%mod == 0 || slices.Equal(v, from) }
		asked := uint64(0)
		got, n := search.Shrink(s, from, limit, func(v input.Vector) bool {
			asked++
			if !s.Legal(v) {
				t.Fatalf("asked about %v", v)
			}
			return keep(v)
		})
		again, m := search.Shrink(s, from, limit, keep)
		switch {
		case !keep(got):
			t.Fatal("not kept")
		case len(got) > len(from):
			t.Fatal("longer")
		case n > limit || n != asked:
			t.Fatalf("said %d, asked %d, limit %d", n, asked, limit)
		case !slices.Equal(got, again) || n != m:
			t.Fatal("not the same again")
		}
	})
}
