package search_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

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
	tRune   = &input.Type{Kind: input.Int, Bits: 32, Go: "rune"}
	tIntss  = &input.Type{Kind: input.Slice, Go: "[][]int64", Elem: tInts}
	tArray  = &input.Type{Kind: input.Array, Len: 32, Go: "[32]byte", Elem: &input.Type{Kind: input.Uint, Bits: 8, Go: "byte"}}
	tFloat  = &input.Type{Kind: input.Float, Bits: 64, Go: "float64"}
	tBool   = &input.Type{Kind: input.Bool, Go: "bool"}
	tString = &input.Type{Kind: input.String, Go: "string"}
	tInts   = &input.Type{Kind: input.Slice, Go: "[]int64", Elem: tInt64}
	tStruct = &input.Type{Kind: input.Struct, Go: "xy", Fields: []input.Field{{Name: "x", Type: tInt64}, {Name: "y", Type: tBool}}}
	tPtr    = &input.Type{Kind: input.Pointer, Go: "*int64", Elem: tInt64}
	tAny    = &input.Type{Kind: input.Choice, Go: "any", Alts: []input.Alt{{Name: "nil"}, {Name: "string", Fields: []input.Field{{Name: "value", Type: tString}}}, {Name: "int", Fields: []input.Field{{Name: "value", Type: tInt}}}}}
	tInt    = &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
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
		{"a float", spaceOf(tFloat), input.Vector{f(1234.56789)}, func(v input.Vector) bool { return math.Float64frombits(v[0]) > 3.5 }, input.Vector{f(4)}},
		{"one decimal", spaceOf(tFloat), input.Vector{f(3.14159)}, func(v input.Vector) bool { x := math.Float64frombits(v[0]); return x > 3.11 && x < 4 }, input.Vector{f(3.2)}},
		{"a map", spaceOf(tMap), input.Vector{3, 1, 'a', 5, 1, 'b', 6}, func(v input.Vector) bool { return v[0] > 1 }, input.Vector{2, 0, 0}},
		{"a byte", spaceOf(tUint8), input.Vector{200}, func(v input.Vector) bool { return v[0]&0x80 != 0 }, input.Vector{128}},
		{"inputs again", spaceOf(tStruct, tInt64, tInt64), input.Vector{1, 1, 5, 1}, func(v input.Vector) bool {
			return int64(v[3]) > 0 && (v[0] == 0 && v[1] == 0 && v[2] == 0 || v[0] != 0 && v[1] != 0)
		}, input.Vector{0, 0, 0, 1}},
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

