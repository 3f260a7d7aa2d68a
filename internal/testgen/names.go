package testgen

import (
	"go/types"

	"nearmiss/internal/load"
)

// This file tells package cover how names in emitted tests come about, so that the tests of an
// earlier run can be told apart.

// SubtestName returns the name that package testing gives to the subtest called name.
func SubtestName(name string) string { return subtestName(name) }

// TestStem returns the name of the test of a function up to Branches or Panics.
func TestStem(obj *types.Func) string { return testStem(&Func{Obj: obj}) }

// CondNames returns the names that a case can have after the condition of a branch.
func CondNames(c Cover) []string {
	if c.Cond == "" {
		return nil
	}
	return []string{condName(c, false), condName(c, true)}
}

// Taken returns the names that the package, its own tests and their imports have taken.
func Taken(pkg *load.Package) map[string]bool { return newScope(pkg, false).takenNames }
