package subject

import (
	"context"

	"nearmiss/internal/harness"
	"nearmiss/internal/native"
)

// A variant is one rewritten version of the function, with its workers.
type variant struct {
	set    *Set
	binary *native.Binary
	pool   *native.Pool
}

// entries lists the entries of workers: the function, and two more with Options.States.
func (s *Subject) entries() []*harness.Fn {
	if s.State == nil {
		return []*harness.Fn{s.Fn}
	}
	return []*harness.Fn{s.Fn, s.State, s.Literal}
}

// variant rewrites the package, builds it and starts its workers. Even if it returns an error,
// close the result.
func (s *Subject) variant(ctx context.Context, hooks bool) (v variant, err error) {
	v.set, err = Prepare(ctx, s.Package, s.entries(), SetOptions{
		Place: s.Place, Module: true, Hooks: hooks, Coder: s.coder, Graph: s.Graph, Mirror: s.Mirror,
	})
	if err != nil {
		return v, err
	}
	if v.binary, err = v.set.Build(ctx, s.Temp); err != nil {
		return v, err
	}
	o := v.set.Options()
	o.Fuel, o.Memory = s.opt.Fuel, s.opt.Memory
	v.pool, err = native.NewPool(ctx, v.binary, o, s.opt.Workers)
	return v, err
}

func (v *variant) close() {
	if v.pool != nil {
		v.pool.Close()
	}
	v.binary.Close()
}

// Hooked returns the rewritten sources and workers of the function with hooks, which pass the live
// values at conditions of its package to the probes. The probes compute path distances from them.
// The numbers of conditions are those of s.Set. The first call rewrites and builds the function;
// Close ends the workers.
func (s *Subject) Hooked(ctx context.Context) (_ *Set, _ *native.Pool, err error) {
	if s.hooked.pool == nil {
		s.hooked.close()
		s.hooked, err = s.variant(ctx, true)
	}
	return s.hooked.set, s.hooked.pool, err
}
