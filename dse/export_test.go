package dse

import "nearmiss/input"

// Composite is what Fitnex computes for the node that it provides next for its first
// target.
func Composite(s Strategy) float64 {
	f := s.(*fitnex)
	return f.choose(f.targets[0]).composite
}

// Gain is FGain of a branch for the first target.
func Gain(s Strategy, b Branch) float64 {
	f := s.(*fitnex)
	return f.targets[0].gains[reached].of(2 * f.w.tree.location(b)).mean()
}

// Edited is an input that Crossover makes of what it knows, nil if there is no room for it.
func Edited(s Strategy) input.Vector {
	f := s.(*crossover)
	return f.edit(f.draw())
}

// Landings is the longest leap of a branch after each of so many landings.
func Landings(flips []int, well []bool) (radius []int) {
	var s trust
	for i, k := range flips {
		s.landed(k, well[i])
		radius = append(radius, s.radius)
	}
	return radius
}
