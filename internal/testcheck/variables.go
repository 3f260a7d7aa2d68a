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

// environName matches the names that environment variables are usually given.
var environName = regexp.MustCompile(`^[A-Z_][A-Z0-9_]+$`)

// obeyed are variables that the runtime or the loader goes by, and not the package.
var obeyed = regexp.MustCompile(`^(GO(DEBUG|GC|MEMLIMIT|MAXPROCS|TRACEBACK|RACE|COVERDIR)|LD_.*|TZ|ZONEINFO|HOME|PWD|TMPDIR)$`)

// variables lists the literals of a package that may name environment variables.
func variables(pkg *load.Package) (names []string) {
	for _, f := range pkg.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if name, err := strconv.Unquote(lit.Value); err == nil && environName.MatchString(name) && !obeyed.MatchString(name) && !strings.HasPrefix(name, "NEARMISS_") {
				names = append(names, name)
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}
