package input

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestPlain: numbers are small and characters are letters; of half plain inputs, half of the texts stay as they are, and some have capitals.
func TestPlain(t *testing.T) {
	text, num := &Type{Kind: String, Go: "string"}, &Type{Kind: Int, Bits: 64, Go: "int"}
	space := NewSpace(&Signature{Params: []Field{{"s", text}, {"n", num}, {"u", text}}}, Limits{})
	vec := Vector{2, '?', '$', 1 << 40, 3, 'L', 'I', 'K'}
	textsOf := func(v Vector) (list []string) {
		for _, i := range []int{0, 2} {
			var b []byte
			for _, w := range space.Sig.Part(v, i)[1:] {
				b = append(b, byte(w))
			}
			list = append(list, string(b))
		}
		return list
	}
	same, capitals := 0, 0
	for seed := range uint64(400) {
		plain, half := space.Plain(vec, rand.New(rand.NewPCG(seed, 0))), space.HalfPlain(vec, rand.New(rand.NewPCG(seed, 0)))
		for _, s := range textsOf(plain) {
			if strings.Trim(s, "abcd") != "" {
				t.Errorf("%q is not plain", s)
			}
		}
		for i, s := range textsOf(half) {
			switch {
			case s == textsOf(vec)[i]:
				same++
			case strings.Trim(s, "abcdABCD") != "":
				t.Errorf("%q is neither plain nor the text of before", s)
			case strings.ContainsAny(s, "ABCD"):
				capitals++
			}
		}
		if n := slices.Max([]uint64{space.Sig.Part(plain, 1)[0], space.Sig.Part(half, 1)[0]}); n > 3 {
			t.Errorf("a plain number is %d", n)
		}
	}
	if same < 300 || same > 500 || capitals < 100 || capitals > 220 {
		t.Errorf("%d texts of 800 stay, %d have capitals", same, capitals)
	}
}
