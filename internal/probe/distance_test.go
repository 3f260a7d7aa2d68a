package probe

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

var rels = []Rel{EQ, NE, LT, LE, GT, GE}

func satisfied[T int64 | uint64 | float64 | string](r Rel, a, b T) bool {
	switch r {
	case EQ:
		return a == b
	case NE:
		return a != b
	case LT:
		return a < b
	case LE:
		return a <= b
	case GT:
		return a > b
	}
	return a >= b
}

// near draws pairs that are often equal or close.
func near[T any](t *rapid.T, gen *rapid.Generator[T], step func(T, int) T) (a, b T) {
	a = gen.Draw(t, "a")
	if rapid.Bool().Draw(t, "far") {
		return a, gen.Draw(t, "b")
	}
	return a, step(a, rapid.IntRange(-2, 2).Draw(t, "step"))
}

func checkLaws[T int64 | uint64 | float64 | string](t *rapid.T, r Rel, a, b T, dist func(Rel, T, T) uint64) {
	d := dist(r, a, b)
	if (d == 0) != satisfied(r, a, b) {
		t.Fatalf("%v %v %v: distance %d", a, r, b, d)
	}
	if m := dist(mirrored[r], b, a); m != d {
		t.Fatalf("%v %v %v: distance %d, mirrored %d", a, r, b, d, m)
	}
	if a == a && b == b && (d == 0) == (dist(r.Negate(), a, b) == 0) {
		t.Fatalf("%v %v %v and its negation agree", a, r, b)
	}
}

func TestDistanceLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(rels).Draw(t, "rel")
		i, j := near(t, rapid.Int64(), func(x int64, s int) int64 { return x + int64(s) })
		checkLaws(t, r, i, j, DistI)
		u, v := near(t, rapid.Uint64(), func(x uint64, s int) uint64 { return x + uint64(s) })
		checkLaws(t, r, u, v, DistU)
		special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64}
		floats := rapid.OneOf(rapid.Float64(), rapid.SampledFrom(special))
		f, g := near(t, floats, func(x float64, s int) float64 { return x + float64(s) })
		checkLaws(t, r, f, g, DistF)
		strs := rapid.StringMatching("[a-c]{0,4}")
		a, b := near(t, strs, func(x string, s int) string { return x[:min(len(x), s&1)] })
		checkLaws(t, r, a, b, DistS)
	})
}

// Moving the left operand towards the right one never increases the distance.
func TestDistanceMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom([]Rel{EQ, LT, LE, GT, GE}).Draw(t, "rel")
		b := rapid.Int64().Draw(t, "b")
		near := rapid.Int64().Draw(t, "near")
		far := near
		switch {
		case near > b:
			far = rapid.Int64Range(near, math.MaxInt64).Draw(t, "far")
		case near < b:
			far = rapid.Int64Range(math.MinInt64, near).Draw(t, "far")
		}
		if dn, df := DistI(r, near, b), DistI(r, far, b); dn > df && !satisfied(r, far, b) {
			t.Fatalf("%d %v %d is %d, from %d it is %d", near, r, b, dn, far, df)
		}
		y := rapid.Float64().Draw(t, "y")
		x := rapid.Float64().Draw(t, "x")
		z := x + (x-y)*rapid.Float64Range(0, 10).Draw(t, "beyond")
		if dn, df := DistF(r, x, y), DistF(r, z, y); dn > df && !satisfied(r, z, y) {
			t.Fatalf("%g %v %g is %d, from %g it is %d", x, r, y, dn, z, df)
		}
	})
}

func TestDistanceValues(t *testing.T) {
	for _, c := range []struct {
		name string
		got  uint64
		want uint64
	}{
		{"|x-0|+1 of figure 1", DistI(EQ, 7, 0), 8},
		{"negative", DistI(EQ, -7, 0), 8},
		{"n > 0 at 0", DistI(GT, 0, 0), 1},
		{"n >= 0 at -3", DistI(GE, -3, 0), 4},
		{"a <= b", DistI(LE, 5, 3), 3},
		{"a != b", DistI(NE, 5, 5), 1},
		{"widest", DistI(EQ, math.MinInt64, math.MaxInt64), math.MaxUint64},
		{"next to widest", DistI(EQ, math.MinInt64, math.MaxInt64-1), math.MaxUint64},
		{"unsigned", DistU(EQ, 3, 10), 8},
		{"unsigned order", DistU(LT, math.MaxUint64, 0), math.MaxUint64},
		{"strings", DistS(EQ, "abc", "abd"), 2},
		{"string lengths", DistS(EQ, "abc", "ab"), 257},
		{"string order", DistS(LT, "b", "a"), 2},
		{"prefix", DistS(LT, "abc", "a"), 3},
		{"not a number", DistF(LT, math.NaN(), 0), math.MaxUint64},
		{"complex", DistC(EQ, 3+4i, 0), DistF(EQ, 7, 0)},
		{"and", DistAnd(3, 4), 7},
		{"and saturates", DistAnd(math.MaxUint64, 2), math.MaxUint64},
		{"bool", DistBool(false), 1},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.got, c.want)
		}
	}
}

func TestPublished(t *testing.T) {
	for _, c := range []struct{ got, want float64 }{
		{PublishedI(8), 8},
		{PublishedF(DistF(EQ, 2.5, 0)), 3.5},
		{PublishedF(DistF(GT, 0, 0)), 1},
		{PublishedF(0), 0},
		{PublishedF(DistWorst), math.MaxFloat64},
		{PublishedF(DistF(EQ, math.Inf(1), 0)), math.MaxFloat64},
		{Normalize(1), 0.5},
		{Normalize(3), 0.75}, // figure 2: |12-10|+1 normalized
		{Normalize(math.MaxFloat64), 1},
		{NormalizePower(0), 0},
		{NormalizePower(1e9), 1},
	} {
		if c.got != c.want {
			t.Errorf("%g, want %g", c.got, c.want)
		}
	}
}

// The exact word and the published float order distances alike.
func TestPublishedKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Uint64().Draw(t, "a"), rapid.Uint64().Draw(t, "b")
		if a > b {
			a, b = b, a
		}
		if PublishedI(a) > PublishedI(b) || PublishedF(a) > PublishedF(b) {
			t.Fatalf("%d <= %d, but not when published", a, b)
		}
		for _, n := range []Norm{NormRatio, NormPower, NormRaw} {
			x, y := n.Of(PublishedI(a)), n.Of(PublishedI(b))
			if x > y || x < 0 || n != NormRaw && y > 1 || (a != 0) != (x != 0) {
				t.Fatalf("%v: %d → %g, %d → %g", n, a, x, b, y)
			}
		}
	})
}

func TestNormalizePowerAgainstMath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.OneOf(rapid.Float64Range(1, 50000), rapid.Map(rapid.IntRange(1, 50000), func(i int) float64 { return float64(i) })).Draw(t, "d")
		want := 1 - math.Pow(1.001, -d)
		if got := NormalizePower(d); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%g: %g, want %g", d, got, want)
		}
	})
}

func TestDistanceAllocs(t *testing.T) {
	a, b := "near", "nearer"
	var sum uint64
	if n := testing.AllocsPerRun(100, func() { sum += DistS(EQ, a, b) + DistF(LT, 3, 2) + DistI(EQ, 3, 2) }); n != 0 {
		t.Fatalf("%v allocations", n)
	}
}

// mirrored holds the relations between swapped operands.
var mirrored = [...]Rel{EQ: EQ, NE: NE, LT: GT, LE: GE, GT: LT, GE: LE}
