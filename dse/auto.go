package dse

import "nearmiss/input"

// Patience and MostPatience bound how many nodes or inputs Auto takes in a row
// from a part that makes no progress: twice as many in each round that all parts have
// used up, up to the second.
const (
	Patience     = 3
	MostPatience = 24
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
//   - Fitnex for every target that some path reaches. It knows what the distance
//     of a goal does not tell: that a flag is to be set, that a loop is to be
//     entered.
//   - Splice, which reads on where a parser has stopped, and knows its words.
//   - Pump, which is no search in the tree: it repeats blocks of inputs, and joins
//     inputs. What several elements do together is worse before it is better where
//     decisions are flipped one by one. Where a goal came nearer that way, it goes
//     on at once.
//   - Novelty, which walks through parsers and state machines, where neither
//     coverage nor distance says that a token was read.
//   - A fair choice between UnrollingBorder, which brings paths together that
//     differ early and are short, and random nodes of random code locations, which
//     nothing leads astray. Where a goal is behind a plateau of fitness, they are
//     better than random nodes of the tree, of which long loops have the most.
//
// The first is asked whenever a node is wanted, as what it does in vain costs no
// runs. The others are asked in this order, each until it has used up its
// patience: nodes and inputs without progress. A run that is progress for one,
// whoever provided its node, lets that one begin anew. When all have used theirs up, a
// round begins in which each has twice as much.
//
// Both Fitnex leap, and lists grow by just as many elements as are asked for,
// which keeps paths short.
func Auto(w *World) Frontier {
	f := &auto{w: w, patience: Patience, children: makeChildren(w, []Strategy{
		Direct(true),
		Fitnex(FitnexOptions{Away: true, Goals: true, Leap: true}),
		Direct(false),
		Fitnex(FitnexOptions{Leap: true}),
		Splice,
		Pump,
		Novelty,
		RoundRobin(UnrollingBorder, CodeLocationPrioritized(Random)),
	})}
	f.idle = make([]int, len(f.all))
	return f
}

// auto implements Progressive.
type auto struct {
	children
	w        *World
	idle     []int // nodes and inputs that each has provided in this round, and since its last progress
	patience int
	chosen   *Node // by Suggest, for Next
}

// Ran implements Frontier.
func (f *auto) Ran(r *Run) {
	f.children.Ran(r)
	for i := range f.idle {
		if progress(f.all[i]) {
			f.idle[i] = 0
		}
	}
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
func (f *auto) Keep(r *Run) bool { return keeps(f.provider, r) }

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
	if n := f.ask(0); n != nil {
		return nil, n
	}
	if inputs {
		for i, p := range f.all {
			if c, ok := p.(Certain); ok && f.idle[i] < f.patience && c.Sure() {
				if v := suggest(f.w, c); v != nil {
					f.provider = c
					f.idle[i]++
					return v, nil
				}
			}
		}
	}
	for range 2 { // the second time all are asked
		for i := 1; i < len(f.all); i++ {
			if f.idle[i] >= f.patience {
				continue
			}
			f.idle[i]++
			if inputs {
				if v := suggest(f.w, f.all[i]); v != nil {
					f.provider = f.all[i]
					return v, nil
				}
			}
			if n := f.ask(i); n != nil {
				return nil, n
			}
			f.idle[i]--
		}
		f.patience = min(2*f.patience, MostPatience)
		clear(f.idle)
	}
	return nil, nil
}

// Hints implements Hinter: what is not to grow by more grows by one.
func (f *auto) Hints(n *Node) []Hint { return append(f.children.Hints(n), Hint{}) }
