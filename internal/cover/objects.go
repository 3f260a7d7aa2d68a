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
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
)

// stateSequences is how many call sequences are run for one question.
const stateSequences = 512

// signStates returns the entries beside the functions that methods of objects need.
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

// numberStates takes down which entries were built. A method without both is explored as any
// other function.
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

// statesKey is the key of the tree of the states that calls make.
const statesKey = "states"

// structure is the key of the tree that an input belongs to.
func (x *explorer) structure(v input.Vector) string {
	if x.fn.states != nil && x.only {
		return statesKey
	}
	return structureOf(x.fn.sig, v)
}

// openStates makes the tree of the states that calls make.
func (t *dseTask) openStates(ctx context.Context, program *symexec.Program, w waiting) {
	x := t.x
	m := *x.fn.states
	m.Pool = x.fn.unit.pool
	solver := embedded.New(effort())
	p, err := object.New(ctx, m, program, object.Options{
		Solver: solver, Limits: limits(), Starts: []input.Vector{w.start}, Evaluations: stateSequences, Rand: rand.New(rand.NewPCG(t.seed, 1)),
	})
	if err != nil {
		_ = solver.Close()
		if ctx.Err() == nil {
			x.dropped[err.Error()]++
			x.fn.states = nil // explored as any other function from now on
		}
		return
	}
	t.begin(&tree{key: w.key, start: w.start, program: p, states: p, began: map[uint64]bool{}, solver: solver}, dse.Tardis, p.Inputs())
}

// made is an input of the function for one of a tree: the calls that make a state.
func (t *tree) made(in input.Vector) input.Vector {
	if t.states == nil {
		return in
	}
	calls, ok := t.states.Legal(in)
	if !ok {
		panic("cover: BUG: a state that no calls have made was run")
	}
	return calls
}

// statesOf are inputs to start from for the tree of the states that calls make, at most n.
func (t *dseTask) statesOf(tr *tree, n int) (list []input.Vector) {
	for _, v := range t.starts {
		h := search.Hash(v)
		if t.x.only {
			t.x.tried[h] = true
		}
		if !tr.began[h] && len(list) < n && input.Legal(t.x.fn.sig, v) {
			tr.began[h] = true
			list = append(list, v)
		}
	}
	return list
}

// inputs are those of a tree for inputs of the function, and at first those that it knows.
func (t *tree) inputs(ctx context.Context, list []input.Vector) ([]input.Vector, error) {
	if t.states == nil {
		return list, nil
	}
	made, err := t.states.Made(ctx, list)
	if t.result == nil {
		made = append(t.states.Starts(), made...)
	}
	return made, err
}
