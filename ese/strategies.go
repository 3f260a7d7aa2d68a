package ese

// Named is a row of the table of strategies.
type Named struct {
	Name     string
	Doc      string // one line
	Strategy Strategy
}

// Strategies lists the strategies.
func Strategies() []Named {
	return []Named{
		{"rand", "random paths (Aquino et al. 2020, Algorithms 2 and 3)", Rand{}},
		{"dfs", "depth-first over the tree of paths", DFS{}},
		{"ese", "evolutionary symbolic execution (Aquino et al. 2020)", ESE{}},
		{"wise", "a policy from smaller sizes: decision point to decisions (Burnim et al. 2009)", WISE{}},
		{"spfwca", "a policy from smaller sizes with decision histories (Luckow et al. 2017)", SPFWCA{}},
		{"auto", "several of the others in turns, by what pays", Auto{}},
		{"avm", "the alternating variable method over inputs, run as machine code", AVM{}},
		{"ga", "the genetic algorithm over inputs, run as machine code", GA{}},
		{"nrpa", "nested rollout policy adaptation (Rosin 2011)", NRPA{}},
		{"climb", "turn single decisions of the best path, with a policy learned on the way", Climb{}},
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
