package explore

import (
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/smt/smtlib"
)

// Who may solve, beside the programs that package lib knows.
const (
	embeddedSolver = "embedded" // counts steps: the same everywhere
	autoSolver     = "auto"     // the same, and Z3 for what it does not know, where that is installed
)

// Solvers lists who may solve, the default first.
func Solvers() []string { return append([]string{embeddedSolver, autoSolver}, smtlib.Names()...) }

// newSolver makes the solver of one search, with what it may take for a question.
func newSolver(name string, effort embedded.Options) (smt.Solver, error) {
	switch name {
	case embeddedSolver:
		return embedded.New(effort), nil
	case autoSolver:
		if tool, ok := smtlib.Look(smtlib.Z3); ok {
			s, err := smtlib.New(tool, smtlib.Options{})
			if err != nil {
				return nil, err
			}
			effort.Last = []smt.Solver{s}
		}
		return embedded.New(effort), nil
	}
	tool, _ := smtlib.Look(name)
	s, err := smtlib.New(tool, smtlib.Options{})
	if err != nil {
		return nil, err
	}
	return smt.Witness(smt.Contradiction(smt.Slice(s))), nil
}
