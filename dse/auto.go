package dse

import "nearmiss/input"

// Patience and MostPatience bound how many nodes or inputs Auto takes in a row
// from a part that makes no progress: twice as many in each round that all parts have
// used up, up to the second. FairPatience is what a part keeps that brings nothing new
// to anybody.
const (
	Patience     = 3
	FairPatience = 12
	MostPatience = 24

	mostVain = 3 // times the patience, of what a part takes for progress that is new to nobody else
)

// Places of parts of Auto.
const (
	climber = 1
	blamer  = 3
	weaver  = 7
)

// Auto is the strategy to choose if nothing is known of a program. It is made of
// parts that fail in different places:
//
//   - Direct for the goals: if a path evaluates the predicate of a goal, the
//     solver knows whether an input goes the other way behind the same prefix.
//   - Fitnex for the goals, with distances for paths that do not reach their
//     predicates. It passes the guards before a goal one by one, where the
//     paper's Fitnex declines.
//   - Direct for all targets, which is each code location once.
//   - Blame, for decisions that the nearest runs hang on where no flip of their
//     branches has gained anything. In the first round it comes behind Weave: what is
//     easy needs no blame.
//   - Fitnex for every target that some path reaches. It knows what the distance
//     of a goal does not tell: that a flag is to be set, that a loop is to be
//     entered.
//   - Splice, which reads on where a parser has stopped, and knows its words.
//   - Pump, which is no search in the tree: it repeats blocks of inputs, and joins
//     inputs. What several elements do together is worse before it is better where
//     decisions are flipped one by one. Where a goal came nearer that way, it goes
//     on at once.
//   - Weave, which puts inputs together by chance, where pieces of an input have to
//     grow that the program has cut off before it reads them.
//   - Wedge, which puts one element between others, where a flip would change all
//     that is read behind it.
//   - Novelty, which walks through parsers and state machines, where neither
//     coverage nor distance says that a token was read.
//   - A fair choice among UnrollingBorder, which brings paths together that differ
//     early and are short, CoverageBorder, which goes where little was tried, and random
//     nodes of random code locations, which nothing leads astray. Where a goal is behind
//     a plateau of fitness, they are better than random nodes of the tree, of which long
//     loops have the most.
//
// The first is asked whenever a node is wanted, as what it does in vain costs no
// runs. The others are asked in this order, each until it has used up its
// patience: nodes and inputs without progress. A run that is progress for one lets that
// one begin anew, whoever provided its node, if it is new in a way that any of them may
// look for: it is nearer to a target, takes a side that no run has taken, or reads as
// none has. Of other runs a part is told when it is asked next, and only of those that it
// provided itself it may say that they were progress. When all have used theirs up, a
// round begins in which each has twice as much. A part that brought nothing new in a
// round, neither nearer to a goal nor a new side of a condition, has less in the
// next: down to FairPatience, and below if most of what it did made inputs
// longer, as there is no end of that. Weave keeps all of it.
//
// Behind the first round, whenever another part has used up its patience, Fitnex for the
// goals gets half as much again: what that one found is the ground to climb from, and
// where there is a slope, to climb it takes fewer runs than all else.
//
// Runs are polished: what counts is how near the path of a run comes to a goal, if the
// program is a Polisher. Both Fitnex leap, and lists grow by just as many elements as are
// asked for, which keeps paths short.
func Auto(w *World) Frontier {
	goals, all := FitnexOptions{Away: true, Goals: true, Leap: true}, FitnexOptions{Leap: true}
	found := newFindings(w, goals, all)
	both := func(o FitnexOptions) Strategy {
		return func(*World) Frontier { return newFitnex(found, o) }
	}
	f := &auto{children: makeChildren(w, []Strategy{
		Direct(true),
		both(goals),
		Direct(false),
		Blame,
		both(all),
		Splice,
		Pump,
		Weave,
		Wedge,
		Novelty,
		RoundRobin(UnrollingBorder, CoverageBorder, CodeLocationPrioritized(Random)),
	})}
	f.holds = true
	f.arms = make([]arm, len(f.all))
	for i := range f.all {
		if f.delay(i); f.all[i].certain != nil {
			f.sure = append(f.sure, i)
		}
	}
	f.start()
	return f
}

// start starts the first round.
func (f *auto) start() {
	f.w.polishes = true
	for i := range f.arms {
		f.arms[i] = arm{most: MostPatience}
	}
	*f = auto{children: f.children, record: newRecord(f.w), arms: f.arms, sure: f.sure, last: -1, patience: Patience, hinted: f.hinted[:0]}
}

// renew implements renewer.
func (f *auto) renew() {
	f.children.renew()
	f.start()
}

// auto implements Progressive.
type auto struct {
	children
	record   record
	runs     int // that it was told of
	held     int // decisions of runs that not all parts were told of
	arms     []arm
	sure     []int // parts that may be certain of what they suggest
	last     int   // that provided something; -1: the first, which is not counted
	patience int
	later    bool  // behind the first round
	chosen   *Node // by Suggest, for Next
	hinted   []Hint
}

// An arm is what is known of a part.
type arm struct {
	idle   int  // nodes and inputs that it has provided in this round, and since its last progress
	spent  int  // of them in this round
	vain   int  // of those since there was news
	longer int  // of those whose inputs are longer than what they were made from
	paid   bool // one of them was news
	most   int  // patience with it
	due    bool // it was not told of a run that may let it begin anew
	made   bool // it was not told of a run that it has suggested
	runs   int  // that it was told of
}

// waits implements waiter: what a run has decided is there when it has ended.
func (f *auto) waits() bool { return false }

// Ran implements Frontier.
func (f *auto) Ran(r *Run) { f.hear(r, nil) }

