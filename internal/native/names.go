package native

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"nearmiss/internal/load"
)

// checkNames returns a *BuildError if the package uses a name that the build
// of the worker adds to it.
func checkNames(pkg *load.Package) error {
	fault := func(pos token.Position, format string, args ...any) error {
		return &BuildError{Pkg: pkg.ImportPath, Pos: pos, Msg: fmt.Sprintf(format, args...)}
	}
	if first, _, _ := strings.Cut(pkg.ImportPath, "/"); first == runtimePrefix || first == firstPrefix || first == mirrorPrefix {
		return fault(token.Position{}, "import paths that begin with %s are the worker's own; rename the module", first)
	}
	for _, name := range []string{codecFile, mainName} {
		path := filepath.Join(pkg.Dir, name)
		if _, err := os.Lstat(path); err == nil {
			return fault(token.Position{Filename: path, Line: 1}, "nearmiss needs this name for a file of its own that exists only in the build; rename it")
		}
	}
	for _, f := range pkg.Files {
		var bad *ast.Ident
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if ok && bad == nil && pkg.Info.Defs[id] != nil && isReserved(id.Name) {
				bad = id
			}
			return bad == nil
		})
		if bad != nil {
			return fault(pkg.Fset.Position(bad.Pos()), "names like %s are reserved for code that nearmiss generates; rename it", bad.Name)
		}
	}
	return nil
}

// isReserved reports whether name has a prefix of generated identifiers.
func isReserved(name string) bool {
	return strings.HasPrefix(name, "zznm") || strings.HasPrefix(name, "ZzNearmiss")
}
