package input_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
)

// TestReports: an outcome is one whatever is cut off by its own word, and none that says
// more than it has, or other words than its types do. Skip reads as many words.
func TestReports(t *testing.T) {
	number := &input.Type{Kind: input.Int, Bits: 8, Go: "int8"}
	text := &input.Type{Kind: input.String, Go: "string"}
	node := &input.Type{Kind: input.Struct, Go: "node"}
	list := &input.Type{Kind: input.Pointer, Go: "*node", Elem: node}
	node.Fields = []input.Field{{Name: "n", Type: number}, {Name: "next", Type: list}}
	dynamic := &input.Type{Kind: input.Dynamic, Go: "any", Alts: []input.Alt{{Fields: []input.Field{{Type: text}}}}}
	empty := &input.Type{Kind: input.Struct, Go: "struct{}"}
	minus := ^uint64(0)
	for _, c := range []struct {
		typ      *input.Type
		out, not [][]uint64
	}{
		{number, [][]uint64{nil, {5}, {minus}}, [][]uint64{{128}, {5, 5}}},
		{text, [][]uint64{{0}, {2, 'h', 'i'}, {input.Cut}}, [][]uint64{{2, 'h'}, {1 << 62}, {1, 256}}},
		{list, [][]uint64{{0}, {1, 4, 0}, {1, 4, 1, 5, input.Cut}}, [][]uint64{{2, 4, 0}, {1, 4, 1}}},
		{&input.Type{Kind: input.Slice, Elem: number}, [][]uint64{{0}, {3, 1, 2}, {input.Cut}}, [][]uint64{{3, 1}, {1 << 61, 1}}},
		{&input.Type{Kind: input.Slice, Elem: empty}, [][]uint64{{0}, {1000}}, [][]uint64{{1 << 61}}},
		{&input.Type{Kind: input.Array, Elem: empty, Len: 1 << 40}, [][]uint64{nil}, [][]uint64{{0}}},
		{&input.Type{Kind: input.Map, Key: text, Elem: number}, [][]uint64{{1}, {2, 1, 'a', 7}}, [][]uint64{{2, 1, 'a'}}},
		{dynamic, [][]uint64{{0}, {1}, {2, 1, 'x'}}, [][]uint64{{3}, {minus}}},
		{&input.Type{Kind: input.Error}, [][]uint64{{0}, {2}, {1, 1, 'e'}, {3, 1, 'e'}, {3, input.Cut}, {input.ErrorIs + 2, 1, 'e'}}, [][]uint64{{3}, {4}, {1, 9}, {1 << 16, 1, 'e'}}},
		{&input.Type{Kind: input.ChannelContents, Elem: number}, [][]uint64{{0}, {input.ChannelClosed, 2, 9}}, [][]uint64{{4, 0}, {1}}},
		{&input.Type{Kind: input.Float, Bits: 32}, [][]uint64{{0}}, [][]uint64{{1}}},
	} {
		sig := &input.Signature{Results: []input.Field{{Type: c.typ}}}
		for _, out := range c.out {
			if !sig.Reports(out) {
				t.Errorf("%v is no outcome of a %v", out, c.typ.Kind)
			}
			if end := input.Skip(c.typ, out, 0); len(out) > 0 && end != len(out) {
				t.Errorf("Skip(%v, %v) = %d, want %d", c.typ.Kind, out, end, len(out))
			}
		}
		for _, out := range c.not {
			if sig.Reports(out) {
				t.Errorf("%v is an outcome of a %v", out, c.typ.Kind)
			}
		}
	}
	read := &input.Signature{After: []input.Field{{Type: number}}, Readers: []input.Reader{{Results: []input.Field{{Type: number}, {Type: text}}}, {Results: []input.Field{{Type: number}}}}}
	for out, want := range map[string]bool{ // a byte for each word
		"\x07\x01\x05\x01a\x01\x06": true, "\x07\x00\x01\x06": true, "\x07\x00\x00": true, // the first reader, or both, panicked
		"\x07": false, "\x07\x00": false, "\x07\x02\x00": false, "\x07\x01\x05\x00": false, "\x07\x00\x00\x00": false,
	} {
		var words []uint64
		for _, b := range []byte(out) {
			words = append(words, uint64(b))
		}
		if read.Reports(words) != want {
			t.Errorf("%v is an outcome with readers: %v, want %v", words, !want, want)
		}
	}
	deep := slices.Repeat([]uint64{1, 1}, 1<<12)
	if sig := (&input.Signature{Results: []input.Field{{Type: list}}}); sig.Reports(append(deep, 1, 0)) {
		t.Error("a list of thousands is reported whole")
	}
}

// TestCanonical: what spaces draw is canonical whatever their limits; what says more
// than it has is not, and costs no time to tell.
func TestCanonical(t *testing.T) {
	text := &input.Type{Kind: input.String, Go: "string"}
	empties := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Struct, Go: "struct{}"}}
	node := &input.Type{Kind: input.Struct, Go: "node"}
	list := &input.Type{Kind: input.Pointer, Go: "*node", Elem: node}
	node.Fields = []input.Field{{Name: "next", Type: list}}
	sig := &input.Signature{Params: []input.Field{
		{Name: "m", Type: &input.Type{Kind: input.Map, Key: text, Elem: text}}, {Name: "l", Type: list},
		{Name: "e", Type: &input.Type{Kind: input.Slice, Elem: empties}},
	}}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		space := input.NewSpace(sig, input.Limits{Len: 1 + i%90, Depth: 1 + i%20, Words: 10 + i})
		v := space.Random(nil, rng)
		if !sig.Canonical(v) {
			t.Fatalf("%v was drawn", v)
		}
		if len(v) > 0 && (sig.Canonical(v[:len(v)-1]) || sig.Canonical(append(slices.Clone(v), 0))) {
			t.Fatalf("%v is canonical with a word more or less", v)
		}
	}
	for _, v := range [][]uint64{
		nil, {1 << 60, 0, 0}, {1, 1 << 60, 0}, {0, 0, 1 << 60}, make([]uint64, 1<<19),
		append([]uint64{0}, slices.Repeat([]uint64{1}, 1<<18)...), append([]uint64{0, 0, 1 << 17}, slices.Repeat([]uint64{1 << 62}, 1<<17)...),
	} {
		if sig.Canonical(v) {
			t.Errorf("%d words are canonical", len(v))
		}
	}
}
