package dse

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// FunctionOptions say how the inputs of a function are followed. The zero value works.
type FunctionOptions struct {
	// Vector gives the structure of all inputs except their lengths: nil pointers, alternatives,
	// lists within lists. By default it is the zero input.
	Vector input.Vector

	// Bound is how many elements a string, slice or map may have, unless
	// Vector has more; by default DefaultBound. Lists within lists may have
	// fewer elements where Vector has none (package symexec).
	Bound int

	Limits symexec.Limits
	Solver smt.Solver // by default the embedded solver with embedded.Effort

	// TargetDistances, if not nil, returns the distance of the run of an input to each of the
	// targets, in their order. Distances to targets that the run reaches are ignored.
	TargetDistances func(ctx context.Context, in input.Vector, targets []uint32) ([]float64, error)

	// Reads makes Run record the words that runs compare pieces of their input with (Run.Reading).
	Reads bool
}

// DefaultBound is the default of FunctionOptions.Bound. It bounds lists of random inputs too.
const DefaultBound = 64

// Function is the Program of one function of a package: the executor runs each input and follows
// its path. Function implements Inputs too. A run takes time linear in its instructions.
//
// Lengths are symbolic up to FunctionOptions.Bound, and stay symbolic while the function runs: an
// instruction that needs a length is a branch, such as the condition of a loop over a list, whose
// flip adds an element behind the elements that the path has seen.
//
// Run.Path is the path of the executor, whichever way it ends: a path that reaches code without a
// model ends there. Run.Near has, for each target, the least distance over the evaluations of its
// condition, by Table 1 of the paper.
//
// A Function belongs to one goroutine; several Functions of one symexec.Program may be used
// concurrently. Answers are a function of the calls so far, if the solver has no time limits.
type Function struct {
	executor  *symexec.Executor
	sig       *input.Signature
	opt       FunctionOptions
	ownSolver smt.Solver // the default solver, which Close closes; nil if the options have one

	meter    targetMeter
	taken    map[uint32]bool // branches that the current run took
	recorder readingRecorder

	places []symexec.Place     // places of the words of inputs, by slot
	lists  map[int]*listLayout // layouts of the lists of inputs, by number of the list
}

var (
	_ Program = (*Function)(nil)
	_ Inputs  = (*Function)(nil)
)

// NewFunction prepares a function.
func NewFunction(ctx context.Context, program *symexec.Program, entry int, opt FunctionOptions) (*Function, error) {
	if entry < 0 || entry >= len(program.Entries) {
		return nil, fmt.Errorf("dse: there is no entry %d", entry)
	}
	if opt.Bound < 0 {
		return nil, fmt.Errorf("dse: a bound of %d is negative", opt.Bound)
	}
	function := &Function{sig: program.Entries[entry], opt: opt}
	if opt.Bound == 0 {
		function.opt.Bound = DefaultBound
	}
	if opt.Vector == nil {
		function.opt.Vector = function.Zero()
	}
	if opt.Solver == nil {
		function.ownSolver = embedded.New(embedded.Effort())
		function.opt.Solver = function.ownSolver
	}
	o := symexec.Options{
		Vector: function.opt.Vector, Bound: function.opt.Bound, Solver: function.opt.Solver,
		Fork: true, OnBranch: func(branch uint32) { function.taken[branch] = true }, Observer: &function.meter, Limits: opt.Limits,
	}
	if opt.Reads {
		function.recorder.function, function.recorder.seenEvents = function, map[uint64]bool{}
		o.Reader = &function.recorder
	}
	var err error
	if function.executor, err = symexec.NewExecutor(ctx, program, entry, o); err != nil {
		function.Close()
		return nil, err
	}
	function.placeLists()
	return function, nil
}

// Close closes the solver, unless the options provided it.
func (f *Function) Close() error {
	if f.ownSolver == nil {
		return nil
	}
	return f.ownSolver.Close()
}

