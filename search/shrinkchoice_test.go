package search_test

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// TestShrinkChoice: fewer steps, fall-backs last, earlier alternatives, what
// is wrapped without its wrapping.
func TestShrinkChoice(t *testing.T) {
	x := []input.Field{{Name: "x", Type: tInt64}}
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Pop"}, {Name: "Push", Fields: x}}}}
	stack := &input.Type{Kind: input.Choice, Go: "*Stack", Alts: []input.Alt{
		{Name: "nil", Rare: true}, {Name: "literal", Fields: x, Rare: true}, {Name: "New", Fields: x, Steps: steps}, {Name: "Of", Fields: x, Steps: steps},
	}}
	reader := &input.Type{Kind: input.Choice, Go: "io.Reader"}
	reader.Alts = []input.Alt{{Name: "nil", Rare: true}, {Name: "text", Fields: []input.Field{{Name: "s", Type: tString}}},
		{Name: "limited", Fields: []input.Field{{Name: "r", Type: reader}, {Name: "n", Type: tInt64}}}}
	pushes := func(v input.Vector) (n int) {
		for i := 3; v[0] > 1 && i < len(v); i++ {
			if v[i] == 1 {
				n++
				i++
			}
		}
		return n
	}
	inner := func(v input.Vector) input.Vector {
		for len(v) > 0 && v[0] == 2 {
			v = v[1:]
		}
		return v
	}
	tests := []struct {
		name string
		t    *input.Type
		from input.Vector
		keep func(input.Vector) bool
		want input.Vector
	}{
		{"anything", stack, input.Vector{3, 9, 3, 1, 4, 0}, func(input.Vector) bool { return true }, input.Vector{2, 0, 0}},
		{"from a fall-back", stack, input.Vector{1, 9}, func(input.Vector) bool { return true }, input.Vector{2, 0, 0}},
		{"only nil", stack, input.Vector{1, 9}, func(v input.Vector) bool { return v[0] < 2 }, input.Vector{0}},
		{"two pushes", stack, input.Vector{3, 9, 6, 1, 4, 0, 1, 5, 0, 1, 6}, func(v input.Vector) bool { return pushes(v) >= 2 }, input.Vector{2, 0, 3, 1, 0, 1, 0}},
		{"the argument stays", stack, input.Vector{3, 9, 0}, func(v input.Vector) bool { return v[0] > 1 && v[1] == 9 }, input.Vector{2, 9, 0}},
		{"unwrapped", reader, append(input.Vector{2, 2, 1}, append(text("abxc"), 7, 8)...),
			func(v input.Vector) bool { in := inner(v); return in[0] == 1 && slices.Contains(in[2:], 'x') }, append(input.Vector{1}, text("x")...)},
	}
	for _, tt := range tests {
		got, asked := search.Shrink(spaceOf(tt.t), tt.from, 2000, tt.keep)
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %v after %d questions, want %v", tt.name, got, asked, tt.want)
		}
	}
}
