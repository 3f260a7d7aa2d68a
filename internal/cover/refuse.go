package cover

import (
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"nearmiss/internal/keep"
	"nearmiss/internal/load"
	"nearmiss/internal/testgen"
)

// refusesTests returns an error if a directory belongs to another package than the unit: Go files
// there have another package clause or import path, or the tests there are of another package.
func (u *unit) refusesTests(dir string) error {
	refused := func(what string) error {
		return fmt.Errorf("%s: belongs to package %s, and cannot take the tests of %s; choose another directory with -o", dir, what, u.pkg.ImportPath)
	}
	code := false
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, path := range files {
		text, err := load.ReadFile(path)
		ours := testgen.Ours(text)
		if in, _ := build.Default.MatchFile(dir, filepath.Base(path)); err != nil || !in && !ours {
			continue
		}
		if other := keep.PackageOf(text); ours && other != "" && other != u.pkg.ImportPath {
			return refused(other)
		}
		if clause := clauseOf(path, text); !u.isClause(clause) {
			return refused(clause)
		}
		code = code || !ours && !strings.HasSuffix(path, "_test.go")
	}
	if path := u.importPathOf(dir); code && path != "" && path != u.pkg.ImportPath {
		return refused(path)
	}
	return nil
}

// isClause reports whether a file with a package clause can be in a directory with the tests. No
// clause stands for a file that is not Go.
func (u *unit) isClause(name string) bool {
	return slices.Contains([]string{"", u.pkg.Name, u.pkg.Name + "_test"}, name)
}

func clauseOf(name string, text []byte) string {
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly)
	if err != nil {
		return ""
	}
	return f.Name.Name
}

// importPathOf returns the import path of a directory in the package's module, "" outside of it.
func (u *unit) importPathOf(dir string) string {
	m := u.pkg.Module
	abs, err := filepath.Abs(dir)
	if m == nil || m.Dir == "" || err != nil {
		return ""
	}
	rel, err := filepath.Rel(m.Dir, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return ""
	}
	return strings.TrimSuffix(m.Path+"/"+filepath.ToSlash(rel), "/.")
}
