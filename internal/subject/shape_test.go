package subject

import (
	"fmt"
	"strings"
	"testing"

	"nearmiss/input"
)

var (
	intType = &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	text    = &input.Type{Kind: input.String, Go: "string"}
	ints    = &input.Type{Kind: input.Slice, Go: "[]int", Elem: intType}
	matrix  = &input.Type{Kind: input.Slice, Go: "[][]int", Elem: ints}
	pair    = &input.Type{Kind: input.Array, Go: "[2]int", Len: 2, Elem: intType}
	byName  = &input.Type{Kind: input.Map, Go: "map[string]int", Key: text, Elem: intType}
	byFlag  = &input.Type{Kind: input.Map, Go: "map[bool]int", Key: &input.Type{Kind: input.Bool, Go: "bool"}, Elem: intType}
	pointer = &input.Type{Kind: input.Pointer, Go: "*int", Elem: intType}
	linked  = node("*List", 1)
	twoWays = node("*Tree", 2)
	family  = children()
	reader  = &input.Type{Kind: input.Choice, Go: "io.Reader", Alts: []input.Alt{
		{Name: "nil"}, {Name: "rare", Rare: true, Fields: []input.Field{{Name: "s", Type: text}}},
		{Name: "number", Fields: []input.Field{{Name: "n", Type: intType}}}, {Name: "text", Fields: []input.Field{{Name: "s", Type: text}}},
	}}
	someBody = &input.Type{Kind: input.Struct, Go: "T", Fields: []input.Field{{Name: "n", Type: intType}, {Name: "s", Type: text}}}
)

// node is a pointer to a struct with a number and so many pointers to its own
// kind.
func node(name string, ways int) *input.Type {
	s := &input.Type{Kind: input.Struct, Go: name[1:], Fields: []input.Field{{Name: "v", Type: intType}}}
	p := &input.Type{Kind: input.Pointer, Go: name, Elem: s}
	for range ways {
		s.Fields = append(s.Fields, input.Field{Name: "next", Type: p})
	}
	return p
}

// children is a node with a list of nodes.
func children() *input.Type {
	p := node("*Family", 0)
	p.Elem.Fields = append(p.Elem.Fields, input.Field{Name: "children", Type: &input.Type{Kind: input.Slice, Go: "[]*Family", Elem: p}})
	return p
}

func TestShape(t *testing.T) {
	for _, c := range []struct {
		typ    *input.Type
		size   int
		layout string // ? is a scalar
	}{
		{intType, 0, "?"},
		{text, 3, "3 ? ? ?"},
		{ints, 3, "4 ? ? ?"},
		{ints, 0, "1"},
		{matrix, 2, "3 3 ? ? 3 ? ?"},
		{pair, 5, "? ?"},
		{pointer, 5, "1 ?"},
		{someBody, 2, "? 2 ? ?"},
		{byName, 2, "3 6 97 97 97 97 97 97 ? 6 97 97 97 97 97 98 ?"},
		{byFlag, 9, "3 0 ? 1 ?"},
		{linked, 3, "1 ? 1 ? 1 ? 0"},
		{linked, 0, "0"},
		{family, 3, "1 ? 3 1 ? 1 1 ? 1"},
		{reader, 2, "3 2 ? ?"},
		{twoWays, 4, "1 ? 1 ? 1 ? 0 0 0 1 ? 0 0"},
	} {
		sig := &input.Signature{Name: "F", Params: []input.Field{{Name: "p", Type: c.typ}}}
		sh, err := ShapeOf(sig, c.size, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := layout(sh); got != c.layout {
			t.Errorf("%s of size %d: %s, want %s", c.typ.Go, c.size, got, c.layout)
		}
		if !sh.Space.Canonical(sh.Vector) {
			t.Errorf("%s of size %d: %v is not legal", c.typ.Go, c.size, sh.Vector)
		}
	}
}

func layout(sh *Shape) string {
	words := strings.Fields(strings.Trim(strings.ReplaceAll(fmt.Sprint(sh.Vector), ",", ""), "[]"))
	for _, v := range sh.Vars {
		words[v.Off] = "?"
	}
	return strings.Join(words, " ")
}

func TestShapeNamed(t *testing.T) {
	sig := &input.Signature{Name: "F", Params: []input.Field{{Name: "a", Type: ints}, {Name: "b", Type: text}}}
	sh, err := ShapeOf(sig, 3, map[string]int{"b": 1})
	if err != nil || layout(sh) != "4 ? ? ? 1 ?" {
		t.Error(layout(sh), err)
	}
	if _, err := ShapeOf(sig, MaxWords, nil); err == nil {
		t.Error("an input of 2^22 words and more is accepted")
	}
}
