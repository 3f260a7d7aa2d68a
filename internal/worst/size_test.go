package worst

import (
	"testing"

	"nearmiss/input"
)

var (
	intType = &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	text    = &input.Type{Kind: input.String, Go: "string"}
	ints    = &input.Type{Kind: input.Slice, Go: "[]int", Elem: intType}
)

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
		{sig(list, key), "", "-size is missing: say how long list should be, as in -size 100"},
		{sig(list, key), "10,list=3", "-size 10 has no effect: every parameter has a size of its own"},
		{sig(key), "10", "-size 10 has no effect: no parameter of F (key int) is a slice, a string or a map; leave it out"},
		{sig(), "10", "-size 10 has no effect: F takes no inputs"},
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
