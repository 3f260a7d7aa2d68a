package explore

import (
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/smt/smtlib"
)

// Values of Options.Solver, in addition to the programs that package smtlib knows.
const (
	embeddedSolver = "embedded" // bounded by steps, so that results are the same on all machines
	autoSolver     = "auto"     // the embedded solver, then Z3 for queries without an answer, if it is installed
)

// Solvers lists the values of Options.Solver. The first is the default.
func Solvers() []string { return append([]string{embeddedSolver, autoSolver}, smtlib.Names()...) }

// newSolver makes the solver of one search. effort bounds one query of the embedded solver.
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
	return smtlib.New(tool, smtlib.Options{})
}
