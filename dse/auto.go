package dse

import "slices"

func init() { Register("auto", Auto) }

// Bounds of the steps without progress that a round of Auto grants to each strategy: initialSteps
// in the first round, maxSteps in any.
const (
	initialSteps = 3
	maxSteps     = 24

	newsBoundFactor = 3 // bound of the steps without news (World.News), in bounds of the steps without progress
)

// Auto is the strategy for a program of which nothing is known. It combines strategies that fail in
// different places:
//
//   - Direct for the goals: if a path evaluates the predicate of a goal, the
//     solver decides whether an input takes the other side behind the same prefix.
//   - Graded for the goals, with distances for paths that do not reach their
//     predicates, and with multi-flips. It passes the guards before a goal one by one,
//     where the paper's Fitnex declines.
//   - Direct for all targets, which flips toward each code location once.
//   - Graded for all targets. The other targets lead where the distance of a goal has no
//     gradient: a flag has to be assigned, a loop has to be entered.
//   - Substitution, which extends an input past the point where a parser stopped, and
//     inserts the words that the parser compares with.
//   - Repetition, which does not search the tree. If only several elements together bring a
//     run nearer, flipping decisions one by one makes the fitness worse before it gets
//     better. A repetition that has come nearer to the predicate of a goal continues at once.
//   - Closest, for the nearest path on which one decision among many of its branch is wrong.
//   - Crossover, which combines inputs at random, for programs that cut the input into
//     pieces before they read it, so that a piece has to grow.
//   - Novelty, which walks through parsers and state machines, where neither coverage nor
//     distance shows that a token was read.
//   - Random nodes of random code locations, which no fitness misleads. Behind a plateau of
//     the fitness they are better than random nodes of the tree, most of which belong to
//     long loops.
//
// New elements of lists have the values that were rewarded last (World.Reward).
//
// The first strategy is asked for each step, because asking it in vain costs no run. The other
// strategies are asked in this order, in rounds. A strategy keeps its turn until it declines or
// until it has used up the steps that the round grants since its last progress. A run counts as
// progress of a strategy whichever strategy asked for the run. A strategy also ends its turn after
// newsBoundFactor times as many steps since a run last took a side for the first time or came nearer
// to a goal (World.News). Each round grants twice as many steps as the round before, up to maxSteps.
func Auto(world *World) Strategy {
	goal := func(r *Run) bool { return slices.ContainsFunc(r.Nearer, world.IsGoal) }
	never := func(*Run) bool { return false }
	world.Reward()
	repeats := newRepetition(world)
	strategy := &auto{w: world, first: shortCircuit{strategyGroup{Direct(true)(world), raysOnly{repeats}}}, grantedSteps: initialSteps, strategies: []*turnTaker{
		{Strategy: Graded(GradedOptions{MultiFlip: true, Goals: true})(world), progress: goal},
		{Strategy: Direct(false)(world), progress: never},
		{Strategy: Graded(GradedOptions{MultiFlip: true})(world), progress: func(r *Run) bool { return len(r.Nearer) > 0 }},
		{Strategy: Substitution(world), progress: func(r *Run) bool { return r.NewBranch }},
		{Strategy: repeats, progress: func(r *Run) bool { return r.NewBranch || goal(r) }},
		{Strategy: Closest(world), progress: goal},
		{Strategy: Crossover(world), progress: world.News},
		{Strategy: Novelty(world), progress: world.News},
		{Strategy: CodeLocationPrioritized(Random)(world), progress: never},
	}}
	return strategy
}

// A turnTaker is a strategy that Auto asks in rounds, with its steps in the current round.
type turnTaker struct {
	Strategy
	progress             func(r *Run) bool // reports whether a run is progress of the strategy
	stepsWithoutProgress int               // steps in this round since the last progress
	// steps in this round since a run last took a side for the first time or came nearer to a goal
	// (World.News)
	stepsWithoutNews int
}

type auto struct {
	w            *World
	first        Strategy
	strategies   []*turnTaker
	grantedSteps int // steps without progress that this round grants to each strategy
}

// ObserveRun implements Strategy.
func (f *auto) ObserveRun(r *Run, fresh []*Node) {
	f.first.ObserveRun(r, fresh)
	news := f.w.News(r)
	for _, p := range f.strategies {
		if p.ObserveRun(r, fresh); p.progress(r) {
			p.stepsWithoutProgress = 0
		}
		if news {
			p.stepsWithoutNews = 0
		}
	}
}

// ObserveClosed implements Strategy.
func (f *auto) ObserveClosed(n *Node) {
	f.first.ObserveClosed(n)
	for _, p := range f.strategies {
		p.ObserveClosed(n)
	}
}

// Next implements Strategy.
func (f *auto) Next() Step {
	if s := nextStep(f.first); !s.Declines() {
		return s
	}
	for range 2 {
		for _, p := range f.strategies {
			if p.stepsWithoutProgress >= f.grantedSteps || p.stepsWithoutNews >= newsBoundFactor*f.grantedSteps {
				continue
			}
			if s := nextStep(p.Strategy); !s.Declines() {
				p.stepsWithoutProgress++
				p.stepsWithoutNews++
				return s
			}
		}
		f.beginRound()
	}
	return Step{} // all strategies were asked
}

// beginRound doubles the steps that a round grants, up to maxSteps, and counts steps from 0 again.
func (f *auto) beginRound() {
	f.grantedSteps = min(2*f.grantedSteps, maxSteps)
	for _, p := range f.strategies {
		p.stepsWithoutProgress, p.stepsWithoutNews = 0, 0
	}
}
