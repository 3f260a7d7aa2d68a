package dse

import (
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
	Runs    int // the inputs to start from among them
	Queries uint64
	Time    time.Duration // by Options.Clock

	Instructions uint64 // of the runs, as symexec.Path has them
}

// Options say how to search.
type Options struct {
	Starts   []input.Vector // run first, at least one
	Targets  []uint32       // branches to cover
	Goals    []uint32       // those of the targets that are wanted, by default all; the others lead there. The search ends when all goals are covered
	Budget   Budget
	Nodes    int                  // of the tree, by default DefaultNodes; more are dropped, and counted
	Clock    func() time.Duration // since some moment; nil: there is no time
	Progress func(*Result)        // after each run and query, if not nil
	Ran      func(*Run) bool      // after each run, if not nil; false ends the search
}

// DefaultNodes is how many nodes the tree may have.
const DefaultNodes = 1 << 20

// Result is what a search has found.
type Result struct {
	Runs       int
	Queries    uint64
	Covered    map[uint32]*Run // the first run that took each branch
	Nodes      int             // of the tree
	Foreseen   int             // inputs that strategies suggested and that were not run, as their paths were known
	Rough      int             // evaluations of goals that were not polished, as the questions for that were used up
	Dropped    int             // decisions that the tree had no room for
	Infeasible int             // nodes whose other side contradicts their prefix
	Unknown    map[string]int  // nodes, and paths to be polished, that no solver had an answer for, by reason
	Diverged   int             // runs that left the prefix they were made for
	Ends       map[symexec.EndKind]int
	Open       int  // nodes whose other side was neither taken nor asked for: a strategy may decline before there are none
	Complete   bool // every path was taken to its end (complete.go)
	Status     search.Status
	Root       *Node

	Instructions uint64 // executed by all runs

	Strategy time.Duration // spent by the strategy: beginning, told of nodes and runs, and choosing
	Making   time.Duration // spent by the program: making inputs that the strategy suggests
	Tree     time.Duration // spent by the tree: taking in paths, and making the clauses of questions
}

// Searcher is a search that can be continued. It belongs to one goroutine.
type Searcher struct {
	strategy  Strategy
	ctx       context.Context
	p         Program
	reader    Reader   // the program, if it is one
	foreseer  Foreseer // likewise
	polisher  Polisher // likewise
	opt       Options
	tree      *tree
	world     *World
	front     member
	res       *Result
	open      int      // nodes
	questions int      // that may be asked to polish runs
	taken     branches // by runs of this search
	late      *Node    // provided when ctx ended: the first to be flipped when the search goes on
	watch     watch    // of the strategy and the tree
	left      []uint32 // goals
	limit     Budget   // of this part of the search, on the totals
}

// Search explores a program: it runs the inputs to start from, and then, again
// and again, flips the node that the strategy provides (Xie et al. 2009,
// section 3, Figure 2), or runs the input that it suggests. It ends when the goals
// are covered, the budget is used up, the strategy has nothing left, or ctx ends.
// Beside an error stands what was found.
func Search(ctx context.Context, p Program, strategy Strategy, rng *rand.Rand, opt Options) (*Result, error) {
	if len(opt.Starts) == 0 {
		return nil, errors.New("dse: no input to start from")
	}
	return New(p, strategy, rng, opt).Continue(ctx, opt.Budget, opt.Starts...)
}

// New returns a search that has not begun. The starts and the budget of the
// options are for Search alone.
func New(p Program, strategy Strategy, rng *rand.Rand, opt Options) *Searcher {
	return begin(p, strategy, rng, opt, &World{}, member{})
}

// Again returns a search by the same strategy that has not begun. It takes the memory of
// this one, which ends it: it cannot be continued. Its results stay.
func (s *Searcher) Again(p Program, rng *rand.Rand, opt Options) *Searcher {
	w, front := s.world, s.front
	s.world, s.front, s.left = nil, member{}, nil
	return begin(p, s.strategy, rng, opt, w, front)
}

