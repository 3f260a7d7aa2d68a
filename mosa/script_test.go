package mosa

import (
	"math/rand/v2"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// script is a generator whose words are given. Of a word, IntN(n) takes the
// lowest bits if n is a power of two; of 10 and the like the share of n that the
// word is of 2^64.
type script struct {
	t     *testing.T
	words []uint64
}

func (s *script) Uint64() uint64 {
	if len(s.words) == 0 {
		s.t.Fatal("drew more than the script has")
	}
	w := s.words[0]
	s.words = s.words[1:]
	return w
}

// scripted runs do with a generator of the words, all of which it must draw.
func scripted(t *testing.T, do func(*rand.Rand), words ...uint64) {
	t.Helper()
	s := &script{t, words}
	do(rand.New(s))
	if len(s.words) > 0 {
		t.Errorf("%d words were not drawn", len(s.words))
	}
}

func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }

var (
	tInt32  = &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	tString = &input.Type{Kind: input.String, Go: "string"}
)

func space(types ...*input.Type) *input.Space {
	sig := &input.Signature{Name: "F"}
	for _, t := range types {
		sig.Params = append(sig.Params, input.Field{Name: "p", Type: t})
	}
	return input.NewSpace(sig, input.Limits{})
}

// people are members of these fitness values, a row each, under objectives 0,
// 1 …; NaN is a fitness that was not measured.
func people(rows ...[]float64) (ms []*member) {
	for i, row := range rows {
		m := &member{vector: input.Vector{uint64(i)}}
		for _, v := range row {
			var f *search.Fitness
			if v == v {
				f = &search.Fitness{Value: v}
			}
			m.fitness = append(m.fitness, f)
		}
		ms = append(ms, m)
	}
	return ms
}
