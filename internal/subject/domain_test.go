package subject

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nearmiss/input"
)

func number(kind input.Kind, bits int, name string) *input.Type {
	return &input.Type{Kind: kind, Bits: bits, Go: name}
}

// bounds has a signature with a parameter of each kind.
func bounds() *input.Signature {
	node := &input.Type{Kind: input.Struct, Go: "Node"}
	node.Fields = []input.Field{
		{Name: "value", Type: number(input.Int, 64, "int")}, {Name: "name", Type: &input.Type{Kind: input.String, Go: "string"}},
		{Name: "next", Type: &input.Type{Kind: input.Pointer, Go: "*Node", Elem: node}},
	}
	return &input.Signature{Name: "F", Params: []input.Field{
		{Name: "n", Type: number(input.Int, 8, "int8")}, {Name: "u", Type: number(input.Uint, 64, "uint64")},
		{Name: "x", Type: number(input.Float, 32, "float32")}, {Name: "z", Type: number(input.Complex, 128, "complex128")},
		{Name: "node", Type: node}, {Name: "on", Type: &input.Type{Kind: input.Bool, Go: "bool"}},
	}}
}

// TestBound: ranges as the words of types. What is shared with others stays as it is.
func TestBound(t *testing.T) {
	f := math.Float64bits
	for text, want := range map[string]string{
		"n=-5..7":                 fmt.Sprint(&input.Domain{Lo: ^uint64(4), Hi: 7}),
		"F.n=0x10..1e2":           fmt.Sprint(&input.Domain{Lo: 16, Hi: 100}),
		"n=-0.5..2.5":             fmt.Sprint(&input.Domain{Lo: 0, Hi: 2}),
		"u=0..0xffffffffffffffff": fmt.Sprint(&input.Domain{Lo: 0, Hi: math.MaxUint64}),
		"x=-0.5..0.1":             fmt.Sprint(&input.Domain{Lo: f(-0.5), Hi: f(float64(math.Nextafter32(0.1, 0)))}),
		"z=1..1":                  fmt.Sprint(&input.Domain{Lo: f(1), Hi: f(1)}),
		"node='a'..999":           fmt.Sprint(&input.Domain{Lo: 'a', Hi: 999}),
		"u='\\n'..'世'":            fmt.Sprint(&input.Domain{Lo: '\n', Hi: '世'}),
	} {
		name, bound, _ := strings.Cut(text, "=")
		d, err := NewDomains(map[string]string{name: bound})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		sig, old := bounds(), bounds()
		before := *sig
		before.Params = append([]input.Field(nil), sig.Params...)
		d.Bound(sig)
		for i, p := range sig.Params {
			typ := p.Type
			if p.Name == "node" {
				typ = typ.Fields[0].Type
			}
			if has := strings.TrimPrefix(name, "F.") == p.Name; has != (typ.Domain != nil) || has && fmt.Sprint(typ.Domain) != want {
				t.Errorf("%s: %s has %v, want %s", text, p.Name, typ.Domain, want)
			}
			if fmt.Sprint(before.Params[i].Type.Domain, old.Params[i].Type.Domain) != "<nil> <nil>" {
				t.Errorf("%s: the type of %s was changed in place", text, p.Name)
			}
		}
		if node := sig.Params[4].Type; name == "node" && (node.Fields[1].Type.Domain.Hi != 255 || node.Fields[2].Type.Elem != node) {
			t.Errorf("bytes have %v, and the type leads to %p, not to itself", node.Fields[1].Type.Domain, node.Fields[2].Type.Elem)
		}
		if err := d.Unused(); err != nil {
			t.Error(err)
		}
	}
}

// TestBadDomains: what is wrong with a range is said.
func TestBadDomains(t *testing.T) {
	for text, want := range map[string]string{
		"n=5..1":      "n=5..1: 5 is above 1",
		"n=5":         "give a range as name=lo..hi",
		"n=..5":       "give a range as name=lo..hi",
		"n=a..b":      "give a range as name=lo..hi",
		"n='a..'b'":   "give a range as name=lo..hi",
		"n=inf..inf":  "give a range as name=lo..hi",
		"=1..2":       "give a range as name=lo..hi",
		"m=1..2":      "m=1..2: no parameter is called m; with numbers there are n, node, u, x, z",
		"G.n=1..2":    "no parameter is called G.n",
		"on=0..1":     "parameter on of F has no numbers to bound",
		"n=0..128":    "parameter n of F has numbers of type int8: the range goes beyond them",
		"n=200..300":  "parameter n of F has numbers of type int8, of which none is in the range",
		"n=0.1..0.9":  "of which none is in the range",
		"u=-1..5":     "the range goes beyond them",
		"x=0..1e40":   "the range goes beyond them",
		"node=-9..-1": "has numbers of type string, of which none is in the range",
	} {
		name, bound, _ := strings.Cut(text, "=")
		d, err := NewDomains(map[string]string{name: bound})
		if err == nil {
			d.Bound(bounds())
			err = d.Unused()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