// begin makes a search in the memory of an earlier one.
func begin(p Program, strategy Strategy, rng *rand.Rand, opt Options, w *World, front member) *Searcher {
	if opt.Nodes == 0 {
		opt.Nodes = DefaultNodes
	}
	if opt.Clock == nil {
		opt.Clock = func() time.Duration { return 0 }
	}
	if len(opt.Goals) == 0 {
		opt.Goals = opt.Targets
	}
	s := &Searcher{
		p: p, strategy: strategy, world: w, front: front, opt: opt, left: slices.Clone(opt.Goals), questions: polishFirst,
		tree: newTree(p.Builder(), opt.Nodes),
		res:  &Result{Covered: map[uint32]*Run{}, Unknown: map[string]int{}, Ends: map[symexec.EndKind]int{}},
	}
	w.renew()
	w.Rand, w.Targets, w.Goals, w.grows, w.nodes = rng, opt.Targets, opt.Goals, s.grows, &s.tree.all
	if e, ok := p.(Editor); ok {
		w.editor = timedEditor{e, s}
	}
	if r, ok := p.(Reader); ok {
		s.reader, w.reader = r, timedReader{r, s}
	}
	if f, ok := p.(Foreseer); ok {
		s.foreseer, w.foreseen = f, s.foreseen
	}
	s.polisher, _ = p.(Polisher)
	s.turn(planning)
	s.front.renew(strategy, w)
	s.turn(none)
	return s
}

// Continue searches within a budget of its own, with more inputs to start from.
// The result is that of the whole search; it is the searcher's.
func (s *Searcher) Continue(ctx context.Context, b Budget, starts ...input.Vector) (*Result, error) {
	s.ctx, s.res.Status, s.limit = ctx, search.Running, b
	s.limit.Runs += s.res.Runs * min(1, b.Runs)
	s.limit.Queries += s.res.Queries * min(1, b.Queries)
	s.limit.Instructions += s.res.Instructions * min(1, b.Instructions)
	s.limit.Time += s.opt.Clock() * min(1, b.Time)
	err := s.search(starts)
	s.turn(none)
	s.res.Root, s.res.Nodes, s.res.Open = s.tree.root, len(s.tree.all), s.open
	s.res.Complete = s.res.complete()
	return s.res, err
}

// Cover tells the search of branches that others have taken.
func (s *Searcher) Cover(branches ...uint32) {
	for _, b := range branches {
		s.world.covered.add(b)
	}
	s.left = slices.DeleteFunc(s.left, s.world.Covered)
}

