package symexec

import (
	"context"
	"fmt"
	"go/types"
	"slices"
	"testing"

	"nearmiss/input"
)

func explore(t *testing.T, e *Executor) *Path {
	t.Helper()
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil || path.End.Kind != Returned {
		t.Fatal(path, err)
	}
	return path
}

// TestImages checks that executors share one image as long as their runs do not overlap, and that an
// image whose initial state hangs on an input stays with its executor.
func TestImages(t *testing.T) {
	p := fresh(t, "./testdata/ends")
	var instructions uint64
	for n := range uint64(4) {
		square := executor(t, p, "Square", Options{Vector: input.Vector{n + 2}})
		path := explore(t, square)
		if !slices.Equal(path.Output, input.Vector{(n + 2) * (n + 2)}) {
			t.Errorf("Square(%d): %v", n+2, path.Output)
		}
		if n > 0 && path.Instructions != instructions {
			t.Errorf("%d instructions, and %d of an executor whose run filled the table", path.Instructions, instructions)
		}
		instructions = path.Instructions
		if len(p.idle) != 1 {
			t.Fatalf("%d images", len(p.idle))
		}
	}
	one := executor(t, p, "First", Options{Vector: input.Vector{3}})
	two := executor(t, p, "First", Options{Vector: input.Vector{4}}) // before the first keeps the only image
	for range 2 {                                                    // with and without the call in the Once
		if path := explore(t, one); !slices.Equal(path.Output, input.Vector{3}) {
			t.Errorf("First(3): %v", path.Output)
		}
	}
	if path := explore(t, two); !slices.Equal(path.Output, input.Vector{4}) {
		t.Errorf("First(4): %v", path.Output)
	}
	if len(p.idle) != 0 || one.machine.own == nil || two.machine.own == nil || one.machine.own == two.machine.own {
		t.Errorf("%d images, and %p and %p", len(p.idle), one.machine.own, two.machine.own)
	}
}

// TestCutImage checks that the end of the context during an initialization spoils no later executor.
func TestCutImage(t *testing.T) {
	p := fresh(t, "./testdata/ends")
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := NewExecutor(ended, p, p.Entry("Square"), Options{Vector: input.Vector{3}}); err == nil {
		t.Error("the package was initialized after the end")
	}
	explore(t, executor(t, p, "Square", Options{Vector: input.Vector{3}}))
}

// TestBeforeRun checks that an initialization within a run sees nothing that the run has changed, and
// that its effects stay.
func TestBeforeRun(t *testing.T) {
	m := newMachine(nil)
	m.image = newImage()
	m.runs, m.epoch = 1, 1
	var h hashmap
	o := &object{cells: []cell{word(1), word(1)}}
	m.save(o)
	o.cells[0] = word(2)
	m.put(&h, 3, []cell{word(3)}, nil)
	m.beforeRun(func() {
		if o.cells[0].n != 1 || h.len() != 0 {
			t.Errorf("%+v, %+v", o, h)
		}
		o.cells[1] = word(5)
	})
	if o.cells[0].n != 2 || h.len() != 1 {
		t.Errorf("back in the run: %+v, %+v", o, h)
	}
	if m.rollback(); o.cells[0].n != 1 || o.cells[1].n != 5 || h.len() != 0 {
		t.Errorf("after the run: %+v, %+v", o, h)
	}
}

// TestTypeNames: identical types have one name, that of the runtime.
func TestTypeNames(t *testing.T) {
	nameOf := func(t types.Type) string { return (&rtype{goType: t}).String() }
	anyType, empty := types.Universe.Lookup("any").Type(), types.NewInterfaceType(nil, nil)
	for _, e := range []types.Type{anyType, empty} {
		m := types.NewMap(types.Typ[types.String], types.NewSlice(e))
		if got, want := nameOf(m), fmt.Sprintf("%T", map[string][]any(nil)); got != want {
			t.Errorf("%s, not %s", got, want)
		}
		if got := nameOf(e); got != "interface {}" {
			t.Error(got)
		}
	}
	named := types.NewNamed(types.NewTypeName(0, types.NewPackage("a", "a"), "any", nil), types.Typ[types.Int], nil)
	if got := nameOf(named); got != "a.any" {
		t.Error(got)
	}
}
