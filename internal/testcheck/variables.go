package testcheck

import (
	"regexp"
	"slices"
	"strings"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// environNamePattern matches names in the usual form of environment variables.
var environNamePattern = regexp.MustCompile(`^[A-Z_][A-Z0-9_]+$`)

// runtimeVars matches variables that the Go runtime or the loader uses, and not the package.
var runtimeVars = regexp.MustCompile(`^(GO(DEBUG|GC|MEMLIMIT|MAXPROCS|TRACEBACK|RACE|COVERDIR)|LD_.*|TZ|ZONEINFO|HOME|PWD|TMPDIR)$`)

// environNames lists the string literals of a package that may name environment variables.
func environNames(pkg *load.Package) (names []string) {
	for _, f := range pkg.Files {
		for _, name := range syntax.Strings(f) {
			if environNamePattern.MatchString(name) && !runtimeVars.MatchString(name) && !strings.HasPrefix(name, "NEARMISS_") {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
