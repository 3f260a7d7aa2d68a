package differential

import (
	"context"
	"fmt"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
)

// Options say what is compared.
type Options struct {
	Dir    string // where packages are loaded from
	Temp   string // for workers, by default the system's place
	Inputs int    // of each function
	Seed   uint64
}

// Bounds of a run.
const (
	longest = 12      // elements of a string, slice or map
	fuel    = 20_000  // statements
	traced  = 100_000 // branches that are compared
)

// Row is what came of one function.
type Row struct {
	Package, Func string
	Inputs        int // that were run
	Agreed        int // inputs on which all engines say the same
	Outside       int // inputs on which native runs differ among themselves
	Beyond        int // inputs that take more memory or calls than the executor may
	Order         int // inputs that were compared without order
	Gaps          []Gap
}

// Gap is one way in which the engines differ, or a reason why the executor
// cannot tell.
type Gap struct {
	Reason string
	Count  int
	Input  string // the first one, as a call
}

// Package compares the functions of a package, in the order of the source.
func Package(ctx context.Context, pattern string, opt Options) ([]Row, error) {
	t, err := open(ctx, pattern, opt)
	if err != nil {
		return nil, err
	}
	defer t.close()
	if t.set == nil {
		return nil, nil
	}
	e, err := newEngine(ctx, t.set)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for entry := range t.set.Entries {
		row, err := t.function(ctx, e, entry)
		if err != nil {
			return rows, fmt.Errorf("%s.%s: %w", row.Package, row.Func, err)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// function compares one function.
func (t *compiled) function(ctx context.Context, e *engine, entry int) (Row, error) {
	row := Row{Package: t.set.Pkg.ImportPath, Func: t.set.Entries[entry].Sig.Name}
	if err := t.restart(ctx); err != nil {
		return row, err
	}
	vectors := t.vectors(entry)
	runs, err := t.measure(ctx, entry, vectors)
	if err != nil {
		return row, err
	}
	for i := range runs {
		if runs[i].Avoided {
			row.Outside++ // it ends the process
			continue
		}
		row.Inputs++
		v, err := t.input(ctx, e, entry, vectors[i], &runs[i])
		if err != nil {
			return row, err
		}
		row.add(v, func() string { return t.call(entry, vectors[i]) })
		if row.hopeless() {
			break
		}
	}
	return row, nil
}

// input compares the engines on one input.
func (t *compiled) input(ctx context.Context, e *engine, entry int, v input.Vector, m *worker.Measured) (verdict, error) {
	nat := nativeRun(m)
	var all verdict
	for _, symbolic := range []bool{false, true} {
		sym, err := e.run(ctx, entry, v, symbolic)
		if err != nil {
			return verdict{}, err
		}
		got, err := t.judge(ctx, entry, v, &nat, &sym)
		if err != nil {
			return verdict{}, err
		}
		if got.gap != "" && symbolic {
			got.gap = "with terms: " + got.gap
		}
		if got.gap != "" || got.outside || got.beyond {
			return got, nil
		}
		all.order = all.order || got.order
	}
	return all, nil
}

// call is an input as a reader would write it.
func (t *compiled) call(entry int, v input.Vector) string {
	if src, _, err := testgen.Call(t.pkg, t.set.Entries[entry], v); err == nil {
		return src
	}
	return fmt.Sprint(v)
}

func (r *Row) add(v verdict, input func() string) {
	switch {
	case v.outside:
		r.Outside++
		return
	case v.beyond:
		r.Beyond++
		return
	case v.gap == "":
		r.Agreed++
	default:
		i := slices.IndexFunc(r.Gaps, func(g Gap) bool { return g.Reason == v.gap })
		if i < 0 {
			i = len(r.Gaps)
			r.Gaps = append(r.Gaps, Gap{Reason: v.gap, Input: input()})
		}
		r.Gaps[i].Count++
	}
	if v.order {
		r.Order++
	}
}

// mostGaps is how many different gaps, and mostFails how many inputs with one,
// say enough of a function.
const (
	mostGaps  = 5
	mostFails = 40
)

// hopeless reports whether more inputs would say nothing new.
func (r *Row) hopeless() bool {
	n := 0
	for _, g := range r.Gaps {
		n += g.Count
	}
	return len(r.Gaps) >= mostGaps || n >= mostFails && r.Agreed == 0
}