func (s *Searcher) search(starts []input.Vector) error {
	for _, v := range starts {
		if s.over() {
			return nil
		}
		if _, err := s.run(v, nil, nil); err != nil {
			return err
		}
	}
	for !s.over() {
		v, n := s.next()
		var err error
		switch {
		case v != nil:
			_, err = s.try(v)
		case n != nil:
			err = s.flip(n)
		default:
			s.res.Status = search.Exhausted
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next asks the strategy for an input to run or a node to flip.
func (s *Searcher) next() (input.Vector, *Node) {
	if n := s.late; n != nil {
		if s.late = nil; n.other == Open {
			return nil, n
		}
	}
	s.turn(planning)
	if v := s.front.suggest(s.world); v != nil {
		return v, nil
	}
	n := s.front.Next()
	if n != nil && n.other != Open {
		panic("dse: BUG: the strategy provides a node that is " + n.other.String())
	}
	return nil, n
}

// over reports whether the search ends, and settles why.
func (s *Searcher) over() bool {
	b := s.limit
	switch {
	case s.res.Status != search.Running:
	case s.ctx.Err() != nil:
		s.res.Status = search.Stopped
	case len(s.opt.Goals) > 0 && len(s.left) == 0:
		s.res.Status = search.Found
	case b.Runs > 0 && s.res.Runs >= b.Runs, b.Queries > 0 && s.res.Queries >= b.Queries,
		b.Time > 0 && s.opt.Clock() >= b.Time, b.Instructions > 0 && s.res.Instructions >= b.Instructions:
		s.res.Status = search.Budget
	default:
		return false
	}
	return true
}

// flip asks for an input that takes the other side of n, and runs it.
func (s *Searcher) flip(n *Node) error {
	all := s.front.hints(n)
	s.turn(growing)
	prefix := s.tree.prefix(n)
	a, v, err := s.ask(n, prefix, all)
	if err != nil {
		return err
	}
	switch a.Verdict {
	case smt.Unsat:
		s.res.Infeasible++
		s.tell()
		s.close(n, Infeasible)
	case smt.Unknown:
		if s.ctx.Err() != nil {
			s.late = n
			return nil
		}
		s.res.Unknown[a.Reason]++
		s.tell()
		s.close(n, Unknown)
	default:
		r, err := s.run(v, n, prefix)
		if err != nil || r == nil {
			s.late = n
			return err
		}
		if n.other != Taken {
			s.res.Diverged++
			s.close(n, Diverged)
		}
	}
	return nil
}

// ask asks for an input that flips n: as the hints would have it, and if there
// is none, for any.
func (s *Searcher) ask(n *Node, prefix []*term.Term, all []Hint) (a smt.Answer, v input.Vector, err error) {
	hinted, start, plain := s.hinted(n, all), n.start().Path.Input, s.tree.clause(n, !n.Side)
	s.turn(none)
	for _, c := range hinted {
		if s.limit.Queries > 0 && s.res.Queries+1 >= s.limit.Queries {
			break // the last question is the one that settles the node
		}
		s.res.Queries++
		a, v, err = s.p.Satisfy(s.ctx, start, prefix, c)
		if err != nil || a.Verdict == smt.Sat || s.ctx.Err() != nil {
			return a, v, err
		}
	}
	s.res.Queries++
	return s.p.Satisfy(s.ctx, start, prefix, plain)
}

// close gives a node up.
func (s *Searcher) close(n *Node, why State) {
	s.turn(planning)
	n.other = why
	s.open--
	s.front.Exhausted(n)
}

// try runs an input that the strategy suggested, and leaves the run out of the
// tree if the strategy does not keep it.
func (s *Searcher) try(v input.Vector) (*Run, error) {
	return s.execute(v, nil, nil, func(r *Run) bool {
		s.turn(planning)
		return s.front.keeps(r)
	})
}

// run runs an input, and tells the strategy of what is new. prefix is that of the
// flipped node.
func (s *Searcher) run(v input.Vector, flipped *Node, prefix []*term.Term) (*Run, error) {
	return s.execute(v, flipped, prefix, func(*Run) bool { return true })
}

func (s *Searcher) execute(v input.Vector, flipped *Node, prefix []*term.Term, keep func(*Run) bool) (*Run, error) {
	s.turn(none)
	r, err := s.p.Run(s.ctx, v, s.opt.Targets)
	if err != nil {
		if s.ctx.Err() != nil {
			err = nil
		}
		return nil, err
	}
	r.Number, r.Flipped = s.res.Runs, flipped
	if s.reader != nil {
		r.reading = *s.reader.Reading()
	}
	s.res.Runs++
	s.res.Instructions += r.Path.Instructions
	s.res.Ends[r.Path.End.Kind]++
	s.cover(r)
	s.tell()
	s.world.ran.add(r)
	var fresh, met []*Node
	kept := keep(r)
	if kept {
		fresh, met = s.merge(r, prefix)
		s.polish(r)
	} else {
		s.world.ran.leave(r)
	}
	if s.opt.Ran != nil {
		s.turn(none)
		if !s.opt.Ran(r) {
			s.res.Status = search.Stopped
		}
	}
	if kept {
		s.announce(r, fresh, met)
	}
	r.Path.Condition, r.Path.Output = nil, nil
	r.drop()
	return r, nil
}

// cover keeps what a run is the first to take.
func (s *Searcher) cover(r *Run) {
	var news bool
	var open []int32
	for _, b := range r.Covered {
		if !s.taken.add(b) {
			continue
		}
		if !news {
			news, open = true, slices.Clone(s.world.open())
		}
		s.res.Covered[b] = r
		s.world.covered.add(b)
	}
	if news {
		r.took = slices.DeleteFunc(open, func(i int32) bool { return !s.world.Covered(s.opt.Targets[i]) })
		s.left = slices.DeleteFunc(s.left, s.world.Covered)
	}
}

// merge puts the path of a run into the tree. A node whose open side the path
// takes has its other side explored, whether the run was made for that or not. It
// returns the nodes that are new, and those.
func (s *Searcher) merge(r *Run, prefix []*term.Term) (fresh, met []*Node) {
	s.turn(growing)
	fresh, met = s.tree.merge(r, prefix)
	s.res.Dropped += r.Dropped
	s.open += len(fresh) - len(met)
	return fresh, met
}

// announce tells the strategy of a run. It comes after all else that is done with
// the run, so that the strategy is told and chooses in one go, which takes two
// looks at the clock and not four.
func (s *Searcher) announce(r *Run, fresh, met []*Node) {
	s.turn(planning)
	for _, n := range met {
		if n != r.Flipped {
			s.front.Exhausted(n)
		}
	}
	s.front.tell(&notice{run: r, lost: settled(r), news: fresh})
}

func (s *Searcher) tell() {
	if s.opt.Progress != nil {
		s.opt.Progress(s.res)
	}
}