// TestShrinkTogether shrinks values that conditions relate, and asserts the number of
// evaluations.
func TestShrinkTogether(t *testing.T) {
	big := uint64(math.MaxInt64)
	neg := func(x int64) uint64 { return uint64(x) }
	f := math.Float64bits
	num := func(v input.Vector, i int) int64 { return int64(v[i]) }
	str := func(v input.Vector) string {
		b := make([]byte, v[0])
		for i := range b {
			b[i] = byte(v[1+i])
		}
		return string(b)
	}
	strs := func(v input.Vector) (a, b string) { return str(v), str(v[1+v[0]:]) }
	three := spaceOf(tInt64, tInt64, tInt64)
	two := spaceOf(tInt64, tInt64)
	long := "x9#kQ02/;zz~ab%%r7Lw=88)pQQ_m1"
	tests := []struct {
		name  string
		space *input.Space
		from  input.Vector
		keep  func(input.Vector) bool
		want  input.Vector
		asked uint64
	}{
		{"all equal", three, input.Vector{big, big, big},
			func(v input.Vector) bool { return v[0] == v[1] && v[1] == v[2] && num(v, 0) > 0 }, input.Vector{1, 1, 1}, 9},
		{"two equal", three, input.Vector{big, big, 7},
			func(v input.Vector) bool { return v[0] == v[1] && num(v, 0) > num(v, 2) && num(v, 2) > 3 }, input.Vector{5, 5, 4}, 45},
		{"a scalene triangle", three, input.Vector{139231827494801, 36185439960594, 103046387534208}, func(v input.Vector) bool {
			a, b, c := num(v, 0), num(v, 1), num(v, 2)
			return a > 0 && b > 0 && c > 0 && a < b+c && b < a+c && c < a+b && a != b && b != c && a != c
		}, input.Vector{4, 2, 3}, 17},
		{"a difference", two, input.Vector{1 << 40, 1<<40 - 5}, func(v input.Vector) bool { return num(v, 0) == num(v, 1)+5 && num(v, 1) > 0 }, input.Vector{6, 1}, 18},
		{"the last number", two, input.Vector{neg(math.MinInt64), 5}, func(v input.Vector) bool { return v[0] != 0 && -v[0] == v[0] }, input.Vector{1 << 63, 0}, 78},
		{"order with signs", three, input.Vector{neg(-1 << 40), 77, 1 << 50}, func(v input.Vector) bool { return num(v, 0) < 0 && num(v, 1) > 0 && num(v, 2) > num(v, 1) }, input.Vector{neg(-1), 1, 2}, 21},
		{"equal floats", spaceOf(tFloat, tFloat), input.Vector{f(1.7e308), f(1.7e308)}, func(v input.Vector) bool { return v[0] == v[1] && math.Float64frombits(v[0]) > 0.25 }, input.Vector{f(1), f(1)}, 6},
		{"a sorted slice", spaceOf(tInts), input.Vector{6, neg(-7 << 40), 12, 13000, 1 << 50, 1 << 60}, func(v input.Vector) bool {
			for i := 2; i < len(v); i++ {
				if num(v, i-1) >= num(v, i) {
					return false
				}
			}
			return len(v) > 3
		}, input.Vector{4, 0, 1, 2}, 16},
		{"a part of a string", spaceOf(tString), text(long), func(v input.Vector) bool { return strings.Contains(str(v), "ab") }, text("ab"), 14},
		{"two equal strings", spaceOf(tString, tString), slices.Concat(text(long), text(long)),
			func(v input.Vector) bool { a, b := strs(v); return a == b && len(a) > 2 }, slices.Concat(text("aaa"), text("aaa")), 34},
		{"a prefix", spaceOf(tString, tString), slices.Concat(text(long[:9]), text(long)),
			func(v input.Vector) bool {
				a, b := strs(v)
				return strings.HasPrefix(b, a) && len(a) > 1 && len(a) < len(b)
			}, slices.Concat(text("aa"), text("aaa")), 36},
		{"a suffix", spaceOf(tString, tString), slices.Concat(text(long[9:]), text(long)),
			func(v input.Vector) bool {
				a, b := strs(v)
				return strings.HasSuffix(b, a) && len(a) > 1 && len(a) < len(b)
			}, slices.Concat(text("aa"), text("aaa")), 37},
		{"a length", spaceOf(tInt64, tString), append(input.Vector{uint64(len(long))}, text(long)...), func(v input.Vector) bool { return v[0] == v[1] && v[0] > 2 }, append(input.Vector{3}, text("aaa")...), 38},
		{"a character and its number", spaceOf(tRune, tString), append(input.Vector{'~'}, text(long)...), func(v input.Vector) bool { return strings.ContainsRune(str(v[1:]), rune(v[0])) }, append(input.Vector{'a'}, text("a")...), 17},
		{"a byte of a rune", spaceOf(tRune, tString), append(input.Vector{neg(-719467432)}, text("X")...), func(v input.Vector) bool { return v[1] > 0 && byte(v[0]) == byte(v[2]) }, append(input.Vector{'a'}, text("a")...), 51},
		{"classes", spaceOf(tString), text("Zürich 8050"), func(v input.Vector) bool {
			return strings.ContainsFunc(str(v), unicode.IsDigit) && strings.ContainsFunc(str(v), unicode.IsUpper) && strings.ContainsAny(str(v), "~^ ")
		}, text("A 0"), 33},
		{"a list of lists", spaceOf(tIntss), input.Vector{4, 3, 1, 9, 3, 8, 7, 3, 5, 5}, func(v input.Vector) bool { return v[0] > 1 && slices.Contains(v, 7) }, input.Vector{2, 2, 7}, 16},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !tt.keep(tt.from) {
				t.Fatal("the start does not hold")
			}
			got, n := search.Shrink(tt.space, tt.from, 4000, tt.keep)
			if !slices.Equal(got, tt.want) || n != tt.asked {
				t.Errorf("%v became %v after %d, want %v after %d", tt.from, got, n, tt.want, tt.asked)
			}
		})
	}
}

