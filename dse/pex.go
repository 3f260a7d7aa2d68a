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

// borders are those of DefaultRoundRobin: by structural coverage and by calling
// context. CoverageBorder is not among them: that each code location is tried is what
// comes before, and the counts of CountBorder go on from there.
func borders() []Strategy {
	return []Strategy{CountBorder, ContextBorder, DiscoveryBorder}
}
