package subject

import (
	"fmt"
	"slices"
	"strings"

	"nearmiss/smt/smtlib"
)

// CheckSolver checks before a search that a solver is in list and installed. The first solver of
// the list must need no program.
func CheckSolver(name string, list []string) error {
	if !slices.Contains(list, name) {
		return fmt.Errorf("-solver: %q is none of %s", name, strings.Join(list, ", "))
	}
	if _, ok := smtlib.Look(name); !ok && slices.Contains(smtlib.Names(), name) {
		return fmt.Errorf("-solver %s: there is no program %s in PATH; -solver %s does without", name, name, list[0])
	}
	return nil
}
