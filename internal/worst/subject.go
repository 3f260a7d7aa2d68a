package worst

import (
	"context"
	"errors"
	"fmt"
	"go/types"
	"path/filepath"
	"strings"

	"nearmiss/cfg"
	"nearmiss/internal/codec"
	"nearmiss/internal/effects"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/prepare"
	"nearmiss/internal/sandbox"
)

// A subject is the function, ready to run.
type subject struct {
	pkg  *load.Package
	cf   *cfg.Func
	fn   *codec.Fn
	set  *prepare.Set
	bin  *native.Binary
	pool *native.Pool
	harm func(context.Context) (*effects.Refusal, error) // what only the sandbox keeps it from

	parts  sandbox.Parts
	mirror *native.Mirror
}

// find loads the package of the function and finds its signature.
func (s *Session) find(ctx context.Context) (*subject, error) {
	pattern, name, err := load.ParseName(s.opt.Func)
	if err != nil {
		return nil, &UsageError{err}
	}
	pkgs, err := load.Load(ctx, s.opt.Dir, load.Options{Env: s.env, Overlay: s.source}, pattern)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 {
		return nil, &UsageError{fmt.Errorf("%s names %d packages; name one", pattern, len(pkgs))}
	}
	u := &subject{pkg: pkgs[0]}
	decl, err := load.FindFunc(u.pkg, name)
	if err != nil {
		return nil, err
	}
	switch {
	case decl.Body == nil:
		return nil, fmt.Errorf("%s: %s has no Go body: there are no paths to search", u.pkg.Fset.Position(decl.Pos()), name)
	case u.pkg.UsesCgo(decl.Pos()):
		return nil, fmt.Errorf("%s: the file of %s uses cgo, and is left as it is", u.pkg.Fset.Position(decl.Pos()), name)
	case decl.Recv == nil && (name == "init" || name == "main" && u.pkg.Name == "main"):
		return nil, fmt.Errorf("func %s cannot be called", name)
	}
	graph := cfg.Build(u.pkg)
	for _, f := range graph.Funcs {
		if f.Decl == decl {
			u.cf = f
		}
	}
	coder := codec.New(u.pkg)
	study := s.study(u)
	coder.Judge(harmless(ctx, study, u))
	if u.fn, err = coder.Sign(u.cf.Obj, codec.Options{}); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", u.pkg.Fset.Position(decl.Pos()), name, err)
	}
	u.harm = func(ctx context.Context) (*effects.Refusal, error) { return refusal(ctx, study, u, coder) }
	if err := checkSizes(u.fn.Sig, s.opt.Sizes); err != nil {
		return nil, &UsageError{err}
	}
	return u, s.prepare(ctx, u, graph, coder)
}

// study finds out what functions can do, once it is asked. An interrupted
// study is begun again.
func (s *Session) study(u *subject) func(context.Context) (*effects.Study, error) {
	var known *effects.Study
	return func(ctx context.Context) (_ *effects.Study, err error) {
		if known == nil {
			known, err = effects.NewStudy(ctx, s.opt.Dir, load.Options{Env: s.env, Overlay: s.source}, []*load.Package{u.pkg})
		}
		return known, err
	}
}

// harmless judges the functions that make inputs: nothing harmful is called
// for that.
func harmless(ctx context.Context, study func(context.Context) (*effects.Study, error), u *subject) func(*types.Func) bool {
	return func(fn *types.Func) bool {
		known, err := study(ctx)
		return err == nil && known.Harmless(u.pkg, fn)
	}
}

// refusal says what harm the function could do, with what its inputs bring.
func refusal(ctx context.Context, study func(context.Context) (*effects.Study, error), u *subject, coder *codec.Coder) (*effects.Refusal, error) {
	known, err := study(ctx)
	if err != nil {
		return nil, err
	}
	code := coder.Brings(u.fn)
	refusals, err := known.Refusals(ctx, func(*types.Func) effects.Handed {
		return effects.Handed{Funcs: code.Funcs, Vars: code.Vars, Types: code.Types}
	})
	if err != nil {
		return nil, err
	}
	return refusals[u.cf.Obj], nil
}

// prepare rewrites the package and builds and starts its worker.
func (s *Session) prepare(ctx context.Context, u *subject, graph *cfg.Package, coder *codec.Coder) error {
	dir, err := filepath.Abs(s.opt.Dir)
	if err != nil {
		return err
	}
	if u.mirror, err = native.NewMirror(ctx, u.pkg, dir, s.env, s.temp); err != nil {
		return err
	}
	if err := s.guard(ctx, u); err != nil {
		return err
	}
	u.set, err = prepare.Package(ctx, u.pkg, []*codec.Fn{u.fn}, prepare.Options{
		Dir: dir, Env: s.env, Source: s.source, Overlay: s.overlay, Module: true,
		Coder: coder, Graph: graph, Mirror: u.mirror,
	})
	if err != nil {
		return err
	}
	if u.bin, err = u.set.Build(ctx, s.temp); err != nil {
		return err
	}
	o := u.set.Options()
	o.Fuel, o.Memory, o.TempDir, o.Sandbox = fuel, memory, s.temp, u.parts
	u.pool, err = native.NewPool(ctx, u.bin, o, 1)
	return err
}

// guard settles what keeps the code under test from harm. Where that is not
// all that there could be, functions that could do some are refused.
func (s *Session) guard(ctx context.Context, u *subject) error {
	if s.opt.Sandbox != nil {
		u.parts = *s.opt.Sandbox
	} else {
		u.parts = sandbox.Probe(ctx)
	}
	missing := u.parts.Missing()
	if missing == nil {
		return nil
	}
	r, err := u.harm(ctx)
	if err != nil {
		return err
	}
	if r != nil {
		return fmt.Errorf("%s is refused: it %s, and this system has no %s to keep it from harm", u.fn.Sig.Name, r, strings.Join(missing, " and no "))
	}
	return nil
}

func (u *subject) close() {
	if u == nil {
		return
	}
	if u.pool != nil {
		u.pool.Close()
	}
	u.bin.Close()
}

// name is that of the function with its package.
func (u *subject) name() string { return u.pkg.ImportPath + "." + u.fn.Sig.Name }

var errNoRun = errors.New("no run of it could be counted")
