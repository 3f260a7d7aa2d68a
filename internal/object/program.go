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
	Bound       int        // as in dse.FunctionOptions
	Solver      smt.Solver // by default the embedded solver with Effort
	Limits      symexec.Limits
	Starts      []input.Vector // call sequences to begin with, in addition to others; parameters that are not objects are made as in the first
	Evaluations int            // call sequences that one question may run; by default DefaultEvaluations
	Rand        *rand.Rand     // by default a generator with a fixed seed
}

// DefaultEvaluations is the default of Options.Evaluations.
const DefaultEvaluations = 2000

// Effort is the budget of the default solver for one question: a tenth of dse.Effort, because a
// model only speeds up a search, and a proof only saves one.
func Effort() embedded.Options {
	return embedded.Options{Blast: bitvec.Options{Steps: 40_000, Gates: 30_000}}
}

// Program is a dse.Program: a method whose inputs are a receiver and arguments that calls have
// made, as plain data. Inputs are vectors of Method.Literal. It belongs to one goroutine.
type Program struct {
	m   Method
	f   *dse.Function
	opt Options
	own smt.Solver // the default solver, which Close closes; nil if the options have one

	space     *input.Space       // of the inputs as calls
	free      []bool             // by input: its words are the same in calls and in plain data
	variables []symexec.Variable // by slot
	same      []sameway
	states    states
	learned   *invariants
	failed    map[*term.Term]tries                   // unanswered questions, by their last clause
	asked     map[uint64]bool                        // questions, by hashes of their clauses
	spare     func(t *input.Type, field string) bool // fields that the method does not read
	more      int                                    // extra evaluations of repeated questions
	turn      *turn                                  // the question whose turn it is, of several at a time; else nil
	count     Count
}

var _ dse.Batcher = (*Program)(nil)

// Count holds statistics of the search for states.
type Count struct {
	Evaluations int            // call sequences that were run
	States      int            // made by them
	Refused     map[string]int // sequences without a usable state, by reason
	Solved      int            // questions that the solver proved unsatisfiable
	Known       int            // questions that a kept state answered
	Found       int            // questions that a search answered
	Missed      int            // questions that a search did not answer
}

// New returns the program of a method, and runs the first call sequences. code must have the entries
// of the method. The error is ErrNoState, or the context's.
func New(ctx context.Context, method Method, code *symexec.Program, opt Options) (*Program, error) {
	if opt.Evaluations <= 0 {
		opt.Evaluations = DefaultEvaluations
	}
	if opt.Rand == nil {
		opt.Rand = rand.New(rand.NewPCG(1, 2))
	}
	var own smt.Solver
	if opt.Solver == nil {
		own = embedded.New(Effort())
		opt.Solver = own
	}
	o := &Program{
		m: method, opt: opt, own: own, space: input.NewSpace(method.Fn.Sig, input.Limits{Legal: true}),
		states: newStates(), failed: map[*term.Term]tries{}, asked: map[uint64]bool{}, count: Count{Refused: map[string]int{}},
	}
	o.space.Seeds, o.spare = constants(method.Graph, method.Fn.Obj), unread(method.Graph, method.Fn.Obj)
	o.same, o.free = sameways(&method, opt.Starts), free(&method)
	if err := o.begin(ctx, code); err != nil {
		o.Close()
		return nil, err
	}
	return o, nil
}

// Close closes the solver, unless the options provided it.
func (p *Program) Close() error {
	if p.own == nil {
		return nil
	}
	return p.own.Close()
}

// Builder implements dse.Program.
func (p *Program) Builder() *term.Builder { return p.f.Builder() }

// Count returns the statistics so far.
func (p *Program) Count() Count { return p.count }

// Run implements dse.Program.
func (p *Program) Run(ctx context.Context, in input.Vector, targets []uint32) (*dse.Run, error) {
	return p.f.Run(ctx, in, targets)
}

// Legal returns the calls that make the state of an input, as an input of the method; false if none
// are known.
func (p *Program) Legal(in input.Vector) (input.Vector, bool) {
	if s := p.states.of(in); s != nil {
		return s.calls, true
	}
	return nil, false
}

