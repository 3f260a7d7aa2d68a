package cover

import (
	"context"
	"math/rand/v2"
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/object"
	"nearmiss/internal/subject"
	"nearmiss/search"
	"nearmiss/symexec"
)

// stateSequences is the budget of one query in call sequences (object.Options.Evaluations).
const stateSequences = 512

// signStates returns the additional entries for exploring methods in receiver states that calls
// make (object.Method), and sets function.states.
func (u *unit) signStates() (fns []*harness.Fn, err error) {
	for _, f := range u.funcs {
		if !f.searched() {
			continue
		}
		state, literal, err := u.coder.States(f.signed)
		if err != nil {
			return nil, err
		}
		if state != nil {
			f.states = &object.Method{Fn: f.signed, State: state, Literal: literal, Graph: u.graph}
			fns = append(fns, state, literal)
		}
	}
	return fns, nil
}

// numberStates records the numbers of the additional entries. A method that lacks one of its two
// entries is explored like any other function.
func (u *unit) numberStates(set *subject.Set) {
	for _, f := range u.funcs {
		if m := f.states; m != nil {
			m.StateEntry, m.LiteralEntry = slices.Index(set.Entries, m.State), slices.Index(set.Entries, m.Literal)
			if m.StateEntry < 0 || m.LiteralEntry < 0 {
				f.states = nil
			}
		}
	}
}

// statesKey is the key of the execution tree whose inputs are the receiver states that calls can
// make (package object).
const statesKey = "states"

// structure returns the key of the execution tree that the input belongs to.
func (x *explorer) structure(v input.Vector) string {
	if x.fn.states != nil {
		return statesKey
	}
	return structureOf(x.fn.sig, v)
}

// openStates sets the program of the execution tree whose inputs are the receiver states that calls can make
// (package object), and returns the inputs. If that fails, the method is explored like any other function.
func (t *dseTask) openStates(ctx context.Context, program *symexec.Program, tr *tree) (dse.Inputs, error) {
	m := *t.x.fn.states
	m.Pool = t.x.fn.unit.pool
	p, err := object.New(ctx, m, program, object.Options{
		Solver: tr.solver, Limits: limits(), Starts: []input.Vector{tr.start}, Evaluations: stateSequences, Rand: rand.New(rand.NewPCG(t.seed, 1)),
	})
	if err != nil {
		return nil, err
	}
	tr.program, tr.states = p, p
	return p.Inputs(), nil
}

// statesOf returns up to n legal inputs to start from.
func (t *dseTask) statesOf(n int) (list []input.Vector) {
	for _, v := range t.starts {
		t.x.tried[search.Hash(v)] = true
		if len(list) < n && t.x.fn.legal(v) {
			list = append(list, v)
		}
	}
	return list
}

// inputs returns the inputs of the tree for inputs of the function: receiver states instead of the
// calls that make them. Before the first run it adds the starts of the program.
func (t *tree) inputs(ctx context.Context, list []input.Vector) ([]input.Vector, error) {
	if t.states == nil {
		return list, nil
	}
	made, err := t.states.MakeStates(ctx, list)
	if t.result == nil {
		made = append(t.states.Starts(), made...)
	}
	return made, err
}
