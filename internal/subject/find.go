package subject

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/effects"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// Options say how a function is made ready. The zero value works.
type Options struct {
	Dir     string         // where the package is read from, by default the current directory
	Workers int            // in the pool, by default 1
	Fuel    uint64         // statements a native run may execute, by default native's
	Memory  int64          // bytes a worker may have, by default native's
	Sandbox *sandbox.Parts // to make use of, by default all that there is

	Domains map[string]string // ranges of numbers by parameter: see Domains

	// Concrete refuses generic functions, in place of choosing type arguments.
	Concrete bool

	// Accept, if set, may refuse the function by its signature, before
	// anything is built. Find returns its error as it is.
	Accept func(*input.Signature) error
}

// A Subject is a function that is ready to run.
type Subject struct {
	Package *load.Package
	Graph   *cfg.Package
	Func    *cfg.Func // in Graph
	Fn      *harness.Fn
	Set     *Set           // the rewritten sources, for both engines
	Mirror  *native.Mirror // of the package, if it has one
	Pool    *native.Pool   // of workers, in which the function is entry 0
	Place                  // its Temp goes with the subject

	opt    Options
	coder  *harness.Coder
	known  *effects.Study // what functions can do, once it was asked
	plain  variant
	hooked variant // once it was asked for
}

// UsageError is a fault of the call, not of the code under test.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// Find makes the function of a name ready. The name is as for nearmiss explain:
// ./sorts.Quick, bytes.(*Buffer).ReadBytes. With () behind it, it stands for what
// the function returns, if that is a function literal: .Above().
func Find(ctx context.Context, name string, opt Options) (_ *Subject, err error) {
	if opt.Dir == "" {
		opt.Dir = "."
	}
	s := &Subject{opt: opt}
	if s.Place, err = NewPlace(opt.Dir); err != nil {
		return nil, err
	}
	if err := s.find(ctx, name); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

func (s *Subject) find(ctx context.Context, name string) error {
	if err := s.Settle(ctx); err != nil {
		return err
	}
	name, result := strings.CutSuffix(name, "()")
	pattern, name, err := load.ParseName(name)
	if err != nil {
		return &UsageError{err}
	}
	decl, err := s.declaration(ctx, pattern, name)
	if err != nil {
		return err
	}
	if err := s.sign(ctx, decl, name, result); err != nil {
		return err
	}
	domains, err := NewDomains(s.opt.Domains)
	if err == nil {
		domains.Bound(s.Fn.Sig)
		err = domains.Unused()
	}
	if err != nil {
		return &UsageError{fmt.Errorf("-domain %w", err)}
	}
	if s.opt.Accept != nil {
		if err := s.opt.Accept(s.Fn.Sig); err != nil {
			return err
		}
	}
	return s.build(ctx)
}

// declaration loads the package of the function and finds it there.
func (s *Subject) declaration(ctx context.Context, pattern, name string) (*ast.FuncDecl, error) {
	pkgs, err := s.Load(ctx, nil, pattern)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 {
		return nil, &UsageError{fmt.Errorf("%s names %d packages; name one", pattern, len(pkgs))}
	}
	s.Package = pkgs[0]
	decl, err := load.FindFunc(s.Package, name)
	if err != nil {
		return nil, err
	}
	at := s.Package.Fset.Position(decl.Pos())
	switch {
	case decl.Body == nil:
		return nil, fmt.Errorf("%s: %s has no Go body: there are no paths to search; name a Go function that calls it", at, name)
	case s.opt.Concrete && s.generic(decl):
		return nil, fmt.Errorf("%s: %s is generic: name a function that calls it with its type arguments", at, name)
	case s.Package.UsesCgo(decl.Pos()):
		return nil, fmt.Errorf("%s: the file of %s uses cgo, and is left as it is", at, name)
	case decl.Recv == nil && (name == "init" || name == "main" && s.Package.Name == "main"):
		return nil, fmt.Errorf("func %s cannot be called", name)
	}
	return decl, nil
}

// generic reports whether a function or its receiver has type parameters.
func (s *Subject) generic(decl *ast.FuncDecl) bool {
	obj, ok := s.Package.Info.Defs[decl.Name].(*types.Func)
	return ok && (obj.Signature().TypeParams().Len() > 0 || obj.Signature().RecvTypeParams().Len() > 0)
}

// sign finds the graph of the function, and what it takes and returns; or what
// the call of its result does.
func (s *Subject) sign(ctx context.Context, decl *ast.FuncDecl, name string, result bool) error {
	s.Graph = cfg.Build(s.Package.Source)
	for _, f := range s.Graph.Funcs {
		if f.Decl == decl {
			s.Func = f
		}
	}
	s.coder = harness.New(s.Package)
	s.coder.Judge(s.harmless(ctx))
	at := s.Package.Fset.Position(decl.Pos())
	if !result {
		fn, err := s.coder.Sign(s.Func.Obj, harness.Options{})
		if err != nil {
			return fmt.Errorf("%s: %s: %w", at, name, err)
		}
		s.Fn = fn
		return nil
	}
	shapes, err := s.coder.Variants(s.Func.Obj, harness.Options{})
	if err != nil {
		return fmt.Errorf("%s: %s: %w", at, name, err)
	}
	if s.Fn = shapes[len(shapes)-1]; s.Fn.Sig.Calls == nil {
		return &UsageError{fmt.Errorf("%s: %s returns no function literal of its own that could be called; name it without ()", at, name)}
	}
	return nil
}

// build rewrites the package, builds it and starts its workers.
func (s *Subject) build(ctx context.Context) (err error) {
	if s.Mirror, err = s.NewMirror(ctx, s.Package); err != nil {
		return err
	}
	if err := s.guard(ctx); err != nil {
		return err
	}
	s.plain, err = s.variant(ctx, false)
	s.Set, s.Pool = s.plain.set, s.plain.pool
	return err
}

// Close ends the workers and removes temporary files.
func (s *Subject) Close() {
	if s == nil {
		return
	}
	s.plain.close()
	s.hooked.close()
	s.Place.Close()
}

// Name is that of the function with its package.
func (s *Subject) Name() string { return s.Package.ImportPath + "." + s.Fn.Sig.Name }

// Call prints a call of the function with an input.
func (s *Subject) Call(v input.Vector) string {
	text, _, _ := testgen.Call(s.Package, s.Fn, v)
	return text
}
