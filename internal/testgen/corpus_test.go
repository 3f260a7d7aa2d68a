package testgen

import (
	"go/types"
	"math"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// The lines of a corpus file are those that the go command writes.
func TestCorpusLines(t *testing.T) {
	basic := func(k types.BasicKind) types.Type { return types.Typ[k] }
	rune32, byte8 := types.Universe.Lookup("rune").Type(), types.Universe.Lookup("byte").Type()
	level := types.NewNamed(types.NewTypeName(0, nil, "Level", nil), basic(types.Int16), nil)
	kinds := func(k input.Kind, bits int) *input.Type { return &input.Type{Kind: k, Bits: bits} }
	float := math.Float64bits
	for _, c := range []struct {
		typ  *input.Type
		gt   types.Type
		word uint64
		text string
		want string
	}{
		{kinds(input.Bool, 0), basic(types.Bool), 1, "", "bool(true)"},
		{kinds(input.String, 0), basic(types.String), 0, "a\"\xff\n", `string("a\"\xff\n")`},
		{kinds(input.Int, 64), basic(types.Int), 1<<64 - 5, "", "int(-5)"},
		{kinds(input.Int, 16), level, 7, "", "int16(7)"},
		{kinds(input.Int, 32), basic(types.Int32), 65, "", "rune('A')"},
		{kinds(input.Int, 32), rune32, 0, "", `rune('\x00')`},
		{kinds(input.Int, 32), rune32, 1<<64 - 1, "", "int32(-1)"},
		{kinds(input.Int, 32), rune32, 0xd800, "", "int32(55296)"},
		{kinds(input.Uint, 8), byte8, 0xff, "", "byte('ÿ')"},
		{kinds(input.Uint, 8), basic(types.Uint8), '\'', "", `byte('\'')`},
		{kinds(input.Uint, 64), basic(types.Uint64), 1<<64 - 1, "", "uint64(18446744073709551615)"},
		{kinds(input.Float, 64), basic(types.Float64), float(1e100), "", "float64(1e+100)"},
		{kinds(input.Float, 64), basic(types.Float64), float(math.NaN()), "", "float64(NaN)"},
		{kinds(input.Float, 64), basic(types.Float64), float(math.Inf(-1)), "", "float64(-Inf)"},
		{kinds(input.Float, 64), basic(types.Float64), float(math.Copysign(0, -1)), "", "float64(-0)"},
		{kinds(input.Float, 32), basic(types.Float32), float(float64(float32(0.1))), "", "float32(0.1)"},
	} {
		got, err := corpusValue(&value.Value{Type: c.typ, GoType: c.gt, Word: c.word, Text: c.text})
		if err != nil || got != c.want {
			t.Errorf("%v: %q, %v; want %q", c.gt, got, err, c.want)
		}
	}
	bytes := &value.Value{Type: &input.Type{Kind: input.Slice, Elem: kinds(input.Uint, 8)}, GoType: types.NewSlice(byte8), Kids: []*value.Value{{Word: 'a'}, {Word: 0x80}}}
	f, err := corpusFile([]*value.Value{bytes})
	if err != nil || string(f.Data) != "go test fuzz v1\n[]byte(\"a\\x80\")\n" {
		t.Errorf("%q, %v", f.Data, err)
	}
	if len(f.Name) != 16 || strings.Trim(f.Name, "0123456789abcdef") != "" {
		t.Errorf("name %q", f.Name)
	}
}

func TestFuzzable(t *testing.T) {
	b := types.NewSlice(types.Universe.Lookup("byte").Type())
	for typ, want := range map[types.Type]string{
		types.Typ[types.String]:                      "",
		b:                                            "",
		types.Typ[types.Uintptr]:                     "the fuzzer makes no uintptr",
		types.Typ[types.Complex128]:                  "the fuzzer makes no complex128",
		types.NewSlice(types.Typ[types.Int]):         "the fuzzer makes no []int",
		types.NewPointer(types.Typ[types.Int]):       "the fuzzer makes no *int",
		types.Universe.Lookup("any").Type():          "the fuzzer makes no any",
		types.NewMap(b.Elem(), types.Typ[types.Int]): "the fuzzer makes no map[byte]int",
	} {
		if got := fuzzable(typ); got != want {
			t.Errorf("%v: %q, want %q", typ, got, want)
		}
	}
}
