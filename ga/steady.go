package ga

import "github.com/MaxHalford/eaopt"

// SteadyState is a plain genetic algorithm in small steps: two children of
// parents that win tournaments take the places of the worst, if they are no worse.
type SteadyState struct {
	PopSize     int     // default 50
	Contestants int     // of a tournament; default 3
	Mutation    float64 // probability that a child is mutated; default 1
}

// Config implements Algorithm.
func (o SteadyState) Config() eaopt.GAConfig {
	b := breeding{Tournament{o.Contestants}, o.Mutation}.withDefaults()
	return eaopt.GAConfig{NPops: 1, PopSize: popSize(o.PopSize), Model: &steady{b}}
}

// steady is the model.
type steady struct{ breeding }

// Apply implements eaopt.Model.
func (m *steady) Apply(pop *eaopt.Population) error {
	restore(pop.Individuals)
	n := len(pop.Individuals)
	children, err := m.children(2, pop.Individuals, pop.RNG)
	if err != nil {
		return err
	}
	all := append(children, pop.Individuals...) // so that children come before equals
	sortFittest(all)
	pop.Individuals = all[:n]
	number(pop.Individuals)
	return nil
}
