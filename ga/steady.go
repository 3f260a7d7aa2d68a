package ga

import "github.com/MaxHalford/eaopt"

// SteadyState is a plain genetic algorithm in small steps: two children of winners of
// tournaments replace the worst individuals, unless the children are worse.
type SteadyState struct {
	PopSize     int     // default 50
	Contestants int     // individuals in a tournament; default 3
	Mutation    float64 // probability that a child is mutated; default 1
}

// Config implements Algorithm.
func (o SteadyState) Config() eaopt.GAConfig {
	b := breeding{Tournament{o.Contestants}, o.Mutation}.withDefaults()
	return eaopt.GAConfig{NPops: 1, PopSize: popSize(o.PopSize), Model: &steady{b}}
}

// steady is the model of SteadyState.
type steady struct{ breeding }

// Apply implements eaopt.Model.
func (m *steady) Apply(pop *eaopt.Population) error {
	restoreOrder(pop.Individuals)
	n := len(pop.Individuals)
	children, err := m.children(2, pop.Individuals, pop.RNG)
	if err != nil {
		return err
	}
	all := append(children, pop.Individuals...) // children come before individuals of equal fitness
	sortFittest(all)
	pop.Individuals = all[:n]
	recordOrder(pop.Individuals)
	return nil
}
