package interval

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func toBig(a Number) *big.Int {
	x := new(big.Int).Lsh(big.NewInt(a.hi), 64)
	return x.Add(x, new(big.Int).SetUint64(a.lo))
}

func draw(t *rapid.T, name string) Number {
	v := rapid.Uint64().Draw(t, name)
	a := NumberOf(v, rapid.Bool().Draw(t, "signed"))
	if rapid.Bool().Draw(t, "big") {
		a.hi += rapid.Int64Range(-1<<40, 1<<40).Draw(t, "hi")
	}
	return a
}

// within returns x, saturated at the bounds of Number.
func within(x *big.Int) *big.Int {
	switch {
	case x.Cmp(toBig(Max)) > 0:
		return toBig(Max)
	case x.Cmp(toBig(Min)) < 0:
		return toBig(Min)
	}
	return x
}

func TestLikeBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t, "a"), draw(t, "b")
		x, y := toBig(a), toBig(b)
		same := func(op string, got Number, want *big.Int) {
			if toBig(got).Cmp(want) != 0 {
				t.Fatalf("%v %s %v = %v, want %v", x, op, y, toBig(got), want)
			}
		}
		same("+", a.Add(b), new(big.Int).Add(x, y))
		same("-", a.Sub(b), new(big.Int).Sub(x, y))
		same("neg", a.Neg(), new(big.Int).Neg(x))
		same("half", a.Half(), new(big.Int).Rsh(x, 1))
		same("*", a.Mul(b), within(new(big.Int).Mul(x, y)))
		if y.Sign() != 0 {
			same("/", a.Quo(b), new(big.Int).Quo(x, y))
		}
		n := uint(rapid.IntRange(0, 130).Draw(t, "n"))
		same("<<", a.Shl(n), within(new(big.Int).Lsh(x, n)))
		same(">>", a.Shr(n), new(big.Int).Rsh(x, n))
		if a.Len() != x.BitLen() {
			t.Fatalf("%v has %d bits", x, a.Len())
		}
		if a.Cmp(b) != x.Cmp(y) || a.Less(b) != (x.Cmp(y) < 0) || a.Sign() != x.Sign() {
			t.Fatalf("order of %v and %v", x, y)
		}
		if a.String() != x.String() {
			t.Fatalf("%v is written %s", x, a)
		}
	})
}
