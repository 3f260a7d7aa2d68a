package ese

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/smt/order"
	"nearmiss/term"
)

// TestGenes asserts that the genes of is_palindrome with five items are those listed in the paper.
func TestGenes(t *testing.T) {
	for sides, want := range map[string]int{"T": 1, "FT": 2, "FFFF": 2} {
		p, _ := gateOf(target(ToyPalindrome, 5)).Explore(nil, sequence(sides))
		if got := newGeneFinder().find(p, nil).list; sidesOf(p) != sides || !slices.Equal(got, p.Condition[:want]) {
			t.Errorf("%s: %v", sidesOf(p), got)
		}
	}
}

// TestGenesLaw asserts that an input that satisfies the genes of a path takes that path, and that
// no gene follows from earlier genes.
func TestGenesLaw(t *testing.T) {
	const slots = 4
	all := inputs(slots)
	rapid.Check(t, func(t *rapid.T) {
		program := random(t, slots, 12, 9)
		v := all[rapid.IntRange(0, len(all)-1).Draw(t, "input")]
		p := NewToy(program, slots, order.New()).Run(v)
		genes := newGeneFinder().find(p, nil).list
		needed := make([]bool, len(genes))
		for _, u := range all {
			env := valuesOf(u)
			at := slices.IndexFunc(genes, func(c *term.Term) bool {
				v, ok := term.Eval(c, env)
				return !ok || v.Bits == 0
			})
			if at >= 0 {
				needed[at] = true
			} else if sides, _ := concretely(program, u); sides != sidesOf(p) {
				t.Fatalf("%v takes another path, and satisfies %v", u, genes)
			}
		}
		if slices.Contains(needed, false) {
			t.Fatalf("%v are needed of %v", needed, genes)
		}
	})
}
