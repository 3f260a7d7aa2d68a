package subject

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"strings"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/effects"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/testgen"
)

// Options configure Find. The zero value works.
type Options struct {
	Common         // Find uses Dir, Domains and Sandbox
	Workers int    // in the pool; default: 1
	Fuel    uint64 // statements that a native run may execute; default: that of package native
	Memory  int64  // bytes that a worker may use; default: that of package native

	// States adds two entries if the function is a method of an object: EntryState, which
	// reports states, and EntryLiteral, which calls the method on objects given as plain data.
	States bool

	// Concrete refuses generic functions instead of choosing type arguments.
	Concrete bool

	// Accept, if set, may refuse the function because of its signature, before anything is
	// built. Find returns its error unchanged.
	Accept func(*input.Signature) error
}

// A Subject is a function that is ready to run.
type Subject struct {
	Named
	Fn     *harness.Fn
	Set    *Set           // the rewritten sources, for both engines
	Mirror *native.Mirror // where a package is built that cannot be rewritten in place; else nil
	Pool   *native.Pool   // workers in which the function is entry 0

	State   *harness.Fn // with Options.States, for a method of an object: entry 1, from harness.Coder.States
	Literal *harness.Fn // with Options.States, for a method of an object: entry 2, from harness.Coder.States

	Place // Close removes its Temp

	opt    Options
	coder  *harness.Coder
	known  *effects.Study // effects of functions; nil until the first query
	plain  variant
	hooked variant // built by the first call of Hooked
}

// ErrTooSoon is the error of a call that an interrupt has ended before its search.
var ErrTooSoon = errors.New("interrupted before the search began; nothing was found yet")

// UsageError is an error of the caller and not of the code under test.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// Find makes the named function ready. The name has the form of nearmiss explain: ./sorts.Quick,
// bytes.(*Buffer).ReadBytes. With () at its end, as in .Above(), it names the function literal
// that the function returns.
func Find(ctx context.Context, name string, opt Options) (_ *Subject, err error) {
	opt.Complete()
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

// A Named is the function that a name refers to.
type Named struct {
	Package *load.Package
	Graph   *cfg.Package
	Func    *cfg.Func // in Graph; nil if the function has no Go body
	Local   string    // its name in the package
	At      token.Position
}

// Look loads the package of a function and finds the function in it.
func (p *Place) Look(ctx context.Context, name string) (n Named, err error) {
	pattern, local, err := load.ParseName(name)
	if err != nil {
		return n, &UsageError{err}
	}
	pkgs, err := p.Load(ctx, nil, pattern)
	if err != nil {
		return n, err
	}
	pkg, err := load.Only(pkgs, pattern)
	if err != nil {
		return n, &UsageError{err}
	}
	n = Named{Package: pkg, Graph: cfg.Build(pkg.Source), Local: local}
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

// Branch returns the branch of the function with the given name, such as file.go:9:5/T.
func (n *Named) Branch(name string) (uint32, error) {
	b, err := n.Graph.ParseBranch(name)
	if err == nil && n.Graph.Cond(b).Func != n.Func {
		err = fmt.Errorf("branch %s is in %s, not in %s", name, n.Graph.Cond(b).Func.Name, n.Func.Name)
	}
	return b, err
}

// callable refuses a function that cannot be rewritten.
func (s *Subject) callable() error {
	at, name := s.At, s.Local
	switch {
	case s.Func == nil:
		return fmt.Errorf("%s: %s has no Go body: there are no paths to search; name a Go function that calls it", at, name)
	case s.opt.Concrete && s.generic():
		return fmt.Errorf("%s: %s is generic: name a function that calls it with its type arguments", at, name)
	case s.Package.UsesCgo(s.Func.Decl.Pos()):
		return fmt.Errorf("%s: the file of %s uses cgo, and is left as it is", at, name)
	}
	return nil
}

// generic reports whether the function or its receiver has type parameters.
func (s *Subject) generic() bool {
	sig := s.Func.Obj.Signature()
	return sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0
}

// sign computes the inputs and results of the function, or of the function literal that it
// returns if result is set.
func (s *Subject) sign(ctx context.Context, result bool) (err error) {
	s.coder = harness.New(s.Package)
	s.coder.SetHarmless(s.harmless(ctx))
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

// Name returns the name of the function, qualified by its package.
func (s *Subject) Name() string { return s.Package.ImportPath + "." + s.Fn.Sig.Name }

// Call prints a call of the function with an input.
func (s *Subject) Call(v input.Vector) string {
	text, _, _ := testgen.Call(s.Package, s.Fn, v)
	return text
}

// Steps prints the calls on the receiver in an input, one string for each call.
func (s *Subject) Steps(v input.Vector) []string {
	list, _ := testgen.Steps(s.Package, s.Fn, v)
	return list
}
