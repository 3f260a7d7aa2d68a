package input

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What Construct draws is in canonical form, made by the alternative that was
// asked for, small, and all of a small domain sooner or later.
func TestConstruct(t *testing.T) {
	num, text := &Type{Kind: Int, Bits: 64, Go: "int"}, &Type{Kind: String, Go: "string"}
	step := &Type{Kind: Choice, Alts: []Alt{{Name: "Pop"}, {Name: "Push", Fields: []Field{{"s", text}}}}}
	queue := &Type{Kind: Choice, Go: "*Queue", Alts: []Alt{
		{Name: "nil", Rare: true}, {Name: "New", Fields: []Field{{"n", num}}, Steps: &Type{Kind: Slice, Elem: step}, RunsCode: true},
	}}
	s := NewSpace(&Signature{Params: []Field{{"q", queue}, {"n", num}}}, Limits{})
	from := Vector{0, 77}
	seen := map[uint64]bool{}
	for seed := range uint64(200) {
		v := s.ChooseConstructed(from, &s.Vars(nil, from)[0], 1, rand.New(rand.NewPCG(seed, 0)))
		if !slices.Equal(v, s.Normalize(nil, v)) {
			t.Fatalf("%v is not in canonical form", v)
		}
		if v[0] != 1 || v[1] >= smallNumber || v[2] > smallSteps+1 || v[len(v)-1] != 77 {
			t.Fatalf("drew %v", v)
		}
		seen[v[1]] = true
	}
	if len(seen) != smallNumber {
		t.Errorf("only the numbers %v were drawn", seen)
	}
}

// TestConstructRecursive: of a type in which each value has others like it something
// small is drawn too.
func TestConstructRecursive(t *testing.T) {
	node := &Type{Kind: Pointer, Go: "*node"}
	node.Elem = &Type{Kind: Struct, Go: "node", Fields: []Field{{"n", &Type{Kind: Int, Bits: 64, Go: "int"}}}}
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		node.Elem.Fields = append(node.Elem.Fields, Field{name, node})
	}
	queue := &Type{Kind: Choice, Go: "*Tree", Alts: []Alt{{Name: "nil", Rare: true}, {Name: "New", Fields: []Field{{"n", node}}, RunsCode: true}}}
	s := NewSpace(&Signature{Params: []Field{{"q", queue}}}, Limits{})
	from := Vector{0}
	for seed := range uint64(50) {
		if v := s.ChooseConstructed(from, &s.Vars(nil, from)[0], 1, rand.New(rand.NewPCG(seed, 0))); len(v) > smallWords+100 {
			t.Fatalf("drew %d words", len(v))
		}
	}
}

// ChooseTrue is what the fields say, all of them true.
func TestMakeTrue(t *testing.T) {
	num, flag := &Type{Kind: Int, Bits: 64, Go: "int"}, &Type{Kind: Bool, Go: "bool"}
	fn := &Type{Kind: Choice, Alts: []Alt{{Name: "none"}, {Name: "two", Fields: []Field{{"a", flag}, {"n", num}, {"b", flag}}}}}
	s := NewSpace(&Signature{Params: []Field{{"f", fn}}}, Limits{})
	from := Vector{0}
	v := &s.Vars(nil, from)[0]
	if got := s.ChooseTrue(from, v, 1); !slices.Equal(got, Vector{1, 1, 0, 1}) {
		t.Errorf("got %v", got)
	}
	if got := s.ChooseTrue(from, v, 0); got != nil {
		t.Errorf("without a bool: got %v", got)
	}
}
