package dse

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Budget bounds a search; 0 is no bound.
type Budget struct {
	Runs    int           // includes the inputs to start from
	Queries uint64        // to the solver
	Time    time.Duration // measured by Options.Clock

	Instructions uint64 // executed by the runs, as counted in symexec.Path
}

// Options say how to search.
type Options struct {
	Starts  []input.Vector // inputs that run first, at least one
	Targets []uint32       // branches to cover
	// Goals are the targets that are wanted, by default all; other targets only lead to them. The
	// search ends when all goals are covered.
	Goals    []uint32
	Inputs   Inputs // by which strategies edit inputs; nil: they do not
	Budget   Budget
	Nodes    int                  // limit of the number of nodes, by default DefaultNodes; further decisions are dropped and counted
	Clock    func() time.Duration // returns the time since some moment; nil: Budget.Time has no effect
	Progress func(*Result)        // after each run and query, if not nil
	OnRun    func(*Run) bool      // called after each run, if not nil; false ends the search

	// BatchSize is the number of flips that are answered at a time, if the program is a Batcher; 0
	// is 1. The strategy chooses the flips of a batch before it knows any of their answers.
	BatchSize int
}

// DefaultNodes is the default limit of the number of nodes.
const DefaultNodes = 1 << 20

// Result is the result of a search.
type Result struct {
	Runs       int
	Queries    uint64                  // to the solver
	Covered    map[uint32]*Run         // the first run that took each branch
	Nodes      int                     // number of nodes of the tree
	Dropped    int                     // number of decisions that exceed the limit of the tree
	Infeasible int                     // nodes with another side that contradicts their prefix
	Unknown    map[string]int          // nodes for which no solver had an answer, by reason
	Diverged   int                     // runs that left the prefix that they were made for
	Ends       map[symexec.EndKind]int // number of runs by the end of their paths
	// nodes whose other side was neither taken nor asked for; may be positive when the strategy has
	// declined
	Open     int
	Complete bool // every path was taken to its end
	Status   search.Status
	Root     *Node

	Instructions uint64        // executed by all runs
	Strategy     time.Duration // time spent in the strategy
}

// Searcher is a search that can be continued. It belongs to one goroutine.
type Searcher struct {
	ctx      context.Context
	program  Program
	opt      Options
	tree     *tree
	world    *World
	strategy Strategy
	result   *Result
	numOpen  int // number of open nodes
	// steps to take first: interrupted by the end of the search, or left over from a batch
	postponed      []Step
	unknownReasons map[*Node]string // by node with an unknown side: the solver's reason
	openGoals      []uint32         // goals that no run has covered
	limit          Budget           // the budget of the current call of Continue, in totals of the whole search
}

// Search explores a program: it runs the inputs to start from, and then repeatedly flips the node
// that the strategy provides (Xie et al. 2009, section 3, Figure 2), or runs the input that it
// provides. It ends when the goals are covered, the budget is used up, the strategy has nothing
// left, or ctx ends. An error comes with the result so far.
func Search(ctx context.Context, p Program, strategy Factory, rng *rand.Rand, opt Options) (*Result, error) {
	if len(opt.Starts) == 0 {
		return nil, errors.New("dse: no input to start from")
	}
	return New(p, strategy, rng, opt).Continue(ctx, opt.Budget, opt.Starts...)
}

// New returns a search that has not begun. The starts and the budget of the
// options are for Search alone.
func New(p Program, strategy Factory, rng *rand.Rand, opt Options) *Searcher {
	opt.Nodes = cmp.Or(opt.Nodes, DefaultNodes)
	if opt.Clock == nil {
		opt.Clock = func() time.Duration { return 0 }
	}
	if len(opt.Goals) == 0 {
		opt.Goals = opt.Targets
	}
	s := &Searcher{
		program: p, opt: opt, openGoals: slices.Clone(opt.Goals),
		tree: newTree(p.Builder(), opt.Nodes), unknownReasons: map[*Node]string{},
		result: &Result{Covered: map[uint32]*Run{}, Unknown: map[string]int{}, Ends: map[symexec.EndKind]int{}},
	}
	s.world = newWorld(rng, s.tree, opt)
	s.strategy = strategy(s.world)
	return s
}

// Continue searches within a new budget, with more inputs to start from. The result is that of the
// whole search; the searcher owns it.
func (s *Searcher) Continue(ctx context.Context, b Budget, starts ...input.Vector) (*Result, error) {
	s.ctx, s.result.Status, s.limit = ctx, search.Running, b
	s.limit.Runs += s.result.Runs * min(1, b.Runs)
	s.limit.Queries += s.result.Queries * min(1, b.Queries)
	s.limit.Instructions += s.result.Instructions * min(1, b.Instructions)
	s.limit.Time += s.opt.Clock() * min(1, b.Time)
	err := s.search(starts)
	s.result.Root, s.result.Nodes, s.result.Open = s.tree.root, s.tree.size, s.numOpen
	s.result.Complete = s.result.complete()
	return s.result, err
}

