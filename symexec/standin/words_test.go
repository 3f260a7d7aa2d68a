package standin

import (
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// number is the value of words, the lowest first, with one above them.
func number(words []uint, above uint) *big.Int {
	n := make([]big.Word, 0, len(words)+1)
	for _, w := range words {
		n = append(n, big.Word(w))
	}
	return new(big.Int).SetBits(append(n, big.Word(above)))
}

// TestWords: each function is what package math/big makes of the numbers, in
// place too.
func TestWords(t *testing.T) {
	word := rapid.OneOf(rapid.Uint(), rapid.SampledFrom([]uint{0, 1, ^uint(0), 1 << (bits.UintSize - 1)}))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "words")
		list := rapid.SliceOfN(word, n, n)
		x, y, m, a := list.Draw(t, "x"), list.Draw(t, "y"), word.Draw(t, "m"), word.Draw(t, "a")
		s := rapid.UintRange(1, bits.UintSize-1).Draw(t, "s")
		nx, ny, nm, na := number(x, 0), number(y, 0), number([]uint{m}, 0), number([]uint{a}, 0)
		whole := new(big.Int).Lsh(big.NewInt(1), uint(n)*bits.UintSize)
		b := func() *big.Int { return new(big.Int) }
		check := func(name string, z []uint, c uint, want *big.Int) {
			if got := number(z, c); got.Cmp(want) != 0 {
				t.Errorf("%s of %x, %x, %x, %x, %d is %x, want %x", name, x, y, m, a, s, got, want)
			}
		}
		z := make([]uint, n)
		check("AddWords", z, AddWords(z, x, y), b().Add(nx, ny))
		check("ShiftUp", z, ShiftUp(z, x, s), b().Lsh(nx, s))
		check("MulAddWord", z, MulAddWord(z, x, m, a), b().Add(b().Mul(nx, nm), na))
		check("AddMulWord", z, AddMulWord(z, x, y, m, a), b().Add(b().Add(nx, b().Mul(ny, nm)), na))
		c := SubWords(z, x, y)
		check("SubWords", z, 0, b().Add(b().Sub(nx, ny), b().Mul(whole, big.NewInt(int64(c)))))
		low := ShiftDown(z, x, s)
		check("ShiftDown", z, 0, b().Rsh(nx, s))
		if low != x[0]<<(bits.UintSize-s) {
			t.Errorf("ShiftDown(%x, %d) loses %x", x, s, low)
		}
		in := slices.Clone(x)
		check("ShiftUp in place", in, ShiftUp(in, in, s), b().Lsh(nx, s))
		in = slices.Clone(x)
		ShiftDown(in, in, s)
		check("ShiftDown in place", in, 0, b().Rsh(nx, s))
	})
}
