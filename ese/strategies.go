package ese

// Named is a row of the table of strategies.
type Named struct {
	Name     string
	Doc      string // one line
	Strategy Strategy
	Inputs   bool // it runs inputs as machine code, and takes no paths
}

// Strategies lists the strategies, the default first.
func Strategies() []Named {
	return []Named{
		{"auto", "several of the others in turns, by what pays", Auto{}, false},
		{"rand", "random paths (Aquino et al. 2020, Algorithms 2 and 3)", Rand{}, false},
		{"dfs", "depth-first over the tree of paths, the side called true first", DFS{}, false},
		{"dfs-false", "depth-first, the side called false first", DFS{First: FalseFirst}, false},
		{"dfs-drawn", "depth-first, which side comes first is drawn at each branch", DFS{First: AnyFirst}, false},
		{"ese", "evolutionary symbolic execution (Aquino et al. 2020)", ESE{}, false},
		{"wise", "a policy from smaller sizes: decision point to decisions (Burnim et al. 2009)", WISE{}, false},
		{"spfwca", "a policy from smaller sizes with decision histories (Luckow et al. 2017)", SPFWCA{}, false},
		{"avm", "the alternating variable method over inputs, run as machine code", AVM{}, true},
		{"ga", "the genetic algorithm over inputs, run as machine code", GA{}, true},
		{"nrpa", "nested rollout policy adaptation (Rosin 2011)", NRPA{}, false},
		{"climb", "turn single decisions of the best path, with a policy learned on the way", Climb{}, false},
	}
}

// ByName finds a strategy in the table.
func ByName(name string) (Strategy, bool) {
	for _, n := range Strategies() {
		if n.Name == name {
			return n.Strategy, true
		}
	}
	return nil, false
}

// Draws reports whether a strategy draws from the generator of the search, as
// all do that do not say otherwise. To one that does not all seeds are the same.
func Draws(s Strategy) bool {
	d, ok := s.(interface{ Draws() bool })
	return !ok || d.Draws()
}
