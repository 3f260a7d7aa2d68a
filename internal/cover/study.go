package cover

import (
	"context"
	"go/types"
	"sync"

	"nearmiss/internal/effects"
	"nearmiss/internal/load"
	"nearmiss/internal/testcheck"
)

// A study analyses in the background what effects functions can have, while the packages are
// planned.
type study struct {
	wait   func() (*effects.Study, error)
	ctx    context.Context // ends with the study
	cancel context.CancelFunc
}

// beginStudy starts the analysis of the packages' functions and of the functions that make their
// inputs.
func (s *session) beginStudy(ctx context.Context, pkgs []*load.Package) {
	ctx, cancel := testcheck.WithDeadline(ctx, s.latest())
	s.study = &study{ctx: ctx, cancel: cancel, wait: sync.OnceValues(func() (*effects.Study, error) {
		return s.Study(ctx, pkgs...)
	})}
	go s.study.wait()
}

// end stops the analysis if it is still running.
func (y *study) end() {
	if y != nil {
		y.cancel()
		_, _ = y.wait()
	}
}

// inMemory lists the kinds of harm that a process can do only to itself. Tests of functions
// under test may do such harm too.
var inMemory = []effects.Kind{effects.Unsafe, effects.Body}

// harmless returns a function that reports whether inputs may use a function that makes inputs, or a
// method of a value in an interface. A function that acts outside its process is never called for
// an input, with or without a sandbox, because the written tests call it too. Without a complete
// sandbox, functions under test are refused if their inputs may run any harmful code, so then no
// kind of harm is allowed.
func (s *session) harmless(pkg *load.Package) func(*types.Func) bool {
	var allowed []effects.Kind
	if s.Parts.Complete() {
		allowed = inMemory
	}
	return func(fn *types.Func) bool {
		known, err := s.study.wait()
		return err == nil && known.Harmless(pkg, fn, allowed...)
	}
}

// ofPackage asks a study about a package. It returns nil without a study.
func ofPackage[T any](y *study, pkg *load.Package, ask func(*effects.Study, *load.Package) map[*types.Func]T) map[*types.Func]T {
	known, err := y.wait()
	if err != nil {
		return nil
	}
	return ask(known, pkg)
}

// inputCodeOf returns a function that lists the code that the inputs of a searched function, and of its
// variants, may run.
func (s *session) inputCodeOf() func(*types.Func) effects.Handed {
	by := map[*types.Func]effects.Handed{}
	for _, u := range s.units {
		for _, f := range u.entries() {
			code, h := u.inputCode(f), by[f.cfg.Obj]
			h.Funcs = append(h.Funcs, code.Funcs...)
			h.Vars = append(h.Vars, code.Vars...)
			h.Types = append(h.Types, code.Types...)
			by[f.cfg.Obj] = h
		}
	}
	return func(fn *types.Func) effects.Handed { return by[fn] }
}