// Calls returns the calls that make the state of an input that was run.
func (p *Program) Calls(in input.Vector) input.Vector {
	calls, ok := p.Legal(in)
	if !ok {
		panic("object: BUG: a state that no calls have made was run")
	}
	return calls
}

// Starts returns inputs to begin with: the states of Options.Starts, and then, the shortest first,
// one state for each other way to make the receiver.
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
		add(p.states.byCalls[search.Hash(p.settle(calls))])
	}
	list := slices.Clone(p.states.kept)
	slices.SortStableFunc(list, func(a, b *state) int { return len(a.calls) - len(b.calls) })
	for _, s := range list {
		if !seen[s.calls[0]] && p.says(s) {
			add(s)
		}
	}
	return starts
}

// ErrNoState reports a type of which no call sequence made a usable state.
var ErrNoState = errors.New("no call sequence made an object")

// Numbers of the first call sequences: for each way to make the receiver, and at random.
const (
	plainBegins  = 8
	randomBegins = 16
)

// mostWords bounds the number of words of the state that defines the capacity of the executor.
const mostWords = 1 << 10

// begin runs the first call sequences: for each way to make the receiver one with zeros and some
// with small arguments and a few calls, and random ones. The widest state defines the capacity of
// the executor for nested lists and pointers.
func (p *Program) begin(ctx context.Context, code *symexec.Program) error {
	zero := p.space.Zero()
	list := slices.Clone(p.opt.Starts)
	vars := p.space.Vars(nil, zero)
	for w := range p.m.Fn.Sig.Recv.Type.Alts {
		list = append(list, p.space.Blank(zero, &vars[0], uint64(w)))
		for range plainBegins {
			list = append(list, p.space.Construct(zero, &vars[0], uint64(w), p.opt.Rand))
		}
	}
	for range randomBegins {
		list = append(list, p.space.Random(nil, p.opt.Rand))
	}
	states, err := p.evaluate(ctx, list)
	for drawn := 0; err == nil && !slices.ContainsFunc(states, p.says) && drawn < p.opt.Evaluations; drawn += len(list) {
		// Constructors may reject most arguments. Random sequences have their constants.
		for i := range list {
			if list[i] = p.space.Random(nil, p.opt.Rand); i%2 == 0 {
				list[i] = p.space.Construct(list[i], &p.space.Vars(nil, list[i])[0], list[i][0], p.opt.Rand)
			}
		}
		states, err = p.evaluate(ctx, list)
	}
	if err != nil {
		return err
	}
	var widest *state
	for _, s := range states {
		if p.says(s) && (widest == nil || len(s.literal) > len(widest.literal) && len(s.literal) <= mostWords) {
			widest = s
		}
	}
	if widest == nil {
		return fmt.Errorf("%w: %s", ErrNoState, p.reasons())
	}
	p.f, err = dse.NewFunction(ctx, code, p.m.LiteralEntry, dse.FunctionOptions{
		Vector: widest.literal, Bound: p.opt.Bound, Solver: p.opt.Solver, Limits: p.opt.Limits,
	})
	if err != nil {
		return err
	}
	p.variables = p.f.Variables()
	p.learned = newInvariants(p.Builder(), p.variables, p.m.Literal.Sig.Recv.Name)
	for _, s := range states {
		if s == nil || s.kept {
			continue
		}
		if p.fits(s.literal) {
			p.states.keep(s)
			p.learn(s)
			continue
		}
		p.count.Refused[p.reason(s.calls, errBound)]++
		p.states.drop(s)
	}
	return nil
}

// learn updates the invariants by a state. It keeps a state that breaks one, because calls that
// lead to a rare state may lead further.
func (p *Program) learn(s *state) {
	if slots, err := p.f.SlotsOf(s.literal); err == nil && p.says(s) && p.learned.see(s.literal, slots) {
		p.states.keep(s)
	}
}

// says reports whether s is a state whose receiver is not made in a rare way, such as nil.
func (p *Program) says(s *state) bool { return s != nil && !p.m.Fn.Sig.Recv.Type.Alts[s.calls[0]].Rare }
