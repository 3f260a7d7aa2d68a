package object

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Options are the options of the search for states. The zero value works.
type Options struct {
	Bound int // most elements of a string, slice or map in a state, as in dse.FunctionOptions
	// solves for arguments, and proves questions infeasible; by default the embedded solver with
	// Effort
	Solver smt.Solver
	Limits symexec.Limits
	// Starts are call sequences that New runs before its own. A parameter that can be made in several
	// ways, but not by calls, such as an interface or a function, is made as in the first of them in all
	// call sequences; without Starts as in the smallest input.
	Starts      []input.Vector
	Evaluations int        // call sequences that one question may run; by default DefaultEvaluations
	Rand        *rand.Rand // by default a generator with a fixed seed
}

// DefaultEvaluations is the default of Options.Evaluations.
const DefaultEvaluations = 2000

// Effort is the budget of the default solver for one question: a tenth of embedded.Effort, because a
// model only speeds up a search, and a proof only saves one.
func Effort() embedded.Options {
	return embedded.Options{BitVec: bitvec.Options{Steps: 40_000, Gates: 30_000}}
}

// Program is a dse.Program: a method whose inputs are a receiver and arguments that calls have
// made, as plain data. Inputs are vectors of Method.Literal. It belongs to one goroutine.
type Program struct {
	method    Method
	function  *dse.Function
	opt       Options
	ownSolver smt.Solver // the default solver, which Close closes; nil if the options have one

	space           *input.Space       // the inputs as call sequences
	freeInput       []bool             // by input: its words are the same in calls and in plain data
	variables       []symexec.Variable // the words of plain data, by slot
	fixedWays       []fixedWay
	states          states
	invariants      *invariants
	failures        map[*term.Term]failureCount            // failures of the questions without an answer, by their last clause
	askedHashes     map[uint64]bool                        // hashes of the clauses of all questions
	isUnread        func(t *input.Type, field string) bool // reports that the method does not read a field
	repeatedBudgets int                                    // sum of the budgets of repeated questions, in evaluations
	currentTurn     *turn                                  // the question whose turn it is in SatisfyAll; else nil
	count           Count
}

var _ dse.Batcher = (*Program)(nil)

// Count holds statistics of the search for states.
type Count struct {
	Evaluations int            // call sequences that were run
	States      int            // distinct states that the call sequences made
	Refused     map[string]int // call sequences without a usable state, by reason
	Solved      int            // questions that the solver proved unsatisfiable
	Known       int            // questions that a kept state satisfied
	Found       int            // questions for which a search found a state
	Missed      int            // questions for which a search found no state
}

