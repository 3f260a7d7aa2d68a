package input

import (
	"math/rand/v2"
	"testing"
)

func TestSetupOf(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	node := &Type{Kind: Struct, Go: "Node"}
	next := &Type{Kind: Pointer, Go: "*Node", Elem: node}
	node.Fields, node.PackageOnly = []Field{{"N", num}, {"next", next}}, []bool{false, true}
	plain := &Type{Kind: Struct, Go: "point", Fields: []Field{{"x", num}}}
	reader := &Type{Kind: Choice, Go: "io.Reader", Alts: []Alt{
		{Name: "nil"}, {Name: "NewReader", Fields: []Field{{"s", &Type{Kind: String, Go: "string"}}}}, {Name: "literal", Rare: true, Raw: true},
	}}
	reader.Alts = append(reader.Alts, Alt{Name: "buffered", Fields: []Field{{"r", reader}}, RunsCode: true}, Alt{Name: "stub", Fields: []Field{{"err", reader}}})
	holder := &Type{Kind: Choice, Go: "any", Alts: []Alt{{Name: "nil"}, {Name: "io.Reader", Fields: []Field{{"value", reader}}}, {Name: "*Node", Fields: []Field{{"value", next}}}}}
	object := &Type{Kind: Choice, Go: "*Queue", Alts: []Alt{{Name: "nil"}, {Name: "New", RunsCode: true, Steps: &Type{Kind: Slice, Elem: &Type{
		Kind: Choice, Alts: []Alt{{Name: "Pop"}, {Name: "Load", Fields: []Field{{"r", reader}}, RunsCode: true}},
	}}}}}
	list := &Type{Kind: Slice, Go: "[]*Node", Elem: next}
	for _, tt := range []struct {
		typ  *Type
		v    Vector
		want Setup
	}{
		{num, Vector{7}, Plain},
		{next, Vector{0}, NilInput},
		{next, Vector{1, 5, 0}, Plain},            // the end of the list is no argument
		{next, Vector{1, 5, 1, 0, 0}, RawLiteral}, // next is unexported
		{node, Vector{5, 0}, Plain},
		{plain, Vector{5}, Plain},
		{list, Vector{0}, Plain},
		{list, Vector{2, 0}, NilInput},
		{list, Vector{2, 1, 1, 0}, Plain},
		{reader, Vector{0}, NilInput},
		{reader, Vector{1, 1, 'a'}, Plain},
		{reader, Vector{2}, RawLiteral},
		{reader, Vector{9}, Plain},
		{reader, Vector{3, 0}, NilInput},    // a constructor does not expect nil,
		{reader, Vector{4, 0}, Plain},       // a stub may
		{reader, Vector{3, 3, 0}, NilInput}, // neither further in,
		{holder, Vector{1, 3, 0}, NilInput}, // nor where an interface holds it,
		{holder, Vector{2, 0}, NilInput},    // which may hold nil itself
		{object, Vector{1, 2, 0}, Plain},
		{object, Vector{1, 2, 1, 0}, NilInput},
		{object, Vector{1, 2, 1, 1, 1, 'a'}, Plain},
	} {
		sig := &Signature{Params: []Field{{"p", tt.typ}}}
		if got := SetupOf(sig, tt.v); got != tt.want {
			t.Errorf("%s %v: setup %d, want %d", tt.typ.Go, tt.v, got, tt.want)
		}
	}
}

// A nil receiver is the worst of all; a nil parameter beside it changes nothing.
func TestSetupOfReceivers(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	pointer := &Type{Kind: Pointer, Go: "*int", Elem: num}
	object := &Type{Kind: Choice, Go: "*Queue", Alts: []Alt{{Name: "nil", Rare: true}, {Name: "New"}, {Name: "zero", Rare: true, Raw: true}}}
	for _, tt := range []struct {
		recv *Type
		v    Vector
		want Setup
	}{
		{pointer, Vector{0, 0}, NilReceiver}, {pointer, Vector{1, 7, 0}, NilInput}, {pointer, Vector{1, 7, 1, 0}, Plain},
		{object, Vector{0, 1, 0}, NilReceiver}, {object, Vector{1, 1, 0}, Plain}, {object, Vector{2, 0}, RawLiteral}, {num, Vector{0, 1, 0}, Plain},
	} {
		sig := &Signature{Recv: &Field{"r", tt.recv}, Params: []Field{{"p", pointer}}}
		if got := SetupOf(sig, tt.v); got != tt.want {
			t.Errorf("%s %v: setup %d, want %d", tt.recv.Go, tt.v, got, tt.want)
		}
	}
}

// SetupOf walks every vector as Skip does, however it is drawn or cut off.
func TestSetupOfWalks(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	text := &Type{Kind: String, Go: "string"}
	tree := &Type{Kind: Struct, Go: "tree"}
	tree.Fields = []Field{{"v", &Type{Kind: Complex, Bits: 128, Go: "complex128"}}, {"kids", &Type{Kind: Slice, Elem: tree}},
		{"m", &Type{Kind: Map, Key: text, Elem: num}}, {"a", &Type{Kind: Array, Len: 2, Elem: text}}}
	sig := &Signature{Params: []Field{{"t", tree}, {"last", &Type{Kind: Pointer, Elem: num}}}}
	space := NewSpace(sig, Limits{})
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		v := space.Random(nil, rng)
		want := Plain
		if v[Skip(tree, v, 0)] == 0 {
			want = NilInput
		}
		if got := SetupOf(sig, v); got != want {
			t.Fatalf("%v: setup %d, want %d", v, got, want)
		}
		SetupOf(sig, v[:rng.IntN(len(v)+1)])
	}
}
