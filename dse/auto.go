package dse

import "slices"

func init() { Register("auto", Auto) }

// How many steps without progress a part of Auto has in a round: at first, and in the end.
const (
	firstSteps = 3
	mostSteps  = 24

	mostVain = 3 // times as many without news
)

// Auto is the strategy to choose if nothing is known of a program. It is made of
// parts that fail in different places:
//
//   - Direct for the goals: if a path evaluates the predicate of a goal, the
//     solver knows whether an input goes the other way behind the same prefix.
//   - Graded for the goals, with distances for paths that do not reach their
//     predicates, and leaps. It passes the guards before a goal one by one, where the
//     paper's Fitnex declines.
//   - Direct for all targets, which is each code location once.
//   - Graded for all targets. It knows what the distance of a goal does not tell: that
//     a flag is to be set, that a loop is to be entered.
//   - Substitution, which reads on where a parser has stopped, and knows its words.
//   - Repetition, which is no search in the tree: what several elements do together is
//     worse before it is better where decisions are flipped one by one. Where it has come
//     nearer to the predicate of a goal it goes on at once.
//   - Closest, where one decision among many of its branch is left on the nearest path.
//   - Crossover, which puts inputs together by chance, where pieces of an input have to
//     grow that the program has cut off before it reads them.
//   - Novelty, which walks through parsers and state machines, where neither coverage nor
//     distance says that a token was read.
//   - Random nodes of random code locations, which nothing leads astray. Where a goal is
//     behind a plateau of fitness, they are better than random nodes of the tree, of
//     which long loops have the most.
//
// New elements of lists have the values that were rewarded last (World.Reward).
//
// The first is asked for each step, as what it does in vain costs no runs. The others are
// asked in this order, in rounds: each until it has had as many steps since its last
// progress as the round has for a part, or has none. What is progress for a part some run
// has brought, whoever asked for it. In a round no part has more than so many times that
// since there was news, which is a run that is nearer to a goal than all before, or the first to
// take a side of a condition. Each round has twice as many steps as the one before, up to
// a bound.
func Auto(w *World) Strategy {
	goal := func(r *Run) bool { return slices.ContainsFunc(r.Nearer, w.IsGoal) }
	never := func(*Run) bool { return false }
	w.Reward()
	repeats := newRepetition(w)
	f := &auto{w: w, first: shortCircuit{group{Direct(true)(w), certain{repeats}}}, steps: firstSteps, parts: []*part{
		{Strategy: Graded(GradedOptions{Leap: true, Goals: true})(w), progress: goal},
		{Strategy: Direct(false)(w), progress: never},
		{Strategy: Graded(GradedOptions{Leap: true})(w), progress: func(r *Run) bool { return len(r.Nearer) > 0 }},
		{Strategy: Substitution(w), progress: func(r *Run) bool { return r.NewBranch }},
		{Strategy: repeats, progress: func(r *Run) bool { return r.NewBranch || goal(r) }},
		{Strategy: Closest(w), progress: goal},
		{Strategy: Crossover(w), progress: w.News},
		{Strategy: Novelty(w), progress: w.News},
		{Strategy: CodeLocationPrioritized(Random)(w), progress: never},
	}}
	return f
}

// A part is a strategy of Auto.
type part struct {
	Strategy
	progress func(r *Run) bool
	idle     int // steps in this round since the last progress
	vain     int // and since the last news
}

type auto struct {
	w     *World
	first Strategy
	parts []*part
	steps int // of a part without progress, in this round
}

// Ran implements Strategy.
func (f *auto) Ran(r *Run, fresh []*Node) {
	f.first.Ran(r, fresh)
	news := f.w.News(r)
	for _, p := range f.parts {
		if p.Ran(r, fresh); p.progress(r) {
			p.idle = 0
		}
		if news {
			p.vain = 0
		}
	}
}

// Closed implements Strategy.
func (f *auto) Closed(n *Node) {
	f.first.Closed(n)
	for _, p := range f.parts {
		p.Closed(n)
	}
}

// Next implements Strategy.
func (f *auto) Next() Step {
	if s := ask(f.first); !s.None() {
		return s
	}
	for range 2 {
		for _, p := range f.parts {
			if p.idle >= f.steps || p.vain >= mostVain*f.steps {
				continue
			}
			if s := ask(p.Strategy); !s.None() {
				p.idle++
				p.vain++
				return s
			}
		}
		f.begin()
	}
	return Step{} // all were asked
}

// begin begins a round.
func (f *auto) begin() {
	f.steps = min(2*f.steps, mostSteps)
	for _, p := range f.parts {
		p.idle, p.vain = 0, 0
	}
}
