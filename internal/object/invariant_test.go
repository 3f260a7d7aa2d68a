package object

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/input"
	"nearmiss/symexec"
	"nearmiss/term"
)

// three is the learner of states of two numbers and a list, each number of 8 bits.
func three() *invariants {
	b := term.NewBuilder()
	number, list := &input.Type{Kind: input.Int, Bits: 8}, &input.Type{Kind: input.Slice}
	variables := []symexec.Variable{
		{Name: "s.x", Type: number, Role: input.RoleInt}, {Name: "s.y", Type: number, Role: input.RoleInt, FirstCounterpart: 1},
		{Name: "s.l", Type: list, Role: input.RoleLen, LengthOffset: 1, MaxWord: 9, FirstCounterpart: 2},
	}
	for i := range variables {
		sort := term.Signed(8)
		if i == 2 {
			sort = term.Unsigned(64)
		}
		variables[i].Term = b.Slot(i, sort, false)
	}
	return newInvariants(b, variables, "s")
}

// TestHeld asserts that each invariant holds in each state that it was learned from, in
// whatever order these come, and that which are told depends on the order in nothing.
func TestHeld(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		states := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) input.Vector {
			n := rapid.Int64Range(-2, 3)
			return input.Vector{uint64(n.Draw(t, "x")), uint64(n.Draw(t, "y")), rapid.Uint64Range(0, 4).Draw(t, "len")}
		}), 0, 20).Draw(t, "states")
		learned := func(states []input.Vector) []Invariant {
			m := three()
			for _, v := range states {
				m.observe(v, []int{0, 1, 2})
			}
			return m.list()
		}
		list := learned(states)
		for _, i := range list {
			for _, v := range states {
				env := func(slot int) (term.Value, bool) { return term.Value{Bits: v[slot]}, true }
				if x, ok := term.Eval(i.formula, env); !ok || x.Bits != 1 {
					t.Fatalf("%s does not hold of %d", i.Text, v)
				}
			}
			if i.States != len(states) {
				t.Fatalf("%s: in %d states of %d", i.Text, i.States, len(states))
			}
		}
		slices.Reverse(states)
		again := learned(states)
		if !slices.EqualFunc(list, again, func(a, b Invariant) bool { return a.Text == b.Text }) {
			t.Fatalf("%v, and %v in another order", list, again)
		}
	})
}

// TestTemplates: what is told of some states, and which state breaks what held.
func TestTemplates(t *testing.T) {
	m := three()
	news := []bool{}
	for _, v := range []input.Vector{{1, 5, 0}, {1, 5, 3}, {2, 5, 4}, {3, 5, 4}, {3, 5, 4}, {3, 4, 4}, {^uint64(0), 4, 4}} {
		news = append(news, m.observe(v, []int{0, 1, 2}))
	}
	var texts []string
	for _, i := range m.list() {
		texts = append(texts, i.Text)
	}
	if want := []string{"s.x <= 3", "s.y >= 4", "s.y <= 5", "len(s.l) <= 3"}; !slices.Equal(texts, want) {
		t.Errorf("%q", texts)
	}
	// Lengths differ, x differs, x and the length exceed each other, y differs, x is negative.
	if want := []bool{false, true, true, false, false, true, true}; !slices.Equal(news, want) {
		t.Errorf("%v", news)
	}
}

// TestBoundsOfTypes: a bound that the type of a quantity has is no invariant.
func TestBoundsOfTypes(t *testing.T) {
	b := term.NewBuilder()
	m := newInvariants(b, []symexec.Variable{{
		Name: "s.x", Type: &input.Type{Kind: input.Uint, Bits: 8}, Role: input.RoleUint, Term: b.Slot(0, term.Unsigned(8), false),
	}}, "s")
	for _, w := range []uint64{0, 1, 0, 1} {
		m.observe(input.Vector{w}, []int{0})
	}
	if list := m.list(); len(list) != 1 || list[0].Text != "s.x <= 1" {
		t.Errorf("%+v", list)
	}
}
