package worst

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
		sh, err := shapeOf(sig, c.size, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := layout(sh); got != c.layout {
			t.Errorf("%s of size %d: %s, want %s", c.typ.Go, c.size, got, c.layout)
		}
		if !sh.space.Legal(sh.vector) {
			t.Errorf("%s of size %d: %v is not legal", c.typ.Go, c.size, sh.vector)
		}
	}
}

func layout(sh *shape) string {
	words := strings.Fields(strings.Trim(strings.ReplaceAll(fmt.Sprint(sh.vector), ",", ""), "[]"))
	for _, v := range sh.vars {
		words[v.Off] = "?"
	}
	return strings.Join(words, " ")
}

func TestShapeNamed(t *testing.T) {
	sig := &input.Signature{Name: "F", Params: []input.Field{{Name: "a", Type: ints}, {Name: "b", Type: text}}}
	sh, err := shapeOf(sig, 3, map[string]int{"b": 1})
	if err != nil || layout(sh) != "4 ? ? ? 1 ?" {
		t.Error(layout(sh), err)
	}
	if _, err := shapeOf(sig, maxWords, nil); err == nil {
		t.Error("an input of 2^22 words and more is accepted")
	}
}

func TestCheckSizes(t *testing.T) {
	sig := func(fields ...input.Field) *input.Signature { return &input.Signature{Name: "F", Params: fields} }
	list, key := input.Field{Name: "list", Type: ints}, input.Field{Name: "key", Type: intType}
	for _, c := range []struct {
		sig   *input.Signature
		sizes string
		want  string
	}{
		{sig(list, key), "10", ""},
		{sig(list, key), "list=10", ""},
		{sig(key), "", ""},
		{sig(), "", ""},
		{sig(list, key), "", "-size is missing: say how long list is to be, as in -size 100"},
		{sig(list, key), "10,list=3", "-size 10 is of no use: every parameter has a size of its own"},
		{sig(key), "10", "-size 10 is of no use: of what F takes (key int) nothing is a slice, a string or a map; leave it out"},
		{sig(), "10", "-size 10 is of no use: F takes no inputs"},
		{sig(list, key), "10,key=3", "-size key=3: key int holds no slice, string or map that could have a size"},
		{sig(list, key), "10,k=3", "-size k=3: F has no parameter k; it has list []int and key int"},
	} {
		var s Sizes
		if c.sizes != "" {
			if err := s.Set(c.sizes); err != nil {
				t.Fatal(err)
			}
		}
		got := ""
		if err := checkSizes(c.sig, s); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("-size %q: %q, want %q", c.sizes, got, c.want)
		}
	}
}

func TestSizesSet(t *testing.T) {
	for text, want := range map[string]string{
		"100": "100", "10, 50,100": "10,50,100", "pattern=3,100": "100,pattern=3", "0": "0",
	} {
		var s Sizes
		if err := s.Set(text); err != nil || s.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, s.String(), err, want)
		}
	}
	for _, text := range []string{"", "x", "-1", "10,10", "1e3", "a b=3", "=3", "n=", "99999999999999999999", "5000000"} {
		var s Sizes
		if err := s.Set(text); err == nil {
			t.Errorf("%q is accepted as %v", text, s.String())
		}
	}
}
