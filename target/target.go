package target

import (
	"context"
	"fmt"
	"sync"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
)

// Options configures Open. The zero value is valid.
type Options struct {
	Dir     string       // directory that package patterns are relative to, by default the current one
	Workers int          // number of worker processes, by default 1
	Fuel    uint64       // statements that a run may execute, by default 1 000 000
	Memory  int64        // memory of a worker in bytes, by default 512 MiB
	Limits  input.Limits // sizes of inputs

	// Domains maps names of parameters to ranges for all numbers in the parameter: "0..99" for
	// integers, "-0.5..0.5" for floats, "'a'..'z'" for bytes of a string.
	Domains map[string]string
}

// A Target is a function that is ready to run. It may be used concurrently.
type Target struct {
	space   *input.Space
	subject *subject.Subject

	mu      sync.Mutex
	program *symexec.Program
}

// Open loads and builds the function with the given name: example.com/m/pkg.Func,
// ./pkg.(*T).Method, or Func for a function of the package in Dir. Errors have a source position
// if there is one, and suggest a remedy. The caller must close the target.
func Open(ctx context.Context, name string, opt Options) (*Target, error) {
	s, err := subject.Find(ctx, name, subject.Options{
		Common:  subject.Common{Dir: opt.Dir, Domains: opt.Domains},
		Workers: opt.Workers, Fuel: opt.Fuel, Memory: opt.Memory, Concrete: true,
	})
	if err != nil {
		return nil, fmt.Errorf("target: %w", err)
	}
	space := input.NewSpace(s.Fn.Sig, opt.Limits)
	space.Seeds = harness.Constants(s.Package.Info, s.Func.Decl)
	return &Target{space: space, subject: s}, nil
}

// Close ends the workers and removes temporary files.
func (t *Target) Close() { t.subject.Close() }

// Name returns the name of the function with its import path.
func (t *Target) Name() string { return t.subject.Name() }

// Package returns the control flow graphs of the function's package.
func (t *Target) Package() *cfg.Package { return t.subject.Graph }

// Func returns the function in Package.
func (t *Target) Func() *cfg.Func { return t.subject.Func }

// Space returns the space of inputs. Its Seeds are the constants in the source of the function,
// which random draws use. Set Seeds to input.Seeds{} for a search without them.
func (t *Target) Space() *input.Space { return t.space }

// Call returns the Go source of a call of the function with an input.
func (t *Target) Call(v input.Vector) string { return t.subject.Call(v) }

// Branches lists the branches of the function, without those known to be infeasible. Package has
// their names.
func (t *Target) Branches() []uint32 {
	var list []uint32
	for _, c := range t.subject.Func.Conds {
		for _, b := range []uint32{c.Branch(true), c.Branch(false)} {
			if _, infeasible := t.subject.Graph.Infeasible(b); !infeasible && t.subject.Graph.Edge(b) != nil {
				list = append(list, b)
			}
		}
	}
	return list
}

// Branch returns the branch of the function with the given name, such as file.go:9:5/T.
func (t *Target) Branch(name string) (uint32, error) { return t.subject.Branch(name) }

// Program returns a program for the symbolic executor, with the function as entry 0. The first
// call loads the program.
func (t *Target) Program(ctx context.Context) (p *symexec.Program, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.program == nil {
		t.program, err = symexec.Load(ctx, t.subject.Set)
	}
	return t.program, err
}
