package dse

// Patience is how many nodes Auto takes from a strategy that makes no progress
// before others have their turns.
const Patience = 20

// Auto is the strategy to choose if nothing is known of a program. It is made of
// strategies that fail in different places:
//
//   - Fitnex for the goals, with distances for paths that do not reach their
//     predicates. It passes the guards before a goal one by one, where the
//     paper's Fitnex declines.
//   - Fitnex for every target that some path reaches. It knows what the distance
//     of a goal does not tell: that a flag is to be set, that a loop is to be
//     entered.
//   - A fair choice between UnrollingBorder, which brings paths together that
//     differ early and are short, and random nodes of random code locations, which
//     nothing leads astray. Where a goal is behind a plateau of fitness, they are
//     better than random nodes of the tree, of which long loops have the most.
//
// They are asked in this order, each until it has provided Patience nodes without
// progress; a run that is progress for one, whoever provided its node, lets that
// one begin anew. When neither Fitnex makes progress all take turns, so that no
// less than a third is left for chance. Where fitness leads all the way the others
// cost nothing; a fair choice from the start costs a fifth more runs.
//
// Targets that come close and are never reached have their turns beside others in
// either Fitnex; with goals given, one that is none cannot hold the first up.
func Auto(w *World) Frontier {
	return &auto{children: makeChildren(w, []Strategy{
		Fitnex(FitnexOptions{Away: true, Goals: true, Leap: true}),
		Fitnex(FitnexOptions{Leap: true}),
		RoundRobin(UnrollingBorder, CodeLocationPrioritized(Random)),
	})}
}

// auto implements Progressive.
type auto struct {
	children
	idle [2]int // nodes that each Fitnex has provided since its last progress
	turn int    // of all, when none makes progress
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

// Next implements Frontier.
func (f *auto) Next() *Node {
	for i := range f.idle {
		if f.idle[i] < Patience {
			if n := f.take(i); n != nil {
				return n
			}
		}
	}
	for range f.all {
		f.turn = (f.turn + 1) % len(f.all)
		if n := f.take(f.turn); n != nil {
			return n
		}
	}
	return nil
}

// take asks a strategy.
func (f *auto) take(i int) *Node {
	n := f.ask(i)
	if n != nil && i < len(f.idle) {
		f.idle[i]++
	}
	return n
}
