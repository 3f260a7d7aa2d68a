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
	Time    time.Duration // by Options.Clock

	Instructions uint64 // of the runs, as symexec.Path has them
}

// Options say how to search.
type Options struct {
	Starts   []input.Vector // run first, at least one
	Targets  []uint32       // branches to cover
	Goals    []uint32       // targets that are wanted, by default all; the other targets lead to them. The search ends when all goals are covered
	Inputs   Inputs         // by which strategies edit inputs; nil: they do not
	Budget   Budget
	Nodes    int                  // limit of the tree, by default DefaultNodes; further nodes are dropped and counted
	Clock    func() time.Duration // since some moment; nil: there is no time
	Progress func(*Result)        // after each run and query, if not nil
	Ran      func(*Run) bool      // after each run, if not nil; false ends the search

	// Together is how many flips of the strategy are asked for at a time, if the program is a
	// Batcher; 0 is 1. The strategy chooses them before it knows any of the answers.
	Together int
}

// DefaultNodes is the default limit of the number of nodes.
const DefaultNodes = 1 << 20

// Result is the result of a search.
type Result struct {
	Runs       int             // of inputs, those to start from included
	Queries    uint64          // to the solver
	Covered    map[uint32]*Run // the first run that took each branch
	Nodes      int             // of the tree
	Dropped    int             // decisions beyond the limit of the tree
	Infeasible int             // nodes whose other side contradicts their prefix
	Unknown    map[string]int  // nodes for which no solver had an answer, by reason
	Diverged   int             // runs that left the prefix that they were made for
	Ends       map[symexec.EndKind]int
	Open       int  // nodes whose other side was neither taken nor asked for; may be positive at the end, when the strategy has declined
	Complete   bool // every path was taken to its end
	Status     search.Status
	Root       *Node

	Instructions uint64        // executed by all runs
	Strategy     time.Duration // spent by the strategy
}

// Searcher is a search that can be continued. It belongs to one goroutine.
type Searcher struct {
	ctx   context.Context
	p     Program
	opt   Options
	tree  *tree
	world *World
	front Strategy
	res   *Result
	open  int              // number of open nodes
	late  []Step           // interrupted by the end of the search, or put off: the next steps
	doubt map[*Node]string // reason by node, for the nodes in Result.Unknown
	left  []uint32         // uncovered goals
	limit Budget           // of this call of Continue, compared with the totals
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
		p: p, opt: opt, left: slices.Clone(opt.Goals),
		tree: newTree(p.Builder(), opt.Nodes), doubt: map[*Node]string{},
		res: &Result{Covered: map[uint32]*Run{}, Unknown: map[string]int{}, Ends: map[symexec.EndKind]int{}},
	}
	s.world = newWorld(rng, s.tree, opt)
	s.front = strategy(s.world)
	return s
}

// Continue searches within a new budget, with more inputs to start from. The result is that of the
// whole search; the searcher owns it.
func (s *Searcher) Continue(ctx context.Context, b Budget, starts ...input.Vector) (*Result, error) {
	s.ctx, s.res.Status, s.limit = ctx, search.Running, b
	s.limit.Runs += s.res.Runs * min(1, b.Runs)
	s.limit.Queries += s.res.Queries * min(1, b.Queries)
	s.limit.Instructions += s.res.Instructions * min(1, b.Instructions)
	s.limit.Time += s.opt.Clock() * min(1, b.Time)
	err := s.search(starts)
	s.res.Root, s.res.Nodes, s.res.Open = s.tree.root, s.tree.size, s.open
	s.res.Complete = s.res.complete()
	return s.res, err
}

// Cover marks branches that were covered outside of the search.
func (s *Searcher) Cover(branches ...uint32) {
	for _, b := range branches {
		s.world.covered[b] = true
	}
	s.left = slices.DeleteFunc(s.left, s.world.Covered)
}

// Condition returns the clauses of a node's prefix, followed by the clause of its other side.
func (s *Searcher) Condition(n *Node) []*term.Term {
	return append(s.tree.prefix(n), s.tree.clause(n, !n.Side))
}

