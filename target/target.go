package target

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
)

// Options say how a function is opened. The zero value works.
type Options struct {
	Dir     string       // where the package is looked for, by default the current directory
	Workers int          // processes that evaluate, by default 1
	Fuel    uint64       // statements that a run may execute, by default 1 000 000
	Memory  int64        // bytes that a worker may have, by default 512 MiB
	Limits  input.Limits // of inputs

	// Domains are ranges for the numbers of parameters, with what they are made of: "n"
	// is to be in "0..99", the floats of "x" in "-0.5..0.5", the bytes of "s" in "'a'..'z'".
	Domains map[string]string
}

// A Target is a function that is ready to run. It may be used by several goroutines.
type Target struct {
	space *input.Space
	s     *subject.Subject

	mu      sync.Mutex
	program *symexec.Program
}

// Open makes the function of a name ready: example.com/m/pkg.Func, ./pkg.(*T).Method, or
// Func in Dir. Its errors have the position of what is wrong where there is one, and say
// what can be done about it. Close the target.
func Open(ctx context.Context, name string, opt Options) (*Target, error) {
	s, err := subject.Find(ctx, name, subject.Options{
		Dir: opt.Dir, Workers: opt.Workers, Fuel: opt.Fuel, Memory: opt.Memory, Domains: opt.Domains, Concrete: true,
	})
	if err != nil {
		return nil, fmt.Errorf("target: %w", err)
	}
	space := input.NewSpace(s.Fn.Sig, opt.Limits)
	space.Seeds = harness.Constants(s.Package.Info, s.Func.Decl)
	return &Target{space: space, s: s}, nil
}

// Close ends the workers and removes temporary files.
func (t *Target) Close() { t.s.Close() }

// Name is that of the function with its package.
func (t *Target) Name() string { return t.s.Name() }

// Package is the package of the function, with its graphs, and Func the function in it.
func (t *Target) Package() *cfg.Package { return t.s.Graph }

// Func is the function in Package.
func (t *Target) Func() *cfg.Func { return t.s.Func }

// Space is the set of inputs. Its Seeds are the constants of the function, which random
// draws use; set them to nothing before a search that is to do without.
func (t *Target) Space() *input.Space { return t.space }

// Call prints a call of the function with an input.
func (t *Target) Call(v input.Vector) string { return t.s.Call(v) }

// Branches lists the branches of the function that are not known to be infeasible.
// Package names them.
func (t *Target) Branches() []uint32 {
	var list []uint32
	for _, c := range t.s.Func.Conds {
		for _, b := range []uint32{c.Branch(true), c.Branch(false)} {
			if _, no := t.s.Graph.Infeasible(b); !no && t.s.Graph.Edge(b) != nil {
				list = append(list, b)
			}
		}
	}
	return list
}

// Branch is the branch of a name, file.go:9:5/T.
func (t *Target) Branch(name string) (uint32, error) {
	b, err := t.s.Graph.ParseBranch(name)
	if err == nil && t.s.Graph.Cond(b).Func != t.s.Func {
		err = errors.New("branch " + name + " is none of " + t.Name())
	}
	return b, err
}

// Program is the function for the symbolic executor, as entry 0. It is loaded when it is
// first asked for.
func (t *Target) Program(ctx context.Context) (p *symexec.Program, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.program == nil {
		t.program, err = symexec.Load(ctx, t.s.Set)
	}
	return t.program, err
}
