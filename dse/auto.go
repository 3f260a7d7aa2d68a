package dse

func init() { Register("auto", Auto) }

// Patience and MostPatience bound how many steps Auto takes in a row from a part without
// news: twice as many in each round that all parts have used up, up to the second.
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
//   - Substitution, which reads on where a parser has stopped, and knows its words.
//   - Crossover, which puts inputs together by chance, where pieces of an input have to
//     grow that the program has cut off before it reads them.
//   - Random nodes of random code locations, which nothing leads astray. Where a goal is
//     behind a plateau of fitness, they are better than random nodes of the tree, of
//     which long loops have the most.
//
// The first is asked for each step, as what it does in vain costs no runs. The others are
// asked in this order, each until it has used up its patience: steps without news. News is
// a run that is nearer to a goal than all before, or the first to take a side of a
// condition; it lets all parts begin anew. When all have used their patience up, a
// round begins in which each has twice as much.
func Auto(w *World) Strategy {
	f := &auto{group: newGroup(w, []Factory{
		Direct(true),
		Fitnex(FitnexOptions{Away: true, Goals: true}),
		Direct(false),
		Fitnex(FitnexOptions{}),
		Substitution,
		Crossover,
		CodeLocationPrioritized(Random),
	}), w: w, patience: Patience}
	f.spent = make([]int, len(f.group))
	return f
}

type auto struct {
	group
	w        *World
	patience int
	spent    []int // steps of each part since the last news, in this round
}

// Ran implements Strategy.
func (f *auto) Ran(r *Run, fresh []*Node) {
	f.group.Ran(r, fresh)
	if f.w.News(r) {
		clear(f.spent)
	}
}

// Next implements Strategy.
func (f *auto) Next() Step {
	if s := ask(f.group[0]); !s.None() {
		return s
	}
	for range 2 {
		for i := 1; i < len(f.group); i++ {
			if f.spent[i] >= f.patience {
				continue
			}
			if s := ask(f.group[i]); !s.None() {
				f.spent[i]++
				return s
			}
		}
		clear(f.spent)
		f.patience = min(2*f.patience, MostPatience)
	}
	return Step{} // all were asked
}
