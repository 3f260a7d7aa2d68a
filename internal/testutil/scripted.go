package testutil

import (
	"math/rand/v2"
	"testing"
)

// script is a generator whose words are given.
type script struct {
	t     testing.TB
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

// Run runs do with a generator of the words, all of which it must draw. Of a
// word, IntN(n) takes the lowest bits if n is a power of two, else the share of
// n that the word is of 2^64; Float64 takes the lowest 53 bits as a fraction.
func Run(t testing.TB, do func(*rand.Rand), words ...uint64) {
	t.Helper()
	s := &script{t, words}
	do(rand.New(s))
	if len(s.words) > 0 {
		t.Errorf("%d words were not drawn", len(s.words))
	}
}

// Share is a word that is numerator/denominator of 2^64.
func Share(numerator, denominator uint64) uint64 {
	return (1<<63/denominator)*2*numerator + 1<<32
}
