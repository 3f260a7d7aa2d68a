package symexec

import (
	"strings"
	"testing"

	"nearmiss/input"
)

// TestNested checks paths on which goroutines wait in functions that a model calls: a path
// returns what machine code returns, or ends as Unsupported, and leaves nothing to the next.
func TestNested(t *testing.T) {
	p := program(t, "./testdata/ends")
	for _, c := range []struct {
		fn     string
		output uint64 // the first word; another one is a package variable
		why    string // part of the detail of the end; "" if the path returns
	}{
		{"Leak", 7, ""},
		{"Within", 71, ""},
		{"Crossed", 71, ""},
		{"Mute", 0, "a goroutine that waits in a call"},
		{"Twice", 14, ""},
		{"Settle", 8, ""},
		{"Broken", 8, ""},
		{"Await", 0, "waits for a goroutine"},
	} {
		e := executor(t, p, c.fn, Options{Vector: input.Vector{7}, Concrete: true})
		var first *Path
		for range 3 {
			path, err := e.Explore(t.Context(), nil, Follow{})
			if err != nil {
				t.Fatal(err)
			}
			switch end := path.End; {
			case c.why == "" && (end.Kind != Returned || path.Output[0] != c.output):
				t.Errorf("%s: %v, output %v, want %d", c.fn, end, path.Output, c.output)
			case c.why != "" && (end.Kind != Unsupported || !strings.Contains(end.Detail, c.why)):
				t.Errorf("%s: %v, output %v, want %q", c.fn, end, path.Output, c.why)
			}
			if first == nil {
				first = path
			}
			if path.Cost != first.Cost {
				t.Errorf("%s: cost %+v, and of the first path %+v", c.fn, path.Cost, first.Cost)
			}
		}
	}
}

// TestInterruptedOnce checks that a fault in a Once of the package leaves the path its count of
// instructions, and that the next path calls the function again.
func TestInterruptedOnce(t *testing.T) {
	e := executor(t, program(t, "./testdata/ends"), "Processors", Options{Vector: input.Vector{7}, Concrete: true})
	faulty := true
	ownImage(e).models["runtime.NumCPU"] = func(c *modelCall) bool {
		if faulty {
			panic("symexec: BUG: here")
		}
		return c.machine.stopAt(Unsupported, "called again")
	}
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil || path.End.Kind != Faulted || path.Instructions > 10_000 {
		t.Errorf("%v after %d instructions, %v", path.End, path.Instructions, err)
	}
	faulty = false
	for range 2 {
		if path, err = e.Explore(t.Context(), nil, Follow{}); err != nil || path.End.Detail != "called again" {
			t.Errorf("%v, %v", path.End, err)
		}
	}
}
