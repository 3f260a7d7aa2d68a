package dse

// named is a strategy with the name that the command line has for it.
type named struct {
	name     string
	strategy Strategy
}

// all lists the strategies with names, in the order in which they are told. Those
// with "away" tell paths that do not reach the predicate of a target apart.
func all() []named {
	return []named{
		{"auto", Auto},
		{"fitnex", Fitnex(FitnexOptions{})},
		{"fitnex-away", Fitnex(FitnexOptions{Away: true})},
		{"pex", Pex(Fitnex(FitnexOptions{}))},
		{"pex-away", Pex(Fitnex(FitnexOptions{Away: true}))},
		{"pex-without-fitnex", PexWithoutFitnex()},
		{"random", Random},
		{"bfs", BreadthFirst},
		{"dfs", DepthFirst},
		{"shortest", Shortest},
		{"coverage-border", CoverageBorder},
		{"count-border", CountBorder},
		{"context-border", ContextBorder},
		{"unrolling-border", UnrollingBorder},
		{"discovery-border", DiscoveryBorder},
	}
}

// Names lists the names of the strategies.
func Names() []string {
	var names []string
	for _, n := range all() {
		names = append(names, n.name)
	}
	return names
}

// ByName is the strategy of a name, nil if there is none.
func ByName(name string) Strategy {
	for _, n := range all() {
		if n.name == name {
			return n.strategy
		}
	}
	return nil
}
