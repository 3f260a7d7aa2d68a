package dse

func init() { Register("auto", Auto) }

// How many steps of a part a round of Auto has at most: at first, and in the end.
const (
	firstSteps = 3
	mostSteps  = 24
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
//   - Substitution, which reads on where a parser has stopped, and knows its words.
//   - Crossover, which puts inputs together by chance, where pieces of an input have to
//     grow that the program has cut off before it reads them.
//   - Random nodes of random code locations, which nothing leads astray. Where a goal is
//     behind a plateau of fitness, they are better than random nodes of the tree, of
//     which long loops have the most.
//
// The first is asked for each step, as what it does in vain costs no runs. The others are
// asked in this order, in rounds: each until it has had as many steps as the round has for
// a part, or has none. Each round has twice as many as the one before, up to a bound.
func Auto(w *World) Strategy {
	f := &auto{group: newGroup(w, []Factory{
		Direct(true),
		Fitnex(FitnexOptions{Away: true, Leap: true, Goals: true}),
		Direct(false),
		Fitnex(FitnexOptions{Leap: true}),
		Substitution,
		Crossover,
		CodeLocationPrioritized(Random),
	}), most: firstSteps}
	f.had = make([]int, len(f.group))
	return f
}

type auto struct {
	group
	most int   // steps of a part in this round
	had  []int // that each had
}

// Next implements Strategy.
func (f *auto) Next() Step {
	if s := ask(f.group[0]); !s.None() {
		return s
	}
	for range 2 {
		for i := 1; i < len(f.group); i++ {
			if f.had[i] == f.most {
				continue
			}
			if s := ask(f.group[i]); !s.None() {
				f.had[i]++
				return s
			}
		}
		clear(f.had)
		f.most = min(2*f.most, mostSteps)
	}
	return Step{} // all were asked
}
