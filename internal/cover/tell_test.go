package cover

import (
	"fmt"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/wire"
)

// TestTeller: what is proposed, and what comes of it.
func TestTeller(t *testing.T) {
	num := &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	float := &input.Type{Kind: input.Float, Bits: 64, Go: "float64"}
	text := &input.Type{Kind: input.String, Go: "string"}
	space := func(types ...*input.Type) *input.Space {
		s := &input.Signature{Name: "F"}
		for i, x := range types {
			s.Params = append(s.Params, input.Field{Name: fmt.Sprint("p", i), Type: x})
		}
		return input.NewSpace(s, input.Limits{})
	}
	half := func(n uint64) uint64 {
		v := space(float).Vars(nil, input.Vector{0})
		return v[0].FromFloat(float64(n) + .5)
	}
	for _, c := range []struct {
		name  string
		space *input.Space
		v     input.Vector
		shows func(input.Vector) uint64
		want  input.Vector
	}{
		{"all at once", space(num, num), input.Vector{0, 0}, func(v input.Vector) uint64 { return v[0] * v[1] }, input.Vector{2, 3}},
		{"what is of no account goes back", space(num, num, num), input.Vector{0, 0, 0}, func(v input.Vector) uint64 { return v[0] * v[2] }, input.Vector{2, 0, 3}},
		{"nothing is of account", space(num, text), input.Vector{0, 0}, func(v input.Vector) uint64 { return 0 }, input.Vector{0, 0}},
		{"floats", space(float, float), input.Vector{0, 0}, func(v input.Vector) uint64 { return v[0] ^ v[1]<<1 }, input.Vector{half(2), half(3)}},
		{"texts", space(text, text), input.Vector{0, 0}, func(v input.Vector) uint64 { return uint64(len(v)) }, input.Vector{1, 'a', 1, 'b'}},
		{"a text of no account", space(text, num, text), input.Vector{0, 0, 0}, func(v input.Vector) uint64 { n := v[0] + 1; return v[n] + uint64(len(v))*16 - n*16 }, input.Vector{0, 2, 1, 'a'}},
		{"digits and letters", space(text), input.Vector{5, '0', '.', '0', 'a', 'a'}, func(v input.Vector) uint64 { return v[1]<<24 ^ v[3]<<16 ^ v[4]<<8 ^ v[5] }, input.Vector{5, '1', '.', '2', 'a', 'b'}},
		{"what tells enough", space(num, num), input.Vector{7, 12}, func(v input.Vector) uint64 { return v[0] }, input.Vector{7, 12}},
	} {
		s, v, tries := newTeller(c.space, c.v), c.v, 0
		for next := s.next(); next != nil; next = s.next() {
			tries++
			taken := s.wants(c.shows(next) != c.shows(v))
			if s.took(taken); taken {
				v = next
			}
		}
		if !slices.Equal(v, c.want) || tries > mostTold {
			t.Errorf("%s: %d after %d tries, want %d", c.name, v, tries, c.want)
		}
	}
}

// TestShows: what a run leaves of the input that was changed counts only where it is not
// what went in.
func TestShows(t *testing.T) {
	num := &input.Type{Kind: input.Int, Bits: 64, Go: "int"}
	pair := &input.Type{Kind: input.Array, Len: 2, Go: "[2]int", Elem: num}
	made := &input.Type{Kind: input.Choice, Go: "*T", Alts: []input.Alt{{Name: "nil"}, {Name: "New", Fields: []input.Field{{Name: "n", Type: num}}}}}
	sig := func(p *input.Type) *input.Signature {
		return &input.Signature{
			Name: "F", Params: []input.Field{{Name: "p", Type: p}, {Name: "n", Type: num}},
			Results: []input.Field{{Type: num}}, After: []input.Field{{Name: "p", Type: pair}},
		}
	}
	for _, c := range []struct {
		name             string
		p                *input.Type
		v, out, try, now input.Vector
		want             bool
	}{
		{"the same", pair, input.Vector{0, 0, 0}, input.Vector{7, 0, 0}, input.Vector{0, 0, 2}, input.Vector{7, 0, 0}, false},
		{"another result", pair, input.Vector{0, 0, 0}, input.Vector{7, 0, 0}, input.Vector{2, 0, 0}, input.Vector{9, 2, 0}, true},
		{"what went in", pair, input.Vector{0, 0, 0}, input.Vector{7, 0, 0}, input.Vector{2, 0, 0}, input.Vector{7, 2, 0}, false},
		{"more than what went in", pair, input.Vector{0, 0, 1}, input.Vector{7, 1, 0}, input.Vector{2, 0, 1}, input.Vector{7, 3, 0}, true},
		{"what another input makes of it", pair, input.Vector{0, 0, 0}, input.Vector{7, 0, 0}, input.Vector{0, 0, 2}, input.Vector{7, 2, 0}, true},
		{"it is not known what went in", made, input.Vector{1, 0, 0}, input.Vector{7, 0, 0}, input.Vector{1, 2, 0}, input.Vector{7, 2, 0}, false},
	} {
		fn := &function{sig: sig(c.p)}
		told := &telling{c: &testCase{fn: fn, vector: c.v, result: &wire.RunResult{Out: c.out}}, try: &testCase{fn: fn, vector: c.try, result: &wire.RunResult{Out: c.now}}}
		if got := told.shows(); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
