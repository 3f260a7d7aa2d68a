package object

import (
	"context"
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
	"nearmiss/internal/syntax"
	"nearmiss/internal/worker"
)

// A Method is a method whose receiver is made by calls. Fn makes its inputs by calls. Two additional
// functions have entries of their own (harness.Coder.States): State makes the same inputs and
// reports them as plain data instead of calling the method, and Literal calls the method on inputs
// that are plain data.
type Method struct {
	Fn, State, Literal       *harness.Fn
	StateEntry, LiteralEntry int      // numbers of the entries in the workers, and in the executor's program
	Pool                     measurer // pool of workers
	Graph                    *cfg.Package
}

// A measurer runs inputs natively.
type measurer interface {
	Measure(ctx context.Context, jobs []*worker.MeasureJob) ([]*native.MeasureResult, error)
}

// MethodOf returns the method of a subject, which was made with subject.Options.States.
func MethodOf(s *subject.Subject) (Method, error) {
	if s.State == nil {
		return Method{}, fmt.Errorf("%s is no method of a type that calls make or change", s.Name())
	}
	return Method{
		Fn: s.Fn, State: s.State, Literal: s.Literal, StateEntry: subject.EntryState, LiteralEntry: subject.EntryLiteral,
		Pool: s.Pool, Graph: s.Graph,
	}, nil
}

// constants returns the constants of the functions that make or change the receiver of a method.
func constants(graph *cfg.Package, method *types.Func) input.Seeds {
	named, _ := syntax.NamedOf(method.Signature().Recv().Type())
	var nodes []ast.Node
	for _, f := range graph.Funcs {
		sig := f.Obj.Signature()
		about := func(v *types.Var) bool {
			n, _ := syntax.NamedOf(v.Type())
			return n != nil && n.Obj() == named.Obj()
		}
		if r := sig.Recv(); r != nil && about(r) || slices.ContainsFunc(slices.Collect(sig.Results().Variables()), about) {
			nodes = append(nodes, f.Decl)
		}
	}
	return harness.Constants(graph.Info, nodes...)
}
