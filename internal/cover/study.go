package cover

import (
	"context"
	"go/types"
	"sync"

	"nearmiss/internal/effects"
	"nearmiss/internal/load"
)

// A study finds out what functions can do while the packages are looked at.
type study struct {
	wait   func() (*effects.Study, error)
	cancel context.CancelFunc
}

// beginStudy starts the study of what the packages' functions, and those that
// make their inputs, can do.
func (s *session) beginStudy(ctx context.Context, pkgs []*load.Package) {
	ctx, cancel := context.WithCancel(ctx)
	s.study = &study{cancel: cancel, wait: sync.OnceValues(func() (*effects.Study, error) {
		return s.Study(ctx, pkgs...)
	})}
	go s.study.wait()
}

// end stops the study if it is still going on.
func (y *study) end() {
	if y != nil {
		y.cancel()
		_, _ = y.wait()
	}
}

// inMemory are kinds of harm that a process does to nobody but itself, and that tests of
// functions under test do, too, if these have it.
var inMemory = []effects.Kind{effects.Unsafe, effects.Body}

// harmless judges the functions that make inputs of a package's functions, and the methods
// of those that stand in interfaces: nothing that acts outside its process is called for
// that, sandbox or not, because tests call it too. Without a whole sandbox functions are
// refused whose inputs bring anything harmful along, and so nothing is harmless that does.
func (s *session) harmless(pkg *load.Package) func(*types.Func) bool {
	var allowed []effects.Kind
	if s.Parts.Whole() {
		allowed = inMemory
	}
	return func(fn *types.Func) bool {
		known, err := s.study.wait()
		return err == nil && known.Harmless(pkg, fn, allowed...)
	}
}

// refusals tells which functions could do harm, by themselves or by what their
// inputs, as they were handed, bring along.
func (s *session) refusals(ctx context.Context, handed func(*types.Func) effects.Handed) (map[*types.Func]*effects.Refusal, error) {
	known, err := s.study.wait()
	if err != nil {
		return nil, err
	}
	return known.Refusals(ctx, handed, s.opt.allowedKinds()...)
}

// handed tells what the inputs of the functions that are searched bring along.
func (s *session) handed() func(*types.Func) effects.Handed {
	by := map[*types.Func]effects.Handed{}
	for _, u := range s.units {
		for _, f := range u.entries() {
			code, h := u.brings(f), by[f.cfg.Obj]
			h.Funcs = append(h.Funcs, code.Funcs...)
			h.Vars = append(h.Vars, code.Vars...)
			h.Types = append(h.Types, code.Types...)
			by[f.cfg.Obj] = h
		}
	}
	return func(fn *types.Func) effects.Handed { return by[fn] }
}
