package cover

import (
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/syntax"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

const (
	mostTried     = 32  // functions of a package whose inputs are tried
	endlessShrink = 400 // evaluations for shrinking one input
)

// sawEndless records an input whose run used up the fuel, unless a simpler one is known.
func (f *function) sawEndless(v input.Vector) {
	if v != nil && f.legal(v) && (f.endless == nil || worker.Simplicity(v) < worker.Simplicity(f.endless)) {
		f.endless = v
	}
}

// loops makes a job for each exported function with a loop that runs random inputs: those that took its branches may be few.
func (s *session) loops(u *unit) (list []job) {
	for _, f := range u.funcs {
		if f.exported() && f.active() && f.sig.Inputs() > 0 && syntax.HasLoop(f.cfg.Decl) {
			j := s.searchJob(f, s.seed(f, 1<<47, 0), min(sampleSlice, uint64(s.opt.Evals)))
			j.Fuel, j.Limits.Legal, j.Crashes = firstFuel, true, sampleCrashes
			list = append(list, job{SearchJob: j, fn: f})
		}
	}
	return list
}

// tryEndless shrinks the input of each function that used up the fuel of a run, and forgets it unless the small input uses up
// the fuel of a worker, too, which is fifty times as much: then the function may not return. A loop that a number of the input makes
// long is not shown so, because shrinking makes the number small.
func (s *session) tryEndless(ctx context.Context, u *unit) error {
	list, _ := split(u.funcs, func(f *function) bool { return f.endless != nil && f.exported() && f.active() })
	for i, f := range list {
		v := f.endless
		if f.endless = nil; i >= mostTried || ctx.Err() != nil {
			continue
		}
		var err error
		runsLong := func(v input.Vector, fuel uint64) bool {
			if !f.legal(v) || input.SetupOf(f.sig, v) != input.Plain {
				return false
			}
			var r []*native.MeasureResult
			r, err = u.pool.Measure(ctx, []*worker.MeasureJob{{Entry: f.entry, Vectors: [][]uint64{v}, Fuel: fuel}})
			if err != nil || r[0] == nil || len(r[0].Runs) != 1 || r[0].Runs[0].Outcome != worker.FuelOut {
				return false
			}
			f.waits = r[0].Runs[0].Cost.Statements < fuel/2
			return true
		}
		if !runsLong(v, firstFuel) {
			continue
		}
		v, _ = search.Shrink(input.NewSpace(f.sig, f.limits), v, endlessShrink, func(v input.Vector) bool { return err == nil && runsLong(v, firstFuel) })
		if runsLong(v, native.DefaultFuel) {
			f.endless = slices.Clone(v)
		}
		if err != nil {
			return ignoreEnd(err)
		}
	}
	return nil
}

// endlessCall reports the call that did not return, nil if there is none.
func (f *function) endlessCall() *report.Endless {
	if f.endless == nil {
		return nil
	}
	e := &report.Endless{Call: f.callText(f.endless, mostPanicCall), Statements: native.DefaultFuel}
	if f.waits {
		e.Statements = 0
	}
	return e
}
