package explore

import (
	"slices"
	"testing"

	"nearmiss/input"
)

// TestTelling asserts which way to make a value is the first to be tried.
func TestTelling(t *testing.T) {
	integer := &input.Type{Kind: input.Int, Go: "int", Bits: 64}
	choice := &input.Type{Kind: input.Choice, Go: "error", Alts: []input.Alt{{Name: "io.EOF"}}}
	plain := []input.Field{{Name: "n", Type: &input.Type{Kind: input.Slice, Go: "[]int", Elem: integer}}}
	nested := []input.Field{{Name: "err", Type: &input.Type{Kind: input.Pointer, Go: "*error", Elem: choice}}}
	for _, c := range []struct {
		alts []input.Alt
		want uint64
	}{
		{[]input.Alt{{Name: "zero"}}, 0},
		{[]input.Alt{{Name: "nil"}, {Name: "errors.New", Fields: plain}}, 0},
		{[]input.Alt{{Name: "nil", Rare: true}}, 0},
		{[]input.Alt{{Name: "nil", Rare: true}, {Name: "zero"}, {Name: "literal", Fields: plain}}, 2},
		{[]input.Alt{{Name: "nil", Rare: true}, {Name: "zero"}, {Name: "literal", Fields: plain, Rare: true}}, 1},
		{[]input.Alt{{Name: "nil", Rare: true}, {Name: "literal", Fields: plain, Rare: true}}, 1},
		{[]input.Alt{{Name: "nil", Rare: true}, {Name: "wrap", Fields: nested}, {Name: "zero"}}, 2},
		{[]input.Alt{{Name: "nil", Rare: true}, {Name: "a", Fields: plain}, {Name: "b", Fields: plain}}, 1},
	} {
		if got := usefulAlternative(&input.Type{Kind: input.Choice, Go: "T", Alts: c.alts}); got != c.want {
			t.Errorf("%+v: alternative %d, want %d", c.alts, got, c.want)
		}
	}
}

// TestStart: an input begins with choices that say something, where constructors
// take others too, and is one of its signature.
func TestStart(t *testing.T) {
	word := &input.Type{Kind: input.Uint, Go: "uint", Bits: 64}
	text := &input.Type{Kind: input.String, Go: "string"}
	reader := &input.Type{Kind: input.Choice, Go: "Reader", Alts: []input.Alt{
		{Name: "nil", Rare: true}, {Name: "limit", Fields: []input.Field{{Name: "n", Type: word}}},
	}}
	made := &input.Type{Kind: input.Choice, Go: "*T", Alts: []input.Alt{
		{Name: "nil", Rare: true}, {Name: "New", Fields: []input.Field{{Name: "r", Type: reader}, {Name: "s", Type: text}}},
	}}
	sig := &input.Signature{Name: "F", Params: []input.Field{{Name: "n", Type: word}, {Name: "t", Type: made}, {Name: "r", Type: reader}}}
	got := start(sig)
	if want := (input.Vector{0, 1, 1, 0, 0, 1, 0}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if space := input.NewSpace(sig, input.Limits{}); !space.Canonical(got) {
		t.Errorf("%v is no input", got)
	}
}
