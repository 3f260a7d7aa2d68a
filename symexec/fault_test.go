package symexec

import (
	"context"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/term"
)

// broken is a solver that panics at every query.
type broken struct{ smt.Solver }

func (broken) Check(context.Context, *term.Term, term.Env) smt.Answer {
	panic("smt: BUG: out of order")
}

// other is a Chooser that wants the sides that the witness does not take.
type other struct{ Follow }

func (other) Choose(b *Branch) bool { return !b.Witness }

// TestFault checks that a panic of a model or of the solver ends the path and not the process,
// that the next path is not affected, and that a solver that has panicked is not used again.
func TestFault(t *testing.T) {
	p := program(t, "./testdata/ends")
	whole := embedded.New(embedded.Options{})
	defer whole.Close()
	e := executor(t, p, "Class", Options{Vector: input.Vector{'x'}, Solver: broken{whole}})
	for i, want := range []EndKind{Faulted, Returned} {
		path, err := e.Explore(t.Context(), nil, other{})
		if err != nil || path.End.Kind != want {
			t.Fatalf("path %d: %+v, %v", i, path.End, err)
		}
		if i == 0 && (path.End.Detail != "solver: smt: BUG: out of order" || !strings.HasPrefix(path.End.At, "ends.go:")) {
			t.Errorf("%+v", path.End)
		}
		if i == 1 && (path.Decisions[0].Why != Undecided || path.Queries != 0) {
			t.Errorf("%+v", path.Decisions)
		}
	}
	e = executor(t, p, "Deep", Options{Vector: input.Vector{3}, Solver: whole})
	ownImage(e).probes["Begin"] = func(*modelCall) bool { panic("symexec: BUG: here") }
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil || path.End.Kind != Faulted || path.End.Detail != "symexec: BUG: here" {
		t.Errorf("%+v, %v", path.End, err)
	}
}

// TestChooserPanics checks that a panic of a Chooser is not recovered.
func TestChooserPanics(t *testing.T) {
	e := executor(t, program(t, "./testdata/ends"), "Class", Options{Vector: input.Vector{'x'}})
	defer func() {
		if recover() != "enough" {
			t.Error("the panic did not arrive")
		}
		if path, err := e.Explore(t.Context(), nil, Follow{}); err != nil || path.End.Kind != Returned {
			t.Errorf("%+v, %v", path.End, err)
		}
	}()
	e.Explore(t.Context(), nil, panicker{})
	t.Error("no panic")
}

type panicker struct{ Follow }

func (panicker) Choose(*Branch) bool { panic("enough") }

// TestTerms checks that a path with too many terms ends as OutOfMemory.
func TestTerms(t *testing.T) {
	e := executor(t, program(t, "./testdata/ends"), "Grow", Options{Vector: input.Vector{1}, Limits: Limits{Terms: 1000}})
	path, err := e.Explore(t.Context(), nil, Follow{})
	if err != nil || path.End.Kind != OutOfMemory || path.End.Detail != "terms" {
		t.Errorf("%+v, %v", path.End, err)
	}
}

// TestText checks the memory that texts count for: a word for each byte if the text may be
// symbolic, else a word for eight bytes.
func TestText(t *testing.T) {
	in := input.Vector{4, 'a', 'b', 'c', 'd'}
	for _, x := range []struct {
		concrete bool
		cells    int64
		want     EndKind
	}{
		{false, 1 << 14, OutOfMemory},
		{false, 1 << 16, Returned},
		{true, 1 << 11, OutOfMemory},
		{true, 1 << 14, Returned},
	} {
		e := executor(t, program(t, "./testdata/ends"), "Double", Options{Vector: in, Concrete: x.concrete, Limits: Limits{Cells: x.cells}})
		path, err := e.Explore(t.Context(), nil, Follow{})
		if err != nil || path.End.Kind != x.want || x.want == OutOfMemory && path.End.Detail != "strings" {
			t.Errorf("%d words: %+v, %v", x.cells, path.End, err)
		}
	}
}

// TestUnknown checks that an operation on an unknown value is unknown too while a package is
// initialized, and ends a path with the reason.
func TestUnknown(t *testing.T) {
	p := program(t, "./testdata/ends")
	for _, fn := range []string{"Home", "Away"} {
		e := executor(t, p, fn, Options{Vector: input.Vector{1}})
		path, err := e.Explore(t.Context(), nil, Follow{})
		if err != nil || path.End.Kind != Unsupported || path.End.Detail != "os.Getwd: asks the operating system" {
			t.Errorf("%s: %v, %v", fn, path.End, err)
		}
	}
}
