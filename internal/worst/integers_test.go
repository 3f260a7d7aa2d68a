package worst

import (
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
	"nearmiss/term"
)

func TestSmallIntegers(t *testing.T) {
	sig := &input.Signature{Name: "F", Params: []input.Field{{Name: "p", Type: ints}}}
	sh, err := subject.ShapeOf(sig, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	words := func(n ...int64) input.Vector {
		v := input.Vector{uint64(len(n)) + 1}
		for _, x := range n {
			v = append(v, uint64(x))
		}
		return v
	}
	b := term.NewBuilder()
	slot := func(i int) *term.Term { return b.Slot(i, term.Signed(64), false) }
	ordered := &symexec.Path{Condition: []clause{b.Compare(term.LT, slot(1), slot(2)), b.Compare(term.NE, slot(3), b.Int(term.Signed(64), 0))}}
	large := &symexec.Path{Condition: []clause{b.Compare(term.GT, slot(2), b.Int(term.Signed(64), 100))}}
	for _, c := range []struct {
		path       *symexec.Path
		give, want input.Vector
	}{
		{ordered, words(-700, 900, 30, -2, 900), words(-2, 2, 1, -1, 2)},
		{ordered, words(-700, 0, 30, -2, 0), words(-2, 0, 1, -1, 0)},
		{ordered, words(5, 7, 5, 6, 8), words(1, 3, 1, 2, 4)},
		{ordered, words(-5, -4, -3, -2, -1), words(-5, -4, -3, -2, -1)},
		{large, words(-700, 900, 30, -2, 900), words(-700, 900, 30, -2, 900)},
	} {
		if got := smallIntegers(c.give, sh.Vars, c.path); !slices.Equal(got, c.want) {
			t.Errorf("%v becomes %v, want %v", c.give, got, c.want)
		}
	}
}
