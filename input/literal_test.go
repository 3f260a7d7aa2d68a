package input

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

var (
	intType    = &Type{Kind: Int, Bits: 64, Go: "int"}
	stringType = &Type{Kind: String, Go: "string"}
)

// nodeType is a list of nodes, with whatever else plain data is made of.
func nodeType() *Type {
	n := &Type{Kind: Struct, Go: "node"}
	n.Fields = []Field{
		{"next", &Type{Kind: Pointer, Elem: n}},
		{"key", intType},
		{"rate", &Type{Kind: Float, Bits: 64}},
		{"z", &Type{Kind: Complex, Bits: 128}},
		{"names", &Type{Kind: Map, Key: stringType, Elem: &Type{Kind: Slice, Elem: intType}}},
		{"four", &Type{Kind: Array, Len: 4, Elem: &Type{Kind: Bool}}},
	}
	return n
}

// TestLiteralLaw: where inputs and outcomes are of one type, a literal is what was reported.
func TestLiteralLaw(t *testing.T) {
	typ := nodeType()
	space, rng := NewSpace(&Signature{Params: []Field{{"n", typ}}}, Limits{}), rand.New(rand.NewPCG(1, 2))
	for range 500 {
		v := space.Random(nil, rng)
		got, end, err := Literal(Vector{7}, typ, typ, v, 0, nil)
		if err != nil || end != len(v) || !slices.Equal(got[1:], v) || got[0] != 7 {
			t.Fatalf("%v is %v, to %d, %v", v, got, end, err)
		}
	}
}

// TestLiteral: what differs between outcomes and inputs.
func TestLiteral(t *testing.T) {
	opaque, maybe := &Type{Kind: Opaque}, &Type{Kind: Choice, Alts: []Alt{{Name: "nil"}}}
	sealed := &Type{Kind: Sealed, Text: "String"}
	list := &Type{Kind: Slice, Elem: intType}
	of := func(fields ...Field) *Type { return &Type{Kind: Struct, Fields: fields} }
	entries := &Type{Kind: Map, Key: intType, Elem: intType}
	for name, c := range map[string]struct {
		in, out   *Type
		vec, want Vector
		err       string
	}{
		"hidden":       {of(Field{"b", intType}), of(Field{"a", intType}, Field{"b", intType}), Vector{0, 3}, Vector{3}, ""},
		"hidden, set":  {of(Field{"b", intType}), of(Field{"a", intType}, Field{"b", intType}), Vector{1, 3}, nil, ".a is not zero, and cannot be set"},
		"sealed":       {of(), sealed, Vector{0, 1, 1, 'x'}, nil, ""},
		"sealed, set":  {of(Field{"b", intType}), of(Field{"t", sealed}, Field{"b", intType}), Vector{1, 1, 1, 'x', 3}, nil, ".t is not zero, and cannot be set"},
		"nil function": {maybe, opaque, Vector{0}, Vector{0}, ""},
		"function":     {of(Field{"f", maybe}), of(Field{"f", opaque}), Vector{1}, nil, ".f is an interface, a function or a channel that is not nil"},
		"cut":          {&Type{Kind: Slice, Elem: list}, &Type{Kind: Slice, Elem: list}, Vector{3, 2, 5, Cut}, nil, "[1] has too many elements, or leads to itself"},
		"order":        {entries, entries, Vector{3, 8, 1, 2, 4}, Vector{3, 2, 4, 8, 1}, ""},
		"not a number": {&Type{Kind: Float, Bits: 64}, &Type{Kind: Float, Bits: 64}, Vector{math.Float64bits(math.NaN()) | 5}, Vector{nanBits}, ""},
		"unlike":       {intType, stringType, Vector{0}, nil, " is reported in another form than it is set in"},
	} {
		got, _, err := Literal(nil, c.in, c.out, c.vec, 0, nil)
		switch {
		case c.err != "" && (err == nil || err.Error() != c.err), c.err == "" && (err != nil || !slices.Equal(got, c.want)):
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
