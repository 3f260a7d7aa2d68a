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

// TestDiversify: each value becomes one of its own, as far as the function depends on it and takes it.
func TestDiversify(t *testing.T) {
	neg := func(x int64) uint64 { return uint64(x) }
	duration := &input.Type{Kind: input.Int, Bits: 64, Go: "time.Duration"}
	sum := func(v input.Vector) (n uint64) {
		for _, w := range v {
			n += w
		}
		return n
	}
	all := func(input.Vector) bool { return true }
	for _, c := range []struct {
		name  string
		space *input.Space
		from  input.Vector
		takes func(input.Vector) bool
		of    func(input.Vector) uint64 // the result of the function
		want  input.Vector
	}{
		{"a sum", spaceOf(tInt64, tInt64), input.Vector{0, 0}, all, sum, input.Vector{2, 3}},
		{"what does not matter stays", spaceOf(tInt64, tInt64), input.Vector{0, 0}, all, func(v input.Vector) uint64 { return v[1] }, input.Vector{0, 2}},
		{"nothing to do", spaceOf(tInt64, tString), append(input.Vector{5}, text("b")...), all, sum, append(input.Vector{5}, text("b")...)},
		{"not positive", spaceOf(tInt64), input.Vector{0}, func(v input.Vector) bool { return int64(v[0]) <= 0 }, sum, input.Vector{neg(-2)}},
		{"an index", spaceOf(tInt64), input.Vector{0}, func(v input.Vector) bool { return v[0] < 2 }, sum, input.Vector{1}},
		{"equal keys", spaceOf(tString, tString), input.Vector{0, 0}, func(v input.Vector) bool { return slices.Equal(v[:len(v)/2], v[len(v)/2:]) }, sum, append(text("a"), text("a")...)},
		{"equal keys beside a list", spaceOf(tString, tInts, tString), input.Vector{0, 0, 0}, func(v input.Vector) bool { return v[0] == 1 && len(v) == 5 && v[1] == v[4] && v[2] == 0 }, sum, input.Vector{1, 'a', 0, 1, 'a'}},
		{"a key and a value", spaceOf(tInt64, tInt64, tInt64), input.Vector{1, 1, 1}, func(v input.Vector) bool { return v[0] == v[2] }, sum, input.Vector{3, 2, 3}},
		{"text with digits", spaceOf(tString), text("0.0-aAa"), func(v input.Vector) bool { return len(v) == 8 && v[2] == '.' }, func(v input.Vector) uint64 { return search.Hash(v) }, text("1.2-aAb")},
		{"a float", spaceOf(tFloat), input.Vector{0}, all, sum, input.Vector{math.Float64bits(2.5)}},
		{"durations, for which calls may wait", spaceOf(duration, duration), input.Vector{0, 0}, all, sum, input.Vector{0, 0}},
		{"true", spaceOf(tBool, tBool), input.Vector{0, 1}, all, sum, input.Vector{1, 1}},
		{"an element", spaceOf(tInts, tStruct), input.Vector{0, 2, 1}, all, sum, input.Vector{2, 3, 2, 1}},
		{"an entry", spaceOf(tMap), input.Vector{1}, all, sum, append(append(input.Vector{2}, text("a")...), 2)},
		{"nil in an interface", spaceOf(tInt64, tAny), input.Vector{2, 0}, all, sum, input.Vector{2, 2, 3}},
		{"nil that only a text takes the place of", spaceOf(tAny), input.Vector{0}, func(v input.Vector) bool { return v[0] != 2 }, sum, append(input.Vector{1}, text("a")...)},
		{"a pointer", spaceOf(tPtr), input.Vector{0}, all, sum, input.Vector{1, 2}},
	} {
		last := c.of(c.from)
		got, n := search.Diversify(c.space, c.from, 100, func(v input.Vector) bool {
			ok := c.takes(v) && c.of(v) != last
			if ok {
				last = c.of(v)
			}
			return ok
		})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %d became %d after %d, want %d", c.name, c.from, got, n, c.want)
		}
	}
}

// TestDiversifyLaws: each proposal is legal, the limit holds, the last accepted input is returned, and the same
// questions have the same answer.
func TestDiversifyLaws(t *testing.T) {
	s := spaceOf(tArray, tInts, tString, tInt64, tFloat, tMap, tRune, tIntss, tString, tPtr, tUint8)
	rapid.Check(t, func(t *rapid.T) {
		from := s.Random(nil, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)))
		if rapid.Bool().Draw(t, "zero") {
			from = s.Zero()
		}
		mod, limit := rapid.Uint64Range(1, 5).Draw(t, "mod"), rapid.Uint64Range(0, 300).Draw(t, "limit")
		last, asked := from, uint64(0)
		seen := map[uint64]bool{search.Hash(from): true}
		keep := func(v input.Vector) bool {
			if asked++; !s.Canonical(v) || seen[search.Hash(v)] {
				t.Fatalf("asked about %v after %v", v, last)
			}
			seen[search.Hash(v)] = true
			if search.Hash(v)%mod == 0 {
				last = slices.Clone(v)
				return true
			}
			return false
		}
		got, n := search.Diversify(s, from, limit, keep)
		if !slices.Equal(got, last) || n != asked || n > limit {
			t.Fatalf("%v came out, %v was taken last; said %d, asked %d, limit %d", got, last, n, asked, limit)
		}
		last, asked, seen = from, 0, map[uint64]bool{search.Hash(from): true}
		if again, m := search.Diversify(s, from, limit, keep); !slices.Equal(got, again) || n != m {
			t.Fatal("not the same again")
		}
	})
}
