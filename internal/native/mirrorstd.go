package native

import (
	"context"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"nearmiss/internal/load"
)

// mirrorPrefix is the import path below which packages of the runtime are
// copied. It is in the Go tree, so that they can import its internal packages.
const mirrorPrefix = runtimePrefix + "target"

// standardMirror makes a mirror of a package of the standard library. It returns
// nil if the runtime does not depend on the package.
func standardMirror(ctx context.Context, pkg *load.Package, env []string, temp string) (*Mirror, error) {
	tool, err := goToolAt(ctx, pkg, temp, env)
	if err != nil {
		return nil, newBuildError(pkg, tool, nil, err)
	}
	out, err := tool.run(ctx, "list", "-deps", "runtime")
	if err != nil {
		return nil, newBuildError(pkg, tool, nil, err)
	}
	if !slices.Contains(strings.Fields(string(out)), pkg.ImportPath) {
		return nil, nil
	}
	path := mirrorPrefix + "/" + pkg.ImportPath
	m := &Mirror{Dir: temp, Path: path, cache: pkg.Dir, root: filepath.Join(tool.root, "src", filepath.FromSlash(path)), Files: map[string]string{}}
	m.PackageDir = m.root
	if why := whyNotCopied(pkg); why != "" {
		return nil, &BuildError{Pkg: pkg.ImportPath, Msg: "the runtime itself is built from the package, and it cannot be copied, since " + why}
	}
	for _, name := range pkg.GoFiles {
		m.Files[m.MirrorPath(name)] = name
	}
	return m, nil
}

// whyNotCopied says why a package cannot have another import path, "" if it can.
func whyNotCopied(pkg *load.Package) string {
	if pkg.ImportPath == "runtime" || pkg.ImportPath == "unsafe" {
		return "the compiler knows it by its name"
	}
	for _, name := range pkg.OtherFiles {
		if strings.HasSuffix(name, ".s") {
			return filepath.Base(name) + " is assembly"
		}
	}
	for _, f := range pkg.Files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				words := strings.Fields(c.Text)
				if words[0] != "//go:linkname" || len(words) < 2 {
					continue
				}
				// A variable may have two names in one program, a function may not.
				if _, ok := pkg.Types.Scope().Lookup(words[1]).(*types.Var); !ok {
					return filepath.Base(pkg.Fset.Position(c.Pos()).Filename) + " gives " + words[1] + " to the runtime or takes it from there (go:linkname)"
				}
			}
		}
	}
	return ""
}
