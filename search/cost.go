package search

// Cost is the work of a run in rewritten code.
type Cost struct {
	Statements uint64 // executed statements
	Branches   uint64 // evaluated atomic conditions
	Decisions  uint64 // evaluated branches that depend on the input; 0 for machine code, where this is not known
}

// Measured is what a run of machine code has cost, and the path that it took.
type Measured struct {
	Cost Cost   // zero if the run was not measured to its end
	Path uint64 // hash of the branches taken, in order; equal for runs that took one path
}
