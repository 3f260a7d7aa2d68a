package search

// Cost is the work of a run in rewritten code.
type Cost struct {
	Statements uint64 // executed statements
	Branches   uint64 // evaluated atomic conditions
	Decisions  uint64 // evaluated branches that depend on the input; 0 for machine code, where this is not known
}