func (s *Searcher) search(starts []input.Vector) error {
	for _, v := range starts {
		if s.over() {
			return nil
		}
		if err := s.run(v, Step{}); err != nil {
			return err
		}
	}
	for !s.over() {
		next := s.next()
		var err error
		switch {
		case next.Flip != nil:
			err = s.flip(next)
		case next.Input != nil:
			err = s.run(next.Input, Step{})
		default:
			s.res.Status = search.Exhausted
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next returns an interrupted step, or the next step of the strategy.
func (s *Searcher) next() Step {
	for len(s.late) > 0 {
		n := s.late[0]
		if s.late = s.late[1:]; !n.over() {
			return n
		}
	}
	var n Step
	s.timed(func() { n = ask(s.front) })
	return n
}

// timed adds the time of work to the time of the strategy.
func (s *Searcher) timed(work func()) {
	began := s.opt.Clock()
	work()
	s.res.Strategy += s.opt.Clock() - began
}

// over reports whether the search ends, and sets the status.
func (s *Searcher) over() bool {
	b := s.limit
	switch {
	case s.ended():
	case b.Runs > 0 && s.res.Runs >= b.Runs, b.Queries > 0 && s.res.Queries >= b.Queries,
		b.Time > 0 && s.opt.Clock() >= b.Time, b.Instructions > 0 && s.res.Instructions >= b.Instructions:
		s.res.Status = search.Budget
	default:
		return false
	}
	return true
}

// ended reports whether the search ends whatever is left of the budget, and sets the status.
func (s *Searcher) ended() bool {
	switch {
	case s.res.Status != search.Running:
	case s.ctx.Err() != nil:
		s.res.Status = search.Stopped
	case len(s.opt.Goals) > 0 && len(s.left) == 0:
		s.res.Status = search.Found
	default:
		return false
	}
	return true
}

// flip asks for an input that takes the other side of a node, and runs it. Further nodes may be
// flipped together with it.
func (s *Searcher) flip(next Step) error {
	if s.opt.Together > 1 {
		if all := s.together(next); len(all) > 1 {
			return s.flipAll(all)
		}
	}
	a, v, err := s.ask(next)
	return s.answered(next, a, v, err)
}

// answered runs the input that was found for a step, or closes its node.
func (s *Searcher) answered(next Step, a smt.Answer, v input.Vector, err error) error {
	n := next.Flip
	switch {
	case err != nil:
		return err
	case a.Verdict == smt.Unknown && s.ctx.Err() != nil:
		s.late = append(s.late, next)
		return nil
	case a.Verdict != smt.Sat && next.over(): // the run of another answer took it in the meantime
	case a.Verdict == smt.Unsat:
		s.settle(n)
		s.res.Infeasible++
		s.close(n, Infeasible)
	case a.Verdict == smt.Unknown:
		s.settle(n)
		s.doubt[n] = a.Reason
		s.res.Unknown[a.Reason]++
		s.close(n, Unknown)
	default:
		runs := s.res.Runs
		if err := s.run(v, next); err != nil || runs == s.res.Runs {
			s.late = append(s.late, next)
			return err
		}
		if n.state == Taken {
			s.settle(n)
		}
		return nil
	}
	s.tell()
	return nil
}

// ask asks the solver for an input that flips a node: with one of the soft constraints, the best
// first, and if there is no such input, without them.
func (s *Searcher) ask(next Step) (a smt.Answer, v input.Vector, err error) {
	n, start := next.Flip, next.from().Path.Input
	prefix, plain := s.tree.prefix(n), s.tree.clause(n, !n.Side)
	for _, soft := range next.Soft {
		if s.limit.Queries > 0 && s.res.Queries+1 >= s.limit.Queries {
			break // the last question without soft constraints decides the state of the node
		}
		c := plain
		if soft.More > 0 && s.world.Inputs != nil {
			if g := s.world.Inputs.Grow(plain, soft.More); g != nil {
				c = g
			}
		}
		for _, m := range soft.Flips {
			c = s.tree.b.Both(c, s.tree.clause(m, !m.Side))
		}
		a, v, err = s.satisfy(start, prefix, c)
		if err != nil || a.Verdict == smt.Sat || s.ctx.Err() != nil {
			return a, v, err
		}
	}
	return s.satisfy(start, prefix, plain)
}

// satisfy asks the solver for an input. If rewards are wanted and list elements are new, it asks
// again, starting from the input with rewarded values in these elements, so that the solver repairs
// values that violate a clause.
func (s *Searcher) satisfy(start input.Vector, prefix []*term.Term, clause *term.Term) (a smt.Answer, v input.Vector, err error) {
	s.res.Queries++
	a, v, err = s.p.Satisfy(s.ctx, start, prefix, clause)
	m := s.world.rewards
	if m == nil || err != nil || a.Verdict != smt.Sat {
		return a, v, err
	}
	if w := m.fill(start, v); w != nil && (s.limit.Queries == 0 || s.res.Queries < s.limit.Queries) {
		s.res.Queries++
		if b, u, err := s.p.Satisfy(s.ctx, w, prefix, clause); err == nil && b.Verdict == smt.Sat {
			a, v = b, u
		}
	}
	m.answered(start, v)
	return a, v, nil
}

// close sets the state of a node. The first time it notifies the strategy.
func (s *Searcher) close(n *Node, why State) {
	was := n.state
	if n.state = why; was != Open {
		return
	}
	s.open--
	s.timed(func() { s.front.Closed(n) })
}

// settle removes a node from the unknown nodes.
func (s *Searcher) settle(n *Node) {
	why, ok := s.doubt[n]
	if !ok {
		return
	}
	delete(s.doubt, n)
	if s.res.Unknown[why]--; s.res.Unknown[why] == 0 {
		delete(s.res.Unknown, why)
	}
}

// run runs an input, which was made to flip a node if the step has one, and notifies the strategy.
func (s *Searcher) run(v input.Vector, step Step) error {
	r, err := s.p.Run(s.ctx, v, s.opt.Targets)
	if err != nil {
		if s.ctx.Err() != nil {
			err = nil
		}
		return err
	}
	if r.Number = s.res.Runs; step.Flip != nil {
		r.Flipped, r.from = step.Flip, step.from()
	}
	s.res.Runs++
	s.res.Instructions += r.Path.Instructions
	s.res.Ends[r.Path.End.Kind]++
	s.world.measure(r)
	s.cover(r)
	if s.world.rewards != nil && step.Flip != nil {
		s.world.rewards.ran(r)
	}
	fresh, taken := s.tree.merge(r)
	s.res.Dropped += r.Dropped
	s.open += len(fresh) - len(taken)
	s.tell()
	if s.opt.Ran != nil && !s.opt.Ran(r) {
		s.res.Status = search.Stopped
	}
	s.announce(r, fresh, taken)
	r.Path.Condition, r.Path.Decisions, r.Path.Output, r.Reading = nil, nil, nil, Reading{}
	return nil
}

// announce notifies the strategy of a run.
func (s *Searcher) announce(r *Run, fresh, taken []*Node) {
	s.timed(func() {
		for _, n := range taken {
			s.front.Closed(n)
		}
	})
	if n := r.Flipped; n != nil && n.state == Open {
		s.res.Diverged++
		s.close(n, Diverged)
	}
	s.timed(func() { s.front.Ran(r, fresh) })
}

// cover records the branches that a run is the first to take.
func (s *Searcher) cover(r *Run) {
	for _, b := range r.Covered {
		if s.res.Covered[b] == nil {
			s.world.covered[b], s.res.Covered[b], r.NewBranch = true, r, true
		}
	}
	s.left = slices.DeleteFunc(s.left, s.world.Covered)
}

func (s *Searcher) tell() {
	if s.opt.Progress != nil {
		s.opt.Progress(s.res)
	}
}

// complete reports whether every path was taken to its end: no node is open or unknown, no decision
// was dropped, and no run was cut off. A branch that no run took is then infeasible, as far as
// paths depend on the input alone.
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
