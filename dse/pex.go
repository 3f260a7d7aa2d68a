package dse

func init() {
	Register("pex", Pex)
	Register("pex-without-fitnex", PexWithoutFitnex)
}

// Pex is the main strategy of the paper (section 4.2): it flips each code location at the least
// depth. When no node is left for that, it makes a fair choice among the priority frontiers and
// Fitnex, whose weight grows with its progress.
func Pex(w *World) Strategy {
	return ShortCircuit(CodeLocationPrioritized(Shortest), ProgressBoost(Fitnex, frontiers()...))(w)
}

// PexWithoutFitnex is the main strategy of the paper without Fitnex, with which
// the paper compares it (section 5).
func PexWithoutFitnex(w *World) Strategy {
	return ShortCircuit(CodeLocationPrioritized(Shortest), RoundRobin(frontiers()...))(w)
}

// frontiers are the strategies of DefaultRoundRobin: by structural coverage and by calling context.
func frontiers() []Factory {
	return []Factory{CountFrontier, ContextFrontier, DiscoveryFrontier}
}
