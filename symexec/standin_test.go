package symexec

import (
	"bytes"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestBytes compares each function with the standard library on the same bytes.
func TestBytes(t *testing.T) {
	few := rapid.SliceOfN(rapid.ByteRange('a', 'c'), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		a, b := few.Draw(t, "a"), few.Draw(t, "b")
		c := rapid.ByteRange('a', 'd').Draw(t, "c")
		s, u := string(a), string(b)
		for name, pair := range map[string][2]int{
			"IndexByte":       {indexByte(a, c), bytes.IndexByte(a, c)},
			"IndexByteString": {indexByteString(s, c), bytes.IndexByte(a, c)},
			"Count":           {countBytes(a, c), bytes.Count(a, []byte{c})},
			"CountString":     {countString(s, c), bytes.Count(a, []byte{c})},
			"Compare":         {compareBytes(a, b), bytes.Compare(a, b)},
			"CompareString":   {compareStrings(s, u), strings.Compare(s, u)},
			"Index":           {indexBytes(a, b), bytes.Index(a, b)},
			"IndexString":     {indexString(s, u), strings.Index(s, u)},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s(%q, %q, %q) = %d, want %d", name, a, b, c, pair[0], pair[1])
			}
		}
	})
}

// bigOf returns the number with the given words, the lowest first, and one word above them.
func bigOf(words []uint, above uint) *big.Int {
	n := make([]big.Word, 0, len(words)+1)
	for _, w := range words {
		n = append(n, big.Word(w))
	}
	return new(big.Int).SetBits(append(n, big.Word(above)))
}

// TestWords compares each function with package math/big, also in place.
func TestWords(t *testing.T) {
	word := rapid.OneOf(rapid.Uint(), rapid.SampledFrom([]uint{0, 1, ^uint(0), 1 << (bits.UintSize - 1)}))
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "words")
		list := rapid.SliceOfN(word, n, n)
		x, y, m, a := list.Draw(t, "x"), list.Draw(t, "y"), word.Draw(t, "m"), word.Draw(t, "a")
		s := rapid.UintRange(1, bits.UintSize-1).Draw(t, "s")
		nx, ny, nm, na := bigOf(x, 0), bigOf(y, 0), bigOf([]uint{m}, 0), bigOf([]uint{a}, 0)
		whole := new(big.Int).Lsh(big.NewInt(1), uint(n)*bits.UintSize)
		b := func() *big.Int { return new(big.Int) }
		check := func(name string, z []uint, c uint, want *big.Int) {
			if got := bigOf(z, c); got.Cmp(want) != 0 {
				t.Errorf("%s of %x, %x, %x, %x, %d is %x, want %x", name, x, y, m, a, s, got, want)
			}
		}
		z := make([]uint, n)
		check("AddWords", z, addWords(z, x, y), b().Add(nx, ny))
		check("ShiftUp", z, shiftUp(z, x, s), b().Lsh(nx, s))
		check("MulAddWord", z, mulAddWord(z, x, m, a), b().Add(b().Mul(nx, nm), na))
		check("AddMulWord", z, addMulWord(z, x, y, m, a), b().Add(b().Add(nx, b().Mul(ny, nm)), na))
		c := subWords(z, x, y)
		check("SubWords", z, 0, b().Add(b().Sub(nx, ny), b().Mul(whole, big.NewInt(int64(c)))))
		low := shiftDown(z, x, s)
		check("ShiftDown", z, 0, b().Rsh(nx, s))
		if low != x[0]<<(bits.UintSize-s) {
			t.Errorf("ShiftDown(%x, %d) loses %x", x, s, low)
		}
		in := slices.Clone(x)
		check("ShiftUp in place", in, shiftUp(in, in, s), b().Lsh(nx, s))
		in = slices.Clone(x)
		shiftDown(in, in, s)
		check("ShiftDown in place", in, 0, b().Rsh(nx, s))
	})
}