// New returns the program of a method, and runs the first call sequences. code must have the entries
// of the method. The error is ErrNoState if no call sequence made a usable state.
func New(ctx context.Context, method Method, code *symexec.Program, opt Options) (*Program, error) {
	if opt.Evaluations <= 0 {
		opt.Evaluations = DefaultEvaluations
	}
	if opt.Rand == nil {
		opt.Rand = rand.New(rand.NewPCG(1, 2))
	}
	var solver smt.Solver
	if opt.Solver == nil {
		solver = embedded.New(Effort())
		opt.Solver = solver
	}
	p := &Program{
		method: method, opt: opt, ownSolver: solver, space: input.NewSpace(method.Fn.Sig, input.Limits{Legal: true}),
		states: newStates(), failures: map[*term.Term]failureCount{}, askedHashes: map[uint64]bool{}, count: Count{Refused: map[string]int{}},
	}
	p.space.Seeds, p.isUnread = constants(method.Graph, method.Fn.Obj), unread(method.Graph, method.Fn.Obj)
	p.fixedWays, p.freeInput = newFixedWays(&method, opt.Starts), freeInputs(&method)
	if err := p.runFirstCalls(ctx, code); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Close closes the solver, unless the options provided it.
func (p *Program) Close() error {
	if p.ownSolver == nil {
		return nil
	}
	return p.ownSolver.Close()
}

// Builder implements dse.Program.
func (p *Program) Builder() *term.Builder { return p.function.Builder() }

// Count returns the statistics so far.
func (p *Program) Count() Count { return p.count }

// Run implements dse.Program.
func (p *Program) Run(ctx context.Context, in input.Vector, targets []uint32) (*dse.Run, error) {
	return p.function.Run(ctx, in, targets)
}

// Calls returns the calls that make the state of an input that was run, as an input of the method.
// Without a program, inputs are no states, and Calls returns the input itself.
func (p *Program) Calls(in input.Vector) input.Vector {
	if p == nil {
		return in
	}
	s := p.states.find(in)
	if s == nil {
		panic("object: BUG: a state that no calls have made was run")
	}
	return s.calls
}

// Starts returns inputs to begin with: the states of Options.Starts, and then, the shortest first,
// one state for each other way to make the receiver that is not rare.
func (p *Program) Starts() []input.Vector {
	var starts []input.Vector
	seen := map[uint64]bool{}
	add := func(s *state) {
		if s != nil && s.kept && !slices.ContainsFunc(starts, func(v input.Vector) bool { return slices.Equal(v, s.literal) }) {
			seen[s.calls[0]] = true
			starts = append(starts, s.literal)
		}
	}
	for _, calls := range p.opt.Starts {
		add(p.states.byCalls[search.Hash(p.fixWays(calls))])
	}
	list := slices.Clone(p.states.kept)
	slices.SortStableFunc(list, func(a, b *state) int { return len(a.calls) - len(b.calls) })
	for _, s := range list {
		if !seen[s.calls[0]] && p.madeUsually(s) {
			add(s)
		}
	}
	return starts
}

// ErrNoState reports a type of which no call sequence made a usable state.
var ErrNoState = errors.New("no call sequence made an object")

// Numbers of the first call sequences: for each way to make the receiver, and at random.
const (
	plainBegins  = 8  // first call sequences for each way to make the receiver
	randomBegins = 16 // first call sequences drawn at random
)

// maxStateWords bounds the number of words of the state that defines the capacity of the executor.
const maxStateWords = 1 << 10

// runFirstCalls runs the first call sequences: for each way to make the receiver one with zeros and
// some with small arguments and a few calls, and random ones. If they make no usable state, it runs
// up to Options.Evaluations others. The state with the most words, at most maxStateWords, defines
// the capacity of the executor for nested lists and pointers; states beyond it are dropped.
func (p *Program) runFirstCalls(ctx context.Context, code *symexec.Program) error {
	zero := p.space.Zero()
	list := slices.Clone(p.opt.Starts)
	vars := p.space.Vars(nil, zero)
	for w := range p.method.Fn.Sig.Recv.Type.Alts {
		list = append(list, p.space.ChooseSmallest(zero, &vars[0], uint64(w)))
		for range plainBegins {
			list = append(list, p.space.ChooseConstructed(zero, &vars[0], uint64(w), p.opt.Rand))
		}
	}
	for range randomBegins {
		list = append(list, p.space.Random(nil, p.opt.Rand))
	}
	states, err := p.evaluate(ctx, list)
	for drawn := 0; err == nil && !slices.ContainsFunc(states, p.madeUsually) && drawn < p.opt.Evaluations; drawn += len(list) {
		// Constructors may reject most arguments. Random sequences have their constants.
		for i := range list {
			if list[i] = p.space.Random(nil, p.opt.Rand); i%2 == 0 {
				list[i] = p.space.ChooseConstructed(list[i], &p.space.Vars(nil, list[i])[0], list[i][0], p.opt.Rand)
			}
		}
		states, err = p.evaluate(ctx, list)
	}
	if err != nil {
		return err
	}
	widest := p.widest(states)
	if widest == nil {
		return fmt.Errorf("%w: %s", ErrNoState, p.reasons())
	}
	p.function, err = dse.NewFunction(ctx, code, p.method.LiteralEntry, dse.FunctionOptions{
		Vector: widest.literal, Bound: p.opt.Bound, Solver: p.opt.Solver, Limits: p.opt.Limits,
	})
	if err != nil {
		return err
	}
	p.variables = p.function.Variables()
	p.invariants = newInvariants(p.Builder(), p.variables, p.method.Literal.Sig.Recv.Name)
	for _, s := range states {
		if s == nil || s.kept {
			continue
		}
		if p.fits(s.literal) {
			p.states.keep(s)
			p.learn(s)
			continue
		}
		p.count.Refused[p.reason(s.calls, errTooLarge)]++
		p.states.drop(s)
	}
	return nil
}

// widest returns the state with the most words, at most maxStateWords, or the state with the fewest
// words if all have more. It returns nil if calls made no usable state.
func (p *Program) widest(states []*state) (widest *state) {
	for _, s := range states {
		if !p.madeUsually(s) {
			continue
		}
		if n := len(s.literal); widest == nil || n <= maxStateWords && n > len(widest.literal) || len(widest.literal) > max(n, maxStateWords) {
			widest = s
		}
	}
	return widest
}

// learn updates the invariants by a state. It keeps a state that breaks an invariant other than a
// bound, because calls that lead to a rare state may lead further.
func (p *Program) learn(s *state) {
	if slots, err := p.function.SlotsOf(s.literal); err == nil && p.madeUsually(s) && p.invariants.observe(s.literal, slots) {
		p.states.keep(s)
	}
}

// madeUsually reports whether s is a state whose receiver is not made in a rare way, such as nil.
func (p *Program) madeUsually(s *state) bool {
	return s != nil && !p.method.Fn.Sig.Recv.Type.Alts[s.calls[0]].Rare
}
