package subject

import (
	"context"
	"fmt"
	"go/types"
	"strings"

	"nearmiss/internal/effects"
	"nearmiss/internal/load"
	"nearmiss/internal/sandbox"
)

// Harm says what harm the function could do, with what its inputs bring, if
// nothing kept it from that; nil if none. Tests of it run without a sandbox.
func (s *Subject) Harm(ctx context.Context) (*effects.Refusal, error) {
	known, err := s.study(ctx)
	if err != nil {
		return nil, err
	}
	code := s.coder.Brings(s.Fn)
	refusals, err := known.Refusals(ctx, func(*types.Func) effects.Handed {
		return effects.Handed{Funcs: code.Funcs, Vars: code.Vars, Types: code.Types}
	})
	if err != nil {
		return nil, err
	}
	return refusals[s.Func.Obj], nil
}

// study finds out what functions can do, once it is asked. An interrupted
// study is begun again.
func (s *Subject) study(ctx context.Context) (_ *effects.Study, err error) {
	if s.known == nil {
		s.known, err = effects.NewStudy(ctx, s.opt.Dir, s.loadOptions(), []*load.Package{s.Package})
	}
	return s.known, err
}

// harmless judges the functions that make inputs: nothing harmful is called
// for that.
func (s *Subject) harmless(ctx context.Context) func(*types.Func) bool {
	return func(fn *types.Func) bool {
		known, err := s.study(ctx)
		return err == nil && known.Harmless(s.Package, fn)
	}
}

// guard settles what keeps the code under test from harm. Where that is not
// all that there could be, functions that could do some are refused.
func (s *Subject) guard(ctx context.Context) error {
	if s.opt.Sandbox != nil {
		s.Parts = *s.opt.Sandbox
	} else {
		s.Parts = sandbox.Probe(ctx)
	}
	missing := s.Parts.Missing()
	if missing == nil {
		return nil
	}
	r, err := s.Harm(ctx)
	if err != nil {
		return err
	}
	if r != nil {
		return fmt.Errorf("%s is refused: it %s, and this system has no %s to keep it from harm", s.Fn.Sig.Name, r, strings.Join(missing, " and no "))
	}
	return nil
}
