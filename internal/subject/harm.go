package subject

import (
	"context"
	"fmt"
	"go/types"
	"strings"

	"nearmiss/internal/effects"
)

// Harm says what harm the function could do, with what its inputs bring, if
// nothing kept it from that; nil if none. Tests of it run without a sandbox.
func (s *Subject) Harm(ctx context.Context) (*effects.Refusal, error) {
	known, err := s.study(ctx)
	if err != nil {
		return nil, err
	}
	handed := effects.Handed(s.coder.Brings(s.Fn))
	refusals, err := known.Refusals(ctx, func(*types.Func) effects.Handed { return handed })
	if err != nil {
		return nil, err
	}
	return refusals[s.Func.Obj], nil
}

// study finds out what functions can do, once it is asked. An interrupted
// study is begun again.
func (s *Subject) study(ctx context.Context) (_ *effects.Study, err error) {
	if s.known == nil {
		s.known, err = s.Study(ctx, s.Package)
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
	missing := s.Guard(ctx, s.opt.Sandbox)
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
