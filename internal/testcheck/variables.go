package testcheck

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nearmiss/internal/load"
)

// environNamePattern matches names in the usual form of environment variables.
var environNamePattern = regexp.MustCompile(`^[A-Z_][A-Z0-9_]+$`)

// runtimeVars matches variables that the Go runtime or the loader uses, and not the package.
var runtimeVars = regexp.MustCompile(`^(GO(DEBUG|GC|MEMLIMIT|MAXPROCS|TRACEBACK|RACE|COVERDIR)|LD_.*|TZ|ZONEINFO|HOME|PWD|TMPDIR)$`)

// environNames lists the string literals of a package that may name environment variables.
func environNames(pkg *load.Package) (names []string) {
	for _, f := range pkg.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if name, err := strconv.Unquote(lit.Value); err == nil && environNamePattern.MatchString(name) && !runtimeVars.MatchString(name) && !strings.HasPrefix(name, "NEARMISS_") {
				names = append(names, name)
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}