// Zero is the input of zeros, nulls and empty lists.
func (f *Function) Zero() input.Vector { return input.NewSpace(f.sig, input.Limits{}).Zero() }

// Builder implements Program.
func (f *Function) Builder() *term.Builder { return f.executor.Builder() }

// ErrShape reports an input that exceeds FunctionOptions.Vector and the bound.
var ErrShape = errors.New("dse: the input does not fit")

// Run implements Program. The error is ErrShape, the context's, or that of
// FunctionOptions.TargetDistances.
func (f *Function) Run(ctx context.Context, in input.Vector, targets []uint32) (*Run, error) {
	f.taken = map[uint32]bool{}
	f.meter.reset(targets)
	f.recorder.reset()
	path, err := f.executor.ExploreFrom(ctx, in, nil, symexec.Follow{})
	switch {
	case err != nil && ctx.Err() == nil:
		return nil, fmt.Errorf("%w: %w", ErrShape, err)
	case err != nil:
		return nil, err
	}
	r := &Run{Path: path, Covered: slices.Sorted(maps.Keys(f.taken)), Near: f.meter.near, Reading: f.recorder.reading}
	if err := f.measureApproach(ctx, r, targets); err != nil {
		return nil, err
	}
	return r, nil
}

// measureApproach sets Near.ApproachDistance for the targets whose predicate the run does not
// reach.
func (f *Function) measureApproach(ctx context.Context, run *Run, targets []uint32) error {
	if f.opt.TargetDistances == nil || !slices.ContainsFunc(run.Near, func(n Near) bool { return !n.Reached }) {
		return nil
	}
	distances, err := f.opt.TargetDistances(ctx, run.Path.Input, targets)
	if err != nil {
		return err
	}
	if len(distances) != len(targets) {
		panic("dse: BUG: there is one distance for each target")
	}
	for i := range run.Near {
		if n := &run.Near[i]; !n.Reached && !math.IsNaN(distances[i]) {
			n.ApproachDistance = distances[i]
		}
	}
	return nil
}

// Satisfy implements Program.
func (f *Function) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	return f.executor.Satisfy(ctx, start, prefix, extra)
}

// DistanceUnder returns a function that computes the distance of an input from satisfying a clause
// of a path, without a run; false if the distance is not defined. The error is ErrShape.
func (f *Function) DistanceUnder(in input.Vector) (func(clause *term.Term) (term.Dist, bool), error) {
	distance, err := f.executor.DistanceUnder(in)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrShape, err)
	}
	return distance, nil
}

// A targetMeter measures the distance of a run to its targets. It implements symexec.Observer.
type targetMeter struct {
	targets       []uint32
	targetsByCond map[int][]int // by condition: indices of the targets that are a side of it
	near          []Near        // by target: the least distance so far
}

func (m *targetMeter) reset(targets []uint32) {
	if m.targetsByCond == nil || !slices.Equal(m.targets, targets) {
		m.targets, m.targetsByCond = slices.Clone(targets), map[int][]int{}
		for i, b := range targets {
			m.targetsByCond[int(b>>1)] = append(m.targetsByCond[int(b>>1)], i)
		}
	}
	m.near = slices.Repeat([]Near{{ApproachDistance: math.Inf(1)}}, len(targets))
}

// Observes implements symexec.Observer.
func (m *targetMeter) Observes(cond int) bool { return m.targetsByCond[cond] != nil }

// Observe implements symexec.Observer.
func (m *targetMeter) Observe(o symexec.Observation) {
	for _, i := range m.targetsByCond[o.Cond] {
		m.near[i].Record(o, m.targets[i]&1 != 0)
	}
}

// Variables describes the words of inputs, by slot.
func (f *Function) Variables() []symexec.Variable { return f.executor.Variables() }

// SlotsOf returns the slot of each word of an input. The error is ErrShape.
func (f *Function) SlotsOf(in input.Vector) ([]int, error) {
	slots, err := f.executor.SlotsOf(in)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrShape, err)
	}
	return slots, nil
}
