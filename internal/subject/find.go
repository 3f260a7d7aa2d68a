package subject

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
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

	// States adds two entries where the function is a method of an object: one that
	// reports states, and the method of literals.
	States bool

	// Concrete refuses generic functions, in place of choosing type arguments.
	Concrete bool

	// Accept, if set, may refuse the function by its signature, before
	// anything is built. Find returns its error as it is.
	Accept func(*input.Signature) error
}

// A Subject is a function that is ready to run.
type Subject struct {
	Named
	Fn     *harness.Fn
	Set    *Set           // the rewritten sources, for both engines
	Mirror *native.Mirror // of the package, if it has one
	Pool   *native.Pool   // of workers, in which the function is entry 0

	State   *harness.Fn // with Options.States, of a method of an object: harness.Coder.State of the function; entry 1
	Literal *harness.Fn // and harness.Coder.Literal; entry 2

	Place // its Temp goes with the subject

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
	opt.Dir = cmp.Or(opt.Dir, ".")
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

func (s *Subject) find(ctx context.Context, name string) (err error) {
	if err := s.Settle(ctx); err != nil {
		return err
	}
	name, result := strings.CutSuffix(name, "()")
	if s.Named, err = s.Look(ctx, name); err != nil {
		return err
	}
	if err := s.callable(); err != nil {
		return err
	}
	if err := s.sign(ctx, result); err != nil {
		return err
	}
	domains, err := NewDomains(s.opt.Domains)
	if err == nil {
		s.bound(domains)
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

// A Named function is what a name stands for.
type Named struct {
	Package *load.Package
	Graph   *cfg.Package
	Func    *cfg.Func // in Graph; nil if the function has no Go body
	Local   string    // its name in the package
	At      token.Position
}

// Look loads the package of a function and finds the function there.
func (p *Place) Look(ctx context.Context, name string) (n Named, err error) {
	pattern, local, err := load.ParseName(name)
	if err != nil {
		return n, &UsageError{err}
	}
	pkgs, err := p.Load(ctx, nil, pattern)
	if err != nil {
		return n, err
	}
	if len(pkgs) != 1 {
		return n, &UsageError{fmt.Errorf("%s names %d packages; name one", pattern, len(pkgs))}
	}
	n = Named{Package: pkgs[0], Graph: cfg.Build(pkgs[0].Source), Local: local}
	decl, err := load.FindFunc(n.Package, local)
	if err != nil {
		return n, err
	}
	n.At = n.Package.Fset.Position(decl.Pos())
	for _, f := range n.Graph.Funcs {
		if f.Decl == decl {
			n.Func = f
		}
	}
	return n, nil
}

// callable refuses a function that cannot be called or rewritten.
func (s *Subject) callable() error {
	at, name := s.At, s.Local
	switch {
	case s.Func == nil:
		return fmt.Errorf("%s: %s has no Go body: there are no paths to search; name a Go function that calls it", at, name)
	case s.opt.Concrete && s.generic():
		return fmt.Errorf("%s: %s is generic: name a function that calls it with its type arguments", at, name)
	case s.Package.UsesCgo(s.Func.Decl.Pos()):
		return fmt.Errorf("%s: the file of %s uses cgo, and is left as it is", at, name)
	case s.Func.Decl.Recv == nil && (name == "init" || name == "main" && s.Package.Name == "main"):
		return fmt.Errorf("func %s cannot be called", name)
	}
	return nil
}

// generic reports whether the function or its receiver has type parameters.
func (s *Subject) generic() bool {
	sig := s.Func.Obj.Signature()
	return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
}

// sign works out what the function takes and returns; or what the call of its result does.
func (s *Subject) sign(ctx context.Context, result bool) (err error) {
	s.coder = harness.New(s.Package)
	s.coder.Judge(s.harmless(ctx))
	if result {
		var shapes []*harness.Fn
		if shapes, err = s.coder.Variants(s.Func.Obj, harness.Options{}); err == nil {
			s.Fn = shapes[len(shapes)-1]
		}
	} else {
		s.Fn, err = s.coder.Sign(s.Func.Obj, harness.Options{})
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %s: %w", s.At, s.Local, err)
	case result && s.Fn.Sig.Calls == nil:
		return &UsageError{fmt.Errorf("%s: %s returns no function literal of its own that could be called; name it without ()", s.At, s.Local)}
	case s.opt.States && !result:
		return s.signStates()
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

// Steps prints the calls on the receiver in an input, one by one.
func (s *Subject) Steps(v input.Vector) []string {
	list, _ := testgen.Steps(s.Package, s.Fn, v)
	return list
}
