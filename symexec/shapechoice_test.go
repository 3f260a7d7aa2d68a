package symexec

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// way is the number of the alternative of a name.
func way(t *testing.T, in *input.Type, name string) uint64 {
	t.Helper()
	for i := range in.Alts {
		if in.Alts[i].Name == name {
			return uint64(i)
		}
	}
	t.Fatalf("%s is not made by %s", in.Go, name)
	return 0
}

// outputs turns clauses around, of each input those behind the one that it was
// made by, and collects what comes out.
func outputs(t *testing.T, e *Executor, v input.Vector, runs int) []string {
	t.Helper()
	type task struct {
		v    input.Vector
		from int
	}
	var found []string
	for queue := []task{{v, 0}}; len(queue) > 0 && runs > 0; runs-- {
		now := queue[0]
		queue = queue[1:]
		path, err := e.ExploreFrom(t.Context(), now.v, nil, Follow{})
		if err != nil {
			t.Fatal(err)
		}
		if out := fmt.Sprint(path.End.Kind, path.Output); !slices.Contains(found, out) {
			found = append(found, out)
		}
		for i := now.from; i < len(path.Decisions); i++ {
			d := path.Decisions[i]
			if d.Known {
				continue
			}
			_, w, err := e.Satisfy(t.Context(), now.v, path.Condition[:d.At], e.Builder().Not(d.Clause))
			if err != nil {
				t.Fatal(err)
			}
			if w != nil {
				queue = append(queue, task{w, i + 1})
			}
		}
	}
	return found
}

// TestChoices: how values are made stays as it is in the vector; what they are
// made from is found by solving.
func TestChoices(t *testing.T) {
	p := program(t, "./testdata/choices")
	in := func(name string) *input.Type { return p.Entries[p.Entry(name)].Input(0).Type }
	stack := in("(*Stack).Sum")
	made := way(t, stack, "NewStack")
	push := input.Vector{made, 0, 0, 2, way(t, stack.Alts[made].Steps.Elem, "Push"), 0}
	read := way(t, in("Head"), "strings.NewReader")
	pointed := in("Made").Elem.Fields[0].Type
	for _, x := range []struct {
		name string
		v    input.Vector
		want []string
	}{
		{"(*Stack).Sum", push, []string{"[3 50 48 49", "[5 108"}}, // 201 and large
		{"Head", input.Vector{read, 0}, []string{" 1 1 0]", " 3 1 0]", " 4 1 0]"}},
		{"Made", input.Vector{1, way(t, pointed, "int"), 0, 0}, []string{"[1", "[4"}},
		{"Made", input.Vector{1, way(t, pointed, "string"), 0, 0}, []string{"[2", "[4"}},
		{"Made", input.Vector{1, way(t, pointed, "Square"), 0, 0}, []string{"[3", "[4"}},
	} {
		solver := embedded.New(embedded.Options{})
		e := executor(t, p, x.name, Options{Vector: x.v, Bound: 8, Fork: true, Solver: solver})
		found := outputs(t, e, x.v, 200)
		solver.Close()
		for _, want := range x.want {
			if !slices.ContainsFunc(found, func(out string) bool { return strings.Contains(out, want) }) {
				t.Errorf("%s: of what %v is made nothing gives %s; there is %v", x.name, x.v, want, found)
			}
		}
	}
}

// TestChoiceStays: an input that is made in another way than the vector of the
// shape does not fit, whatever its length.
func TestChoiceStays(t *testing.T) {
	p := program(t, "./testdata/choices")
	stack := p.Entries[p.Entry("(*Stack).Sum")].Input(0).Type
	made := way(t, stack, "NewStack")
	e := executor(t, p, "(*Stack).Sum", Options{Vector: input.Vector{made, 5, 0, 0}, Bound: 8})
	for _, x := range []struct {
		v    input.Vector
		fits bool
	}{
		{input.Vector{made, 7, 0, 0}, true},
		{input.Vector{made, 7, 2, 'a', 'b', 0}, true},
		{input.Vector{0, 0, 0, 0}, false},
		{input.Vector{made, 7, 0, 2, 0, 0}, false}, // with a step
	} {
		_, err := e.ExploreFrom(t.Context(), x.v, nil, Follow{})
		if (err == nil) != x.fits {
			t.Errorf("%v: %v", x.v, err)
		}
	}
}
