package symexec

import (
	"slices"
	"testing"

	"nearmiss/input"
)

// TestVariables: words have the names of fields; elements of one list share one.
func TestVariables(t *testing.T) {
	e := executor(t, program(t, "../bench/subjects/ese"), "BreadthFirstSearch", Options{Vector: input.Vector{2, 2, 7}, Bound: 2})
	var names []string
	for slot, v := range e.Variables() {
		names = append(names, v.Name)
		if v.Term == nil || int(v.Term.Bits) != slot || v.FirstCounterpart != e.Places()[slot].FirstCounterpart || v.InElement != (slot > 0) {
			t.Errorf("slot %d: %+v", slot, v)
		}
		if list := v.Role == input.RoleLen; list != (v.LengthOffset == 1) || list != (v.MaxWord == 3) {
			t.Errorf("slot %d: %+v", slot, v)
		}
	}
	row, cell := names[0]+"[…]", names[0]+"[…][…]"
	if want := []string{names[0], row, cell, cell, row, cell, cell}; names[0] == "" || !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	e = executor(t, program(t, "./testdata/open"), "Names", Options{Vector: input.Vector{2, 1, 0, 0}, Bound: 2})
	names = nil
	for _, v := range e.Variables() {
		names = append(names, v.Name)
	}
	node := []string{"nodes[…]", "nodes[…].Name", "nodes[…].Name[…]", "nodes[…].Name[…]", "nodes[…].Next", "nodes[…].Next.Name", "nodes[…].Next.Next"}
	if want := slices.Concat([]string{"nodes"}, node, node); !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}