// hear implements listener.
func (f *auto) hear(r *Run, nodes []*Node) {
	e := noticeOf(r, nodes)
	f.runs++
	e.worth, e.by = f.record.take(r), f.last
	f.happened(e)
	f.hold(r)
	if e.worth > nothing {
		for i := range f.arms {
			f.arms[i].due = true
		}
	}
	if f.last < 0 {
		return
	}
	a := &f.arms[f.last]
	if a.due, a.made = true, true; e.worth == news {
		a.paid, a.vain = true, 0
	}
	if n := r.Flipped; n != nil && len(r.Path.Input) > len(n.start().Path.Input) {
		a.longer++
	}
}

// hold keeps what a run has decided until all parts were told of it, or there is too
// much of that.
func (f *auto) hold(r *Run) {
	if f.held += len(r.Path.Decisions); f.held <= mostHeld && len(f.events) <= mostEvents {
		return
	}
	for i := range f.all {
		f.catchUp(i)
	}
	f.drop(len(f.events))
	f.held = 0
}

// catchUp tells a part what it was not told yet. A run that it takes for progress lets it
// begin anew, if it provided that itself or others could know.
func (f *auto) catchUp(i int) {
	a := &f.arms[i]
	for k := f.at[i]; k < len(f.events); k++ {
		e := &f.events[k]
		f.all[i].tell(e)
		if e.run == nil || e.worth == nothing && e.by != i || !f.all[i].progress() {
			continue
		}
		if a.idle = 0; e.worth == news {
			a.vain = 0
		}
	}
	f.at[i], a.due, a.made, a.runs = len(f.events), false, false, f.runs
}

// Suggest implements Suggester: an input if it is the turn of a part that has
// one.
func (f *auto) Suggest() input.Vector {
	if f.chosen != nil && f.chosen.State() == Open {
		return nil
	}
	v, n := f.choose(true)
	f.chosen = n
	return v
}

// Keep implements Keeper.
func (f *auto) Keep(r *Run) bool { return f.provider.keeps(r) }

// Next implements Frontier.
func (f *auto) Next() *Node {
	if n := f.chosen; n != nil {
		if f.chosen = nil; n.State() == Open {
			return n
		}
	}
	_, n := f.choose(false)
	return n
}

// choose asks the parts for a node or, if inputs are wanted, for one.
func (f *auto) choose(inputs bool) (input.Vector, *Node) {
	f.last = -1
	if n := f.ask(0); n != nil {
		return nil, n
	}
	if inputs {
		for _, i := range f.sure {
			if !f.trusts(i) {
				continue
			}
			if a := &f.arms[i]; a.due && (a.idle > 0 || a.vain > 0) {
				f.catchUp(i)
			}
			if f.all[i].certain.Sure() {
				if v := f.suggest(i); v != nil {
					return v, nil
				}
			}
		}
	}
	for again := range 2 {
		if again > 0 {
			f.begin()
		}
		for i := 1; i < len(f.all); i++ {
			i := f.order(i)
			if !f.trusts(i) || f.declines(i) {
				continue
			}
			if inputs && f.all[i].suggester != nil {
				if v := f.suggest(i); v != nil {
					return v, nil
				}
			}
			if n := f.ask(i); n != nil {
				f.provides(i)
				return nil, n
			}
		}
	}
	return nil, nil // all were asked
}

// declines reports whether a part has nothing whatever it is told of the latest runs.
func (f *auto) declines(i int) bool {
	p, a := f.all[i].patient, &f.arms[i]
	return p != nil && !a.made && p.Declines(f.runs-a.runs)
}

// suggest asks a part for an input, nil if it has none.
func (f *auto) suggest(i int) input.Vector {
	f.catchUp(i)
	v := f.all[i].suggest(f.w)
	if v != nil {
		f.provider = &f.all[i]
		f.provides(i)
	}
	return v
}

// order is the number of the part that is asked i-th.
func (f *auto) order(i int) int {
	switch {
	case f.later || i < blamer || i > weaver:
		return i
	case i == weaver:
		return blamer
	}
	return i + 1
}

// ask asks a part for a node.
func (f *auto) ask(i int) *Node {
	f.catchUp(i)
	return f.children.ask(i)
}

// trusts reports whether there is patience left with a part.
func (f *auto) trusts(i int) bool {
	a := &f.arms[i]
	n := min(f.patience, a.most)
	if a.due && (a.idle >= n || a.vain >= mostVain*n) {
		f.catchUp(i)
	}
	return a.idle < n && a.vain < mostVain*n
}

// provides counts what a part has provided.
func (f *auto) provides(i int) {
	a := &f.arms[i]
	f.last = i
	a.idle++
	a.spent++
	a.vain++
	if n := min(f.patience, a.most); i != climber && f.later && a.idle >= n {
		c := &f.arms[climber]
		c.idle, c.vain = min(c.idle, n/2), 0
	}
}

// begin begins a round.
func (f *auto) begin() {
	f.patience, f.later = min(2*f.patience, MostPatience), true
	for i := range f.arms {
		f.arms[i].begin(i == weaver)
	}
}

// begin begins a round for a part, which may keep all its patience.
func (a *arm) begin(keeps bool) {
	most := a.most
	switch {
	case a.paid:
		most = 2 * most
	case a.spent > Patience && 2*a.longer > a.spent:
		most = most / 2
	case a.spent > Patience:
		most = max(most/2, FairPatience)
	}
	if most = min(max(most, Patience), MostPatience); keeps {
		most = MostPatience
	}
	*a = arm{most: most, due: a.due, made: a.made, runs: a.runs}
}

// Hints implements Hinter: what is not to grow by more grows by one.
func (f *auto) Hints(n *Node) []Hint {
	f.hinted = append(append(f.hinted[:0], f.children.Hints(n)...), Hint{})
	return f.hinted
}
