package testutil

import (
	"math/rand/v2"
	"testing"
)

// A wordSource is a rand.Source that returns given words.
type wordSource struct {
	t     testing.TB
	words []uint64
}

func (s *wordSource) Uint64() uint64 {
	if len(s.words) == 0 {
		s.t.Fatal("drew more than the script has")
	}
	w := s.words[0]
	s.words = s.words[1:]
	return w
}

// Run calls do with a generator of the given words. It is an error if do does
// not draw exactly these words. IntN(n) uses the lowest bits of a word if n is
// a power of two, and n·word/2^64 otherwise. Float64 uses the lowest 53 bits as
// a fraction.
func Run(t testing.TB, do func(*rand.Rand), words ...uint64) {
	t.Helper()
	s := &wordSource{t, words}
	do(rand.New(s))
	if len(s.words) > 0 {
		t.Errorf("%d words were not drawn", len(s.words))
	}
}

// Share returns the word numerator/denominator · 2^64, approximately.
func Share(numerator, denominator uint64) uint64 {
	return (1<<63/denominator)*2*numerator + 1<<32
}
