// Package versions runs functions in several versions on the same inputs, and says which inputs tell the versions apart: what a
// caller sees of a run differs. The versions are the code as it is and its mutants, compiled into one worker.
//
//	v, err := versions.Build(ctx, set, keep, opts, 2)
//	runs, err := v.Runs(ctx, entry, vectors)
//	apart, err := v.Apart(ctx, entry, runs, []int{3}) // apart[3]: the runs that mutant 3 is noticed by
//
// An input is compared only if two runs of the code as it is are alike. There are no probes: goroutines are not waited for, and
// loops are bounded where they come to a mutant.
//
// A Versions belongs to one goroutine. It runs its workers at a time.
package versions

import (
	"cmp"
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"time"

	"nearmiss/input"
	"nearmiss/internal/instrument"
	"nearmiss/internal/mutant"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
)

// Versions is a package with its mutants in workers.
type Versions struct {
	Mutants []mutant.Mutant // mutant i has the number i+1
	binary  *native.Binary
	pool    *native.Pool
}

// Limits of a run. A run that is cut off by one tells nothing if it is of the code as it is.
const (
	fuel  = 100_000 // places with mutants
	loops = 20      // times the places of the run of the code as it is, and leastFuel, after which a mutant is a loop without end
	hang  = 100 * time.Millisecond

	leastFuel = 1000
)

// Build builds the worker of a package with the mutants of the functions that keep names, and starts some processes of it, unless there
// are no mutants. The caller must close the result.
func Build(ctx context.Context, set *subject.Set, keep func(*types.Func) bool, opts native.Options, parallel int) (*Versions, error) {
	s, err := mutant.Rewrite(set.Pkg, set.ReadFile, keep, mutant.Asking(instrument.ProbePath))
	if err != nil {
		return nil, err
	}
	v := &Versions{Mutants: s.Mutants}
	if len(s.Mutants) == 0 {
		return v, nil
	}
	if set.Pkg.Name == "main" {
		if err := renameMain(set, s.Files); err != nil {
			return nil, err
		}
	}
	if v.binary, err = set.BuildWith(ctx, opts.TempDir, s.Files); err != nil {
		return nil, err
	}
	opts.Fuel, opts.Hang, opts.MaxCrashes = fuel, hang, 4
	if v.pool, err = native.NewPool(ctx, v.binary, opts, parallel); err != nil {
		v.binary.Close()
		return nil, err
	}
	return v, nil
}

// Close ends the workers and removes the binary.
func (v *Versions) Close() {
	if v.pool != nil {
		v.pool.Close()
	}
	v.binary.Close()
}

// renameMain renames func main in the files of a package main, which the worker has a function of that name for.
func renameMain(set *subject.Set, files map[string][]byte) error {
	for _, path := range set.Pkg.GoFiles {
		text, ok := files[path]
		if !ok {
			var err error
			if text, err = set.ReadFile(path); err != nil {
				return err
			}
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "main" {
				at := fset.Position(d.Name.Pos()).Offset
				files[path] = slices.Concat(text[:at], []byte(instrument.MainName), text[at+len("main"):])
			}
		}
	}
	return nil
}

// A Run is one of the code as it is.
type Run struct {
	Vector  input.Vector
	Reached []int // mutants whose place the run reaches; none if a second run of the vector differs
	worker.Measured
}

// Runs runs vectors with the code as it is, each twice.
func (v *Versions) Runs(ctx context.Context, entry int, vectors []input.Vector) ([]Run, error) {
	plain, err := v.run(ctx, []*worker.MeasureJob{v.job(entry, vectors, 0), v.job(entry, vectors, 0)})
	if err != nil {
		return nil, err
	}
	first, second := plain[0].Runs, plain[1].Runs
	runs := make([]Run, min(len(first), len(second)))
	for i := range runs {
		r := &runs[i]
		if r.Vector, r.Measured = vectors[i], first[i]; r.Outcome <= worker.RuntimeError && same(&first[i], &second[i]) {
			for _, n := range r.Mutants {
				r.Reached = append(r.Reached, int(n)-1)
			}
		}
	}
	return runs, nil
}

// Apart returns for each mutant of a list the indices of the runs of an entry that tell it from the code as it is. Without an
// error the result is complete but for mutants that crash: a crash is the last run of a mutant.
func (v *Versions) Apart(ctx context.Context, entry int, runs []Run, mutants []int) (map[int][]int, error) {
	reach := map[int][]int{} // indices of the runs that come to each mutant
	for i := range runs {
		for _, m := range runs[i].Reached {
			reach[m] = append(reach[m], i)
		}
	}
	var jobs []*worker.MeasureJob
	var of []int
	for _, m := range mutants {
		if len(reach[m]) > 0 {
			var list []input.Vector
			places := uint64(0)
			for _, i := range reach[m] {
				list, places = append(list, runs[i].Vector), max(places, runs[i].Cost.Statements)
			}
			j := v.job(entry, list, m+1)
			j.Fuel = loops*places + leastFuel
			jobs, of = append(jobs, j), append(of, m)
		}
	}
	results, err := v.run(ctx, jobs)
	if err != nil {
		return nil, err
	}
	apart := map[int][]int{}
	for k, r := range results {
		m := of[k]
		for i := range r.Runs {
			if at := reach[m][i]; !r.Runs[i].Avoided && !same(&runs[at].Measured, &r.Runs[i]) {
				apart[m] = append(apart[m], at)
			}
		}
		for _, c := range r.Crashes {
			at := slices.IndexFunc(reach[m], func(i int) bool { return slices.Equal(runs[i].Vector, c.Vector) })
			if at >= 0 && !slices.Contains(apart[m], reach[m][at]) {
				apart[m] = append(apart[m], reach[m][at])
			}
		}
		slices.Sort(apart[m])
	}
	return apart, nil
}

// same reports whether a caller sees the same of two runs.
func same(a, b *worker.Measured) bool {
	return a.Outcome == b.Outcome && !a.Avoided && !b.Avoided && a.Text == b.Text && a.GoType == b.GoType && slices.Equal(a.Out, b.Out)
}

// job returns the job of running vectors with a mutant, or with none to learn which they reach.
func (v *Versions) job(entry int, vectors []input.Vector, number int) *worker.MeasureJob {
	j := &worker.MeasureJob{Entry: entry, Vectors: vectors, Results: true, Mutant: number}
	if number == 0 {
		j.Mutants = len(v.Mutants)
	}
	return j
}

func (v *Versions) run(ctx context.Context, jobs []*worker.MeasureJob) ([]*native.MeasureResult, error) {
	results, err := v.pool.Measure(ctx, jobs)
	if err == nil && slices.Contains(results, nil) {
		err = errors.New("a job had no result")
	}
	return results, cmp.Or(err, ctx.Err())
}
