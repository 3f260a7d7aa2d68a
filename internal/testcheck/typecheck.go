package testcheck

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
	"nearmiss/internal/testgen"
)

// typeChecks returns an error if the files of a suite do not compile with the package, as far as its loaded
// dependencies tell: what is declared and not used shows in any case. It takes a tenth of the time of
// go vet, because it does not look at the bodies of the package's functions.
func typeChecks(s *testgen.Suite) error {
	pkg := s.Pkg
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range pkg.GoFiles {
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		syntax.Trim(f)
		files = append(files, f)
	}
	ours := map[string]bool{}
	for _, file := range s.Files {
		f, err := parser.ParseFile(fset, file.Name, file.Data, parser.SkipObjectResolution)
		switch {
		case err != nil:
			return err
		case f.Name.Name != pkg.Name:
			return errors.New("the tests are in another package")
		}
		if name := loaded(pkg.Imports).unused(f); name != "" {
			return fmt.Errorf("%q imported and not used", name)
		}
		ours[file.Name], files = true, append(files, f)
	}
	var first error
	conf := types.Config{
		Importer:    loaded(pkg.Imports),
		FakeImportC: true,
		Error: func(err error) {
			e := types.Error{}
			if first == nil && errors.As(err, &e) && ours[fset.Position(e.Pos).Filename] && !strings.Contains(e.Msg, notLoaded) && !strings.HasPrefix(e.Msg, ofNoType) {
				first = err
			}
		},
	}
	_, _ = conf.Check(pkg.ImportPath, fset, files, nil)
	return first
}

// loaded imports packages that were loaded with the package under test. The type checker reports no error about
// what is used of others.
type loaded map[string]*load.Package

const notLoaded = "the package is not loaded"

// ofNoType begins the error for an element {…} of a literal whose type is of a package that is not loaded.
const ofNoType = "missing type in composite literal"

func (l loaded) Import(path string) (*types.Package, error) {
	switch p := l[path]; {
	case path == "unsafe":
		return types.Unsafe, nil
	case p == nil || p.Types == nil || !p.Types.Complete():
		return nil, errors.New(notLoaded)
	default:
		return p.Types, nil
	}
}

// unused returns the path of a package that a file imports and does not use, "" if there is none. It looks at
// packages that are not loaded, for the type checker takes these as used.
func (l loaded) unused(f *ast.File) string {
	used := syntax.Selected(f)
	for _, spec := range f.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if _, err := l.Import(name); err != nil && spec.Name == nil && !used[syntax.PackageName(name)] {
			return name
		}
	}
	return ""
}
