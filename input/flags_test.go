package input

import (
	"math/rand/v2"
	"testing"
)

// TestConstants: a word that has constants is their disjunction, and a set of flags has some for each disjunction of its words.
func TestConstants(t *testing.T) {
	flags := &Type{Kind: Int, Bits: 64, Words: []uint64{1, 2, 4, 7, 64, ^uint64(0)}, Flags: true}
	for range 1000 {
		w := rand.Uint64N(128)
		list, ok := flags.Constants(w)
		var sum uint64
		for _, c := range list {
			sum |= c
		}
		if ok != (sum == w) || ok != (w&^71 == 0) {
			t.Errorf("%d: %v %v", w, list, ok)
		}
	}
	if list, ok := flags.Constants(7); len(list) != 1 || !ok {
		t.Errorf("7: %v", list)
	}
	enum := &Type{Kind: Int, Bits: 64, Words: []uint64{1, 2}}
	for w, want := range map[uint64]bool{0: true, 1: true, 2: true, 3: false} {
		if _, ok := enum.Constants(w); ok != want {
			t.Errorf("%d of an enumeration: %v", w, ok)
		}
	}
}