// TestShrinkReceiver: a pointer receiver is nil only when it has to be.
func TestShrinkReceiver(t *testing.T) {
	s := input.NewSpace(&input.Signature{Recv: &input.Field{Name: "p", Type: tPtr}}, input.Limits{})
	any := func(input.Vector) bool { return true }
	for _, from := range []input.Vector{{0}, {1, 9}} {
		if got, _ := search.Shrink(s, from, 100, any); !slices.Equal(got, input.Vector{1, 0}) {
			t.Errorf("%v became %v", from, got)
		}
	}
	if got, _ := search.Shrink(s, input.Vector{0}, 100, func(v input.Vector) bool { return v[0] == 0 }); !slices.Equal(got, input.Vector{0}) {
		t.Errorf("nil became %v", got)
	}
}

// TestShrinkLaws asserts that every accepted vector is acceptable, legal and simpler than the one
// before, and that Shrink returns the last one. It asserts the limit on calls, that no vector is
// tried twice, and that a second call gives the same result.
func TestShrinkLaws(t *testing.T) {
	s := spaceOf(tArray, tInts, tString, tInt64, tFloat, tMap, tRune, tIntss, tString, tPtr, tUint8)
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		from := s.Random(nil, rng)
		mod, limit := rapid.Uint64Range(1, 5).Draw(t, "mod"), rapid.Uint64Range(0, 600).Draw(t, "limit")
		keep := func(v input.Vector) bool { return search.Hash(v)%mod == 0 }
		asked, last := map[uint64]bool{}, from
		got, n := search.Shrink(s, from, limit, func(v input.Vector) bool {
			switch {
			case !s.Canonical(v):
				t.Fatalf("asked about %v", v)
			case !s.Simpler(v, last):
				t.Fatalf("%v is not simpler than %v", v, last)
			case asked[search.Hash(v)]:
				t.Fatalf("asked again about %v", v)
			}
			asked[search.Hash(v)] = true
			if keep(v) {
				last = slices.Clone(v)
			}
			return keep(v)
		})
		again, m := search.Shrink(s, from, limit, keep)
		switch {
		case !slices.Equal(got, last):
			t.Fatalf("%v came out, %v was taken last", got, last)
		case n > limit || n != uint64(len(asked)):
			t.Fatalf("said %d, asked %d, limit %d", n, len(asked), limit)
		case !slices.Equal(got, again) || n != m:
			t.Fatal("not the same again")
		}
	})
}

// TestShrinkLarge asserts that a large list of texts and a large tree, of which only a little is
// needed, shrink in few evaluations, and with fewer words than by single deletions.
func TestShrinkLarge(t *testing.T) {
	node := &input.Type{Kind: input.Pointer, Go: "*node"}
	node.Elem = &input.Type{Kind: input.Struct, Go: "node", Fields: []input.Field{{Name: "n", Type: tInt64}, {Name: "s", Type: tString}}}
	for _, name := range []string{"a", "b", "c", "d"} {
		node.Elem.Fields = append(node.Elem.Fields, input.Field{Name: name, Type: node})
	}
	space := spaceOf(&input.Type{Kind: input.Slice, Elem: node, Go: "[]*node"})
	var build func(depth int) input.Vector
	build = func(depth int) input.Vector {
		if depth == 0 {
			return input.Vector{0}
		}
		v := append(input.Vector{1, uint64(depth)}, text("some text")...)
		for range 4 {
			v = append(v, build(depth-1)...)
		}
		return v
	}
	from := input.Vector{7}
	for range 6 {
		from = append(from, build(3)...)
	}
	from = space.Normalize(nil, from)
	words := 0
	best, asked := search.Shrink(space, from, 60, func(v input.Vector) bool {
		words += len(v)
		n := 0 // nodes of the first level
		for _, w := range space.Vars(nil, v) {
			if w.Role == input.RoleNil && w.Depth == 1 && v[w.Off] != 0 {
				n++
			}
		}
		return n == 6
	})
	if len(best) > 50 || asked > 35 || words > 15_000 {
		t.Errorf("%d words of %d after %d questions about %d words", len(best), len(from), asked, words)
	}
}
