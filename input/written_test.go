package input

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/code"
)

// TestWriting: each writer inside of an input is one whose text is read; without a writer, a step comes first that takes one.
func TestWriting(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	writer := &Type{Kind: Choice, Go: "io.Writer", Alts: []Alt{{Name: "nil", Make: code.Source("nil")}, {Name: "written", Written: true}, {Name: "discard"}}}
	pair := &Type{Kind: Struct, Go: "pair", Fields: []Field{{"A", writer}, {"N", num}, {"B", writer}}}
	step := &Type{Kind: Choice, Alts: []Alt{{Name: "Reset"}, {Name: "SetOutput", Fields: []Field{{"n", num}, {"w", writer}}}}}
	logger := &Type{Kind: Choice, Go: "*Logger", Alts: []Alt{{Name: "New", Steps: &Type{Kind: Slice, Elem: step}}}}
	for _, c := range []struct {
		of       *Type
		in, want Vector
	}{
		{pair, Vector{0, 7, 2}, Vector{1, 7, 1}},
		{pair, Vector{1, 7, 1}, Vector{1, 7, 1}},
		{num, Vector{7}, Vector{7}},
		{logger, Vector{0, 0}, Vector{0, 2, 1, 0, 1}},
		{logger, Vector{0, 2, 0}, Vector{0, 3, 1, 0, 1, 0}},
		{logger, Vector{0, 2, 1, 5, 0}, Vector{0, 2, 1, 5, 1}},
	} {
		s := NewSpace(&Signature{Params: []Field{{"x", c.of}}}, Limits{})
		in := slices.Clone(c.in)
		if got := s.Writing(in, rand.New(rand.NewPCG(1, 2))); !slices.Equal(got, c.want) || !slices.Equal(in, c.in) {
			t.Errorf("%s %v: %v, want %v", c.of.Go, c.in, got, c.want)
		}
	}
}
