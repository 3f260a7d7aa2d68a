package dse

func init() {
	Register("pex", Pex(Fitnex))
	Register("pex-away", Pex(Graded(GradedOptions{})))
	Register("pex-without-fitnex", PexWithoutFitnex())
}

// Pex is the main strategy of the paper (section 4.2): each code location is
// flipped where it is least deep, and when that is done a fair choice is made
// among borders and Fitnex, which its progress boosts.
func Pex(fitnex Factory) Factory {
	return ShortCircuit(CodeLocationPrioritized(Shortest), ProgressBoost(fitnex, borders()...))
}

// PexWithoutFitnex is the main strategy of the paper without Fitnex, with which
// the paper compares it (section 5).
func PexWithoutFitnex() Factory {
	return ShortCircuit(CodeLocationPrioritized(Shortest), RoundRobin(borders()...))
}

// borders are those of DefaultRoundRobin: by structural coverage and by calling
// context.
func borders() []Factory {
	return []Factory{CountBorder, ContextBorder, DiscoveryBorder}
}
