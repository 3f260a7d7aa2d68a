package subject

import (
	"context"
	"fmt"
	"go/types"
	"strings"

	"nearmiss/internal/effects"
)

// Harm describes the harm that the function could do without a sandbox, together with the code
// that its inputs bring along, or returns nil. Tests of the function run without a sandbox.
func (s *Subject) Harm(ctx context.Context) (*effects.Refusal, error) {
	known, err := s.study(ctx)
	if err != nil {
		return nil, err
	}
	handed := effects.Handed(s.coder.InputCode(s.Fn))
	refusals, err := known.Refusals(ctx, func(*types.Func) effects.Handed { return handed })
	if err != nil {
		return nil, err
	}
	return refusals[s.Func.Obj], nil
}

// study returns the analysis of effects. The first call makes it; an interrupted analysis is
// made again by the next call.
func (s *Subject) study(ctx context.Context) (_ *effects.Study, err error) {
	if s.known == nil {
		s.known, err = s.Study(ctx, s.Package)
	}
	return s.known, err
}

// harmless returns the function that decides which functions may be called to make inputs: those
// from which no harmful operation can be reached.
func (s *Subject) harmless(ctx context.Context) func(*types.Func) bool {
	return func(fn *types.Func) bool {
		known, err := s.study(ctx)
		return err == nil && known.Harmless(s.Package, fn)
	}
}

// guard chooses the parts of the sandbox. If a part is missing, it refuses a function that could
// do harm.
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
