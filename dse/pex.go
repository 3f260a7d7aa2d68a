package dse

// Pex is the main strategy of the paper (section 4.2): each code location is
// flipped where it is least deep, and when that is done a fair choice is made
// among borders and Fitnex, which its progress boosts.
func Pex(fitnex Strategy) Strategy {
	return ShortCircuit(CodeLocationPrioritized(Shortest), RoundRobin(append(borders(), fitnex)...))
}

// PexWithoutFitnex is the main strategy of the paper without Fitnex, with which
// the paper compares it (section 5).
func PexWithoutFitnex() Strategy {
	return ShortCircuit(CodeLocationPrioritized(Shortest), RoundRobin(borders()...))
}

func borders() []Strategy {
	return []Strategy{CoverageBorder, ContextBorder, UnrollingBorder, DiscoveryBorder}
}
