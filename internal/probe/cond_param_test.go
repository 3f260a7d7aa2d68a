package probe

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestParamProbes asserts for all type arguments that the probe computes its relation, and for
// predeclared types that its distance is the one of the probe for the type's class.
func TestParamProbes(t *testing.T) {
	begin(t, 1, &Target{Branch: NoBranch, Nodes: []Node{{Cond: 0, Away: AwayFalse | AwayTrue}}})
	End()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n, m := int64(rng.Uint64())>>rng.IntN(64), int64(rng.Uint64())>>rng.IntN(64)
		checkParam(t, n, m)
		checkParam(t, int(n), int(m))
		checkParam(t, int8(n), int8(m))
		checkParam(t, int16(n), int16(m))
		checkParam(t, int32(n), int32(m))
		checkParam(t, uint(n), uint(m))
		checkParam(t, uint8(n), uint8(m))
		checkParam(t, uint16(n), uint16(m))
		checkParam(t, uint32(n), uint32(m))
		checkParam(t, uint64(n), uint64(m))
		checkParam(t, uintptr(n), uintptr(m))
		checkParam(t, float64(n), float64(m)/3)
		checkParam(t, float32(n), float32(m)/3)
		checkParam(t, string(rune(n&0x7f)), string(rune(m&0xff)))
		checkParam(t, celsius(n), celsius(m))
	}
	checkParam(t, math.NaN(), math.NaN())
	checkParam(t, math.Inf(1), math.NaN())
	checkParam(t, 7, 7)
}

type celsius int // no predeclared type: flat

func checkParam[T Ordered](t *testing.T, a, b T) {
	t.Helper()
	for _, p := range []struct {
		rel  Rel
		want bool
		run  func(Branch, T, T) bool
	}{
		{EQ, a == b, EqT[T]}, {NE, a != b, NeT[T]}, {LT, a < b, LtT[T]},
		{LE, a <= b, LeT[T]}, {GT, a > b, GtT[T]}, {GE, a >= b, GeT[T]},
	} {
		missed := p.rel
		if p.want {
			missed = missed.Negate()
		}
		Begin()
		got := p.run(0, a, b)
		End()
		if got != p.want {
			t.Fatalf("%v %v %v of %T is %t", a, p.rel, b, a, got)
		}
		if r, want := Outcome(), distanceOf(missed, a, b); !r.Diverged || r.Exact != want {
			t.Errorf("%v %v %v of %T: recorded %+v, want distance %d", a, p.rel, b, a, *r, want)
		}
		ArmAll()
	}
}

func distanceOf[T Ordered](r Rel, a, b T) uint64 {
	v, w := reflect.ValueOf(a), reflect.ValueOf(b)
	switch {
	case v.Type().PkgPath() != "":
	case v.CanInt():
		return DistI(r, v.Int(), w.Int())
	case v.CanUint():
		return DistU(r, v.Uint(), w.Uint())
	case v.CanFloat():
		return DistF(r, v.Float(), w.Float())
	case v.Kind() == reflect.String:
		return DistS(r, v.String(), w.String())
	}
	return 1
}
