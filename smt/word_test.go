package smt

import (
	"math"
	"math/rand/v2"
	"testing"

	"nearmiss/term"
)

var sorts = []term.Sort{term.Signed(8), term.Signed(32), term.Signed(64), term.Unsigned(8), term.Unsigned(64), term.Floating(32), term.Floating(64)}

func word(r *rand.Rand, s term.Sort) uint64 {
	v := r.Uint64() >> r.IntN(64)
	if s.Kind != term.Float {
		return s.Wrap(v)
	}
	f := []float64{float64(v), -float64(v), 1 / float64(v+1), 0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.Float64frombits(r.Uint64())}[r.IntN(8)]
	if s.Bits == 32 {
		f = float64(float32(f))
	}
	if f != f {
		f = 1
	}
	return math.Float64bits(f)
}

func less(s term.Sort, x, y uint64) bool {
	switch s.Kind {
	case term.Int:
		return int64(x) < int64(y)
	case term.Uint:
		return x < y
	}
	return math.Float64frombits(x) < math.Float64frombits(y)
}

// TestRanks checks that ranks follow the order of words and can be inverted.
func TestRanks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range sorts {
		for range 2000 {
			x, y := word(r, s), word(r, s)
			i, top := rankOf(s, x)
			j, _ := rankOf(s, y)
			if less(s, x, y) && i >= j || i > top {
				t.Fatalf("%v: %x ranks %d, %x ranks %d of %d", s, x, i, y, j, top)
			}
			if back := wordOfRank(s, i); back != x && !(s.Kind == term.Float && math.Float64frombits(x) == 0) {
				t.Fatalf("%v: %x ranks %d, which is %x", s, x, i, back)
			}
			if up := moveBy(s, x, 1, true); i < top && !less(s, x, up) || i == top && up != x {
				t.Fatalf("%v: up from %x is %x", s, x, up)
			}
			if down := moveBy(s, x, math.MaxUint64, false); down != wordOfRank(s, 0) {
				t.Fatalf("%v: far down from %x is %x", s, x, down)
			}
		}
	}
}

// TestInverses checks the inverses: for every value if the operator loses nothing, else for
// every value that the operator can have.
func TestInverses(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tried := 0
	for _, s := range sorts[:5] {
		b := term.NewBuilder()
		slots := [2]*term.Term{b.Slot(0, s, false), b.Slot(1, s, false)}
		for op := term.Add; op <= term.Shr; op++ {
			for range 300 {
				i := r.IntN(2)
				x := b.Binary(op, slots[0], slots[1])
				values := [2]uint64{word(r, s), word(r, s)}
				if op == term.Shl || op == term.Shr {
					values[1] = uint64(r.IntN(int(s.Bits)))
				}
				e := term.NewWordEvaluator(func(slot int) uint64 { return values[slot] })
				w, ok := e.Bits(x) // a possible value of the operator
				if !ok {
					continue
				}
				y := values[1-i]
				now := word(r, s)
				v, ok := inverseBinary(x, i, w, y, now)
				if !ok {
					continue
				}
				tried++
				values[i] = v
				e.Reset()
				got, ok := e.Bits(x)
				if exact := op != term.Div && op != term.Rem && !(op == term.Mul); exact && (!ok || got != w) {
					t.Fatalf("%v with operand %d = %d beside %d is %d, want %d", x, i, int64(v), int64(y), int64(got), int64(w))
				}
				if op == term.Mul && y&1 == 1 && got != w {
					t.Fatalf("%v with operand %d = %d beside %d is %d, want %d", x, i, int64(v), int64(y), int64(got), int64(w))
				}
			}
		}
	}
	if tried < 10_000 {
		t.Errorf("%d inverses", tried)
	}
}
