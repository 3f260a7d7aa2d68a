package cover

import (
	"math/rand/v2"
	"testing"

	"nearmiss/input"
)

// choosy is a signature with choices in lists, behind pointers and behind both.
func choosy() *input.Signature {
	word := &input.Type{Kind: input.Int, Bits: 64}
	one := []input.Field{{Name: "n", Type: word}}
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Put", Fields: one}, {Name: "Take"}}}}
	choice := &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "nil"}, {Name: "some", Fields: one}, {Name: "used", Fields: one, Steps: steps}}}
	pair := &input.Type{Kind: input.Struct, Fields: []input.Field{{Name: "c", Type: choice}, {Name: "n", Type: word}}}
	return &input.Signature{Params: []input.Field{
		{Name: "p", Type: &input.Type{Kind: input.Pointer, Elem: pair}},
		{Name: "s", Type: &input.Type{Kind: input.Slice, Elem: choice}},
		{Name: "t", Type: &input.Type{Kind: input.String}},
		{Name: "c", Type: choice},
	}}
}

// TestStructure: the structure is which alternatives there are, with how many
// steps, and nothing else.
func TestStructure(t *testing.T) {
	sig := choosy()
	//                  p       s  t        c
	zero := input.Vector{0 /**/, 0, 0 /*  */, 0}
	for _, x := range []struct {
		what string
		v    input.Vector
		same bool
	}{
		{"a longer string", input.Vector{0, 0, 2, 'a', 'b', 0}, true},
		{"a pointer to zero", input.Vector{1, 0, 0, 0, 0, 0}, true},
		{"a pointer to a number", input.Vector{1, 0, 7, 0, 0, 0}, true},
		{"a list of nil", input.Vector{0, 3, 0, 0, 0, 0}, true},
		{"a choice behind a pointer", input.Vector{1, 1, 0, 0, 0, 0, 0}, false},
		{"a choice in a list", input.Vector{0, 3, 0, 1, 0, 0, 0}, false},
		{"a choice", input.Vector{0, 0, 0, 1, 0}, false},
		{"one that steps could follow", input.Vector{0, 0, 0, 2, 0, 0}, false},
	} {
		if same := structureOf(sig, x.v) == structureOf(sig, zero); same != x.same {
			t.Errorf("%s: the structure of %v is that of zero: %v", x.what, x.v, same)
		}
	}
	distinct := map[string]input.Vector{}
	for _, v := range []input.Vector{
		zero, {0, 0, 0, 1, 0}, {0, 0, 0, 2, 0, 0}, {0, 0, 0, 2, 0, 2, 0, 0}, {0, 0, 0, 2, 0, 2, 1}, {0, 0, 0, 2, 0, 3, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0, 0}, {0, 2, 1, 0, 0, 0}, {0, 3, 0, 1, 0, 0, 0}, {0, 3, 1, 0, 1, 0, 0, 0},
	} {
		key := structureOf(sig, v)
		if other, ok := distinct[key]; ok {
			t.Errorf("%v and %v have one structure", v, other)
		}
		distinct[key] = v
	}
}

// Law: what is no length, alternative or pointer does not matter to the
// structure, in choices or elsewhere.
func TestStructureLaw(t *testing.T) {
	alone(t)
	sig := choosy()
	space := input.NewSpace(sig, input.Limits{Len: 4, Depth: 3})
	rng := rand.New(rand.NewPCG(3, 1))
	equal := 0
	for range 2_000 {
		v, w := space.Random(nil, rng), space.Random(nil, rng)
		for _, x := range space.Vars(nil, v) {
			if x.Role < input.RoleLen {
				u := append(input.Vector(nil), v...)
				u[x.Off] ^= 1
				if structureOf(sig, u) != structureOf(sig, v) {
					t.Fatalf("%v: word %d matters", v, x.Off)
				}
			}
		}
		if structureOf(sig, v) == structureOf(sig, w) {
			equal++
		}
	}
	if equal == 0 {
		t.Error("no two inputs have one structure")
	}
}
