package search_test

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// TestShrinkChoice asserts that choices shrink to fewer steps and earlier alternatives, to
// fall-backs only last, and to a wrapped value without its wrapper.
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

// TestShrinkRepetition asserts that a repetition shrinks to the least number of calls that will do, and to a single call where one
// will do.
func TestShrinkRepetition(t *testing.T) {
	times := *tInt64
	times.Domain = &input.Domain{Lo: 2, Hi: 32}
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{
		{Name: "Push", Fields: []input.Field{{Name: "x", Type: tInt64}}}, {Name: "Push", Fields: []input.Field{{Name: "times", Type: &times}}, Repeats: true},
	}}}
	stack := &input.Type{Kind: input.Choice, Go: "*Stack", Alts: []input.Alt{{Name: "nil", Rare: true}, {Name: "New", Steps: steps}}}
	for need, want := range map[uint64]input.Vector{1: {1, 2, 0, 0}, 2: {1, 2, 1, 2}, 5: {1, 2, 1, 5}, 9: {1, 2, 1, 9}, 32: {1, 2, 1, 32}} {
		from := input.Vector{1, 5, 1, 32, 0, 7, 1, 31, 0, 3}
		if need == 5 { // no step can go
			from = input.Vector{1, 4, 0, 7, 1, 2, 1, 2}
		}
		got, asked := search.Shrink(spaceOf(stack), from, 2000, func(v input.Vector) bool {
			calls := uint64(0)
			for i := 2; v[0] == 1 && i < len(v); i += 2 {
				if v[i] == 0 {
					calls++
				} else {
					calls += v[i+1]
				}
			}
			return calls >= need
		})
		if !slices.Equal(got, want) {
			t.Errorf("%d pushes: got %v after %d questions, want %v", need, got, asked, want)
		}
	}
}

// TestShrinkConstructs asserts that a constructor call with small arguments and a few steps
// replaces an object made without a constructor, if random proposals find one, and that an
// object that no constructor makes stays.
func TestShrinkConstructs(t *testing.T) {
	x := []input.Field{{Name: "limit", Type: tInt64}}
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Pop"}, {Name: "Push"}}}}
	queue := &input.Type{Kind: input.Choice, Go: "*Queue", Alts: []input.Alt{
		{Name: "nil", Rare: true}, {Name: "New", Fields: x, Steps: steps, RunsCode: true}, {Name: "zero", Steps: steps, RunsCode: true, Rare: true},
	}}
	full := func(v input.Vector) bool {
		switch v[0] {
		case 1:
			return v[1] == 1 && len(v) == 4 && v[3] == 1 || v[1] == 2 && len(v) == 5 && v[3] == 1 && v[4] == 1
		case 2:
			return true
		}
		return false
	}
	got, asked := search.Shrink(spaceOf(queue), input.Vector{2, 0}, 500, full)
	if want := (input.Vector{1, 1, 2, 1}); !slices.Equal(got, want) {
		t.Errorf("a full queue: got %v, want %v", got, want)
	}
	again, n := search.Shrink(spaceOf(queue), input.Vector{2, 0}, 500, full)
	if !slices.Equal(got, again) || n != asked {
		t.Errorf("once %v after %d questions, then %v after %d", got, asked, again, n)
	}
	got, asked = search.Shrink(spaceOf(queue), input.Vector{2, 0}, 500, func(v input.Vector) bool { return v[0] == 2 })
	if !slices.Equal(got, input.Vector{2, 0}) || asked > 80 {
		t.Errorf("only the zero value will do: got %v after %d questions", got, asked)
	}
}

// TestShrinkTable asserts that a table without relevant entries becomes a constant, and also a
// table whose default does not matter.
func TestShrinkTable(t *testing.T) {
	flag := func() *input.Type { return &input.Type{Kind: input.Bool, Go: "bool"} } // as codec makes them: one each
	table := &input.Type{Kind: input.Map, Go: "map[string]bool", Key: tString, Elem: flag()}
	fn := &input.Type{Kind: input.Choice, Go: "func(string) bool", Alts: []input.Alt{
		{Name: "nil", Rare: true}, {Name: "constant", Fields: []input.Field{{Name: "r0", Type: flag()}}},
		{Name: "cases", Fields: []input.Field{{Name: "table", Type: table}, {Name: "other", Type: flag()}}},
	}}
	says := func(v input.Vector) bool { // true about "a"
		switch v[0] {
		case 1:
			return v[1] == 1
		case 2:
			if v[1] == 2 && v[2] == 1 && v[3] == 'a' {
				return v[4] == 1
			}
			return v[len(v)-1] == 1
		}
		return false
	}
	for _, from := range []input.Vector{{2, 0, 1}, {2, 2, 1, 'a', 1, 0}} {
		if got, _ := search.Shrink(spaceOf(fn), from, 500, says); !slices.Equal(got, input.Vector{1, 1}) {
			t.Errorf("from %v: got %v, want the constant true", from, got)
		}
	}
}
