package object

import (
	"testing"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

// TestWidest: a state of too many words does not define the capacity if there is another.
func TestWidest(t *testing.T) {
	recv := &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "new"}, {Name: "nil", Rare: true}}}
	p := &Program{method: Method{Fn: &harness.Fn{Sig: &input.Signature{Recv: &input.Field{Type: recv}}}}}
	for _, c := range []struct {
		sizes []int
		want  int
	}{
		{[]int{2000, 30, 1024, 40, 1025}, 1024}, {[]int{3000, 2000, 4000}, 2000}, {[]int{3, 2000}, 3},
	} {
		states := []*state{nil, {calls: input.Vector{1}, literal: make(input.Vector, 500)}}
		for _, n := range c.sizes {
			states = append(states, &state{calls: input.Vector{0}, literal: make(input.Vector, n)})
		}
		if got := len(p.widest(states).literal); got != c.want {
			t.Errorf("of %v words: %d, want %d", c.sizes, got, c.want)
		}
	}
}
