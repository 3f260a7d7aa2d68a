package input

import (
	"math/rand/v2"
	"testing"
)

// TestEach: the parts of a value follow each other up to its end, at the places that Vars lists.
func TestEach(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		s := randomSpace(rng)
		vec := s.Random(nil, rng)
		vars := s.Vars(nil, vec)
		pos, at := 0, Place{}
		var value func(t *Type)
		value = func(typ *Type) {
			end := Skip(typ, vec, pos)
			if pos < end && typ.Kind != Array && typ.Kind != Struct {
				if v := &vars[pos]; v.Type != typ || v.Place != at {
					t.Fatalf("word %d of %x is a %v at %+v, want %+v\n%s", pos, vec, v.Type.Kind, v.Place, at, describe(s.Sig))
				}
			}
			switch typ.Kind {
			case Array, Struct:
				at.each(typ, 0, value)
			case Slice, Map, Pointer, Choice:
				pos++
				at.each(typ, vec[pos-1], value)
			default:
				pos = end
			}
			if pos != end {
				t.Fatalf("the parts of a %v end at word %d of %x, want %d\n%s", typ.Kind, pos, vec, end, describe(s.Sig))
			}
		}
		for i := range s.Sig.Inputs() {
			value(s.Sig.Input(i).Type)
		}
		if at != (Place{}) {
			t.Fatalf("the place is %+v after all values", at)
		}
	}
}