// Cover marks branches that were covered outside of the search.
func (s *Searcher) Cover(branches ...uint32) {
	for _, b := range branches {
		s.world.covered[b] = true
	}
	s.openGoals = slices.DeleteFunc(s.openGoals, s.world.Covered)
}

// Condition returns the clauses of a node's prefix, followed by the clause of its other side.
func (s *Searcher) Condition(n *Node) []*term.Term {
	return append(s.tree.prefix(n), s.tree.clause(n, !n.Side))
}

func (s *Searcher) search(starts []input.Vector) error {
	for _, v := range starts {
		if s.isOver() {
			return nil
		}
		if err := s.run(v, Step{}); err != nil {
			return err
		}
	}
	for !s.isOver() {
		next := s.next()
		var err error
		switch {
		case next.Flip != nil:
			err = s.flip(next)
		case next.Input != nil:
			err = s.run(next.Input, Step{})
		default:
			s.result.Status = search.Exhausted
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next returns an interrupted step, or the next step of the strategy.
func (s *Searcher) next() Step {
	for len(s.postponed) > 0 {
		n := s.postponed[0]
		if s.postponed = s.postponed[1:]; !n.isOutdated() {
			return n
		}
	}
	var n Step
	s.addStrategyTime(func() { n = nextStep(s.strategy) })
	return n
}

// addStrategyTime adds the time of work to the time of the strategy.
func (s *Searcher) addStrategyTime(work func()) {
	began := s.opt.Clock()
	work()
	s.result.Strategy += s.opt.Clock() - began
}

// isOver reports whether the search ends, and sets the status.
func (s *Searcher) isOver() bool {
	b := s.limit
	switch {
	case s.hasEnded():
	case b.Runs > 0 && s.result.Runs >= b.Runs, b.Queries > 0 && s.result.Queries >= b.Queries,
		b.Time > 0 && s.opt.Clock() >= b.Time, b.Instructions > 0 && s.result.Instructions >= b.Instructions:
		s.result.Status = search.Budget
	default:
		return false
	}
	return true
}

// hasEnded reports whether the search ends for a reason other than its budget, and sets the status.
func (s *Searcher) hasEnded() bool {
	switch {
	case s.result.Status != search.Running:
	case s.ctx.Err() != nil:
		s.result.Status = search.Stopped
	case len(s.opt.Goals) > 0 && len(s.openGoals) == 0:
		s.result.Status = search.Found
	default:
		return false
	}
	return true
}

// flip asks for an input that takes the other side of the step's node, and runs the input. With
// Options.BatchSize further nodes may be flipped together with it.
func (s *Searcher) flip(next Step) error {
	if s.opt.BatchSize > 1 {
		if all := s.chooseBatch(next); len(all) > 1 {
			return s.flipAll(all)
		}
	}
	a, v, err := s.askSolver(next)
	return s.applyAnswer(next, a, v, err)
}

// applyAnswer runs the input that the solver found for a step, or sets the state of the step's node
// if there is none. If the search ended meanwhile, or the solver failed, it postpones the step.
func (s *Searcher) applyAnswer(next Step, answer smt.Answer, vector input.Vector, err error) error {
	node := next.Flip
	switch {
	case err != nil:
		s.postponed = append(s.postponed, next)
		return err
	case answer.Verdict == smt.Unknown && s.ctx.Err() != nil:
		s.postponed = append(s.postponed, next)
		return nil
	case answer.Verdict != smt.Sat && next.isOutdated(): // the run of another answer took it in the meantime
	case answer.Verdict == smt.Unsat:
		s.clearUnknown(node)
		s.result.Infeasible++
		s.setState(node, Infeasible)
	case answer.Verdict == smt.Unknown:
		s.clearUnknown(node)
		s.unknownReasons[node] = answer.Reason
		s.result.Unknown[answer.Reason]++
		s.setState(node, Unknown)
	default:
		runs := s.result.Runs
		if err := s.run(vector, next); err != nil || runs == s.result.Runs {
			s.postponed = append(s.postponed, next)
			return err
		}
		if node.state == Taken {
			s.clearUnknown(node)
		}
		return nil
	}
	s.reportProgress()
	return nil
}

// askSolver asks the solver for an input that flips a node: with one of the soft constraints, the
// best first, and if there is no such input, without them.
func (s *Searcher) askSolver(next Step) (answer smt.Answer, vector input.Vector, err error) {
	n, start := next.Flip, next.startRun().Path.Input
	prefix, plain := s.tree.prefix(n), s.tree.clause(n, !n.Side)
	for _, soft := range next.Soft {
		if s.limit.Queries > 0 && s.result.Queries+1 >= s.limit.Queries {
			break // the last question without soft constraints decides the state of the node
		}
		c := plain
		if soft.ExtraElements > 0 && s.world.Inputs != nil {
			if g := s.world.Inputs.Grow(plain, soft.ExtraElements); g != nil {
				c = g
			}
		}
		for _, m := range soft.Flips {
			c = s.tree.builder.Both(c, s.tree.clause(m, !m.Side))
		}
		answer, vector, err = s.satisfy(start, prefix, c)
		if err != nil || answer.Verdict == smt.Sat || s.ctx.Err() != nil {
			return answer, vector, err
		}
	}
	return s.satisfy(start, prefix, plain)
}

// satisfy asks the solver for an input. If rewards are wanted and list elements are new, it asks
// again, starting from the input with rewarded values in these elements, so that the solver repairs
// values that violate a clause.
func (s *Searcher) satisfy(start input.Vector, prefix []*term.Term, clause *term.Term) (answer smt.Answer, vector input.Vector, err error) {
	s.result.Queries++
	answer, vector, err = s.program.Satisfy(s.ctx, start, prefix, clause)
	m := s.world.rewards
	if m == nil || err != nil || answer.Verdict != smt.Sat {
		return answer, vector, err
	}
	if w := m.withRewards(start, vector); w != nil && (s.limit.Queries == 0 || s.result.Queries < s.limit.Queries) {
		s.result.Queries++
		if b, u, err := s.program.Satisfy(s.ctx, w, prefix, clause); err == nil && b.Verdict == smt.Sat {
			answer, vector = b, u
		}
	}
	m.recordAnswer(start, vector)
	return answer, vector, nil
}

// setState sets the state of a node. The first time it notifies the strategy.
func (s *Searcher) setState(n *Node, why State) {
	before := n.state
	if n.state = why; before != Open {
		return
	}
	s.numOpen--
	s.addStrategyTime(func() { s.strategy.ObserveClosed(n) })
}

// clearUnknown removes a node from the nodes with an unknown side.
func (s *Searcher) clearUnknown(n *Node) {
	why, ok := s.unknownReasons[n]
	if !ok {
		return
	}
	delete(s.unknownReasons, n)
	if s.result.Unknown[why]--; s.result.Unknown[why] == 0 {
		delete(s.result.Unknown, why)
	}
}

// run runs an input, which was made to flip a node if the step has one, and notifies the strategy.
func (s *Searcher) run(v input.Vector, step Step) error {
	observed, err := s.program.Run(s.ctx, v, s.opt.Targets)
	if err != nil {
		if s.ctx.Err() != nil {
			err = nil
		}
		return err
	}
	if observed.Number = s.result.Runs; step.Flip != nil {
		observed.Flipped, observed.from = step.Flip, step.startRun()
	}
	s.result.Runs++
	s.result.Instructions += observed.Path.Instructions
	s.result.Ends[observed.Path.End.Kind]++
	s.world.measureProgress(observed)
	s.cover(observed)
	if s.world.rewards != nil && step.Flip != nil {
		s.world.rewards.recordRun(observed)
	}
	fresh, taken := s.tree.merge(observed)
	s.result.Dropped += observed.Dropped
	s.numOpen += len(fresh) - len(taken)
	s.reportProgress()
	if s.opt.OnRun != nil && !s.opt.OnRun(observed) {
		s.result.Status = search.Stopped
	}
	s.announce(observed, fresh, taken)
	observed.Path.Condition, observed.Path.Decisions, observed.Path.Output, observed.Reading = nil, nil, nil, Reading{}
	return nil
}

// announce notifies the strategy of a run, its new nodes, and the nodes that it has closed.
func (s *Searcher) announce(r *Run, fresh, taken []*Node) {
	s.addStrategyTime(func() {
		for _, n := range taken {
			s.strategy.ObserveClosed(n)
		}
	})
	if n := r.Flipped; n != nil && n.state == Open {
		s.result.Diverged++
		s.setState(n, Diverged)
	}
	s.addStrategyTime(func() { s.strategy.ObserveRun(r, fresh) })
}

// cover records the branches that a run is the first to take.
func (s *Searcher) cover(r *Run) {
	for _, b := range r.Covered {
		if s.result.Covered[b] == nil {
			s.world.covered[b], s.result.Covered[b], r.NewBranch = true, r, true
		}
	}
	s.openGoals = slices.DeleteFunc(s.openGoals, s.world.Covered)
}

func (s *Searcher) reportProgress() {
	if s.opt.Progress != nil {
		s.opt.Progress(s.result)
	}
}

// complete reports whether every path was taken to its end: no node is open or unknown, no decision
// was dropped, no run left its prefix, and no run was cut off. A branch that no run took is then
// infeasible, as far as paths depend on the input alone.
func (r *Result) complete() bool {
	if r.Runs == 0 || r.Open > 0 || r.Dropped > 0 || r.Diverged > 0 || len(r.Unknown) > 0 {
		return false
	}
	for end, n := range r.Ends {
		switch end {
		case symexec.Returned, symexec.Panicked, symexec.Unbuilt: // an input that cannot be built does not count
		default:
			if n > 0 {
				return false
			}
		}
	}
	return true
}
