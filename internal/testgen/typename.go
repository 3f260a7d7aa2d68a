package testgen

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nearmiss/internal/harness"
	"nearmiss/internal/load"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
)

// file is one emitted file while it is written: its imports, its bridge, and the spelling of
// names of the package under test.
type file struct {
	*problem
	pkg       *load.Package
	scope     *nameScope
	external  bool              // the package of the file is p_test
	forReader bool              // not a file: the text is for a person to read and need not compile
	imports   map[string]string // import path → local name
	names     map[string]string // local name → import path
	bridge    *bridge           // set for an external file

	helpers     map[helper]string // names of the shared functions in use
	emptyPanics bool              // some case panics with a value without text
	declared    map[string]string // key of a declaration (input.Alt.Decl) → name
	decls       []topDecl
	brokenDecls map[string]string   // key of a declaration that does not compile → reason
	views       map[string]viewDecl // form key → its functions
	formKeys    map[*oracle.Form]string
	held        []*heldView
	marks       *marks              // of the lines of the file
	sentinels   func() []*types.Var // harness.Sentinels
	env         *oracle.Environment
	constants   map[*types.Named][]*types.Const
	constraints *constraints         // of the package's declarations; made on first use
	foreign     map[string]string    // name of a struct of another package that the file mentions → its constraint, which may be empty
	mentioned   map[string]*mentions // see mentions
	messages    []messageFormat      // in the source of the package; made on first use
}

func newFile(pkg *load.Package, sc *nameScope, external bool) *file {
	return &file{problem: &problem{}, pkg: pkg, scope: sc, external: external, imports: map[string]string{}, names: map[string]string{}, helpers: map[helper]string{}, declared: map[string]string{}, views: map[string]viewDecl{}, formKeys: map[*oracle.Form]string{}, marks: &marks{}, constants: map[*types.Named][]*types.Const{}}
}

// use imports a package and returns its local name.
func (f *file) use(path, name string) string {
	if path == f.pkg.ImportPath && !f.external {
		panic("testgen: BUG: a package imports itself")
	}
	if have, ok := f.imports[path]; ok {
		return have
	}
	local := syntax.Free(name, func(local string) bool { return f.hasClash(local, path) })
	f.imports[path], f.names[local] = local, path
	f.scope.imports[local] = true
	return local
}

// stdImport imports a package of the standard library by its path.
func (f *file) stdImport(path string) string { return f.use(path, baseName(path)) }

// stdName returns the spelling of a name of the standard library. The package may be the
// package under test.
func (f *file) stdName(path, name string) string {
	if path == f.pkg.ImportPath && !f.external {
		return name
	}
	return f.stdImport(path) + "." + name
}

// hasClash reports whether a file-level name for path would collide with a declaration of the
// package (in-package tests share its scope), of its own tests, or with another import.
func (f *file) hasClash(local, path string) bool {
	if have, ok := f.names[local]; ok && have != path {
		return true
	}
	if f.external {
		return f.scope.testOnly[local]
	}
	return f.scope.decls[local]
}

// ownPrefix returns the prefix of an exported name of the package under test.
func (f *file) ownPrefix() string {
	if !f.external {
		return ""
	}
	return f.use(f.pkg.ImportPath, f.pkg.Name) + "."
}

// object returns the spelling of a package-level object in the file.
func (f *file) object(obj types.Object) string {
	switch {
	case obj.Pkg() == nil:
		return obj.Name()
	case obj.Pkg() == f.pkg.Types || obj.Pkg().Path() == f.pkg.Types.Path():
		if !f.external {
			return obj.Name()
		}
		if obj.Exported() {
			return f.ownPrefix() + obj.Name()
		}
		return f.bridge.exportObject(obj)
	case !obj.Exported():
		return f.failf("%s.%s is not exported", obj.Pkg().Name(), obj.Name())
	}
	return f.use(importPath(obj.Pkg().Path()), obj.Pkg().Name()) + "." + obj.Name()
}

// importPath returns the path that source code writes for a package: without the vendor
// directory.
func importPath(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return strings.TrimPrefix(path, "vendor/")
}

// typeName returns the spelling of t in the file.
func (f *file) typeName(t types.Type) string {
	if err := f.checkNameable(t); err != nil {
		return f.fail(err)
	}
	return f.spell(harness.TypeTree(t), nil)
}

// checkNameable returns an error if the file cannot name a part of a type.
func (f *file) checkNameable(t types.Type) (err error) {
	own := func(p *types.Package) bool { return !f.external && (p == nil || p.Path() == f.pkg.Types.Path()) }
	syntax.AnyPart(t, func(t types.Type) bool {
		switch t := t.(type) {
		case *types.Named:
			err = f.checkNameableType(t.Obj())
		case *types.Alias:
			if err = f.checkNameableType(t.Obj()); t.Obj().Pkg() == nil && f.pkg.Types.Scope().Lookup(t.Obj().Name()) != nil {
				err = fmt.Errorf("%s means something else in the package", t)
			}
		case *types.Struct:
			for v := range t.Fields() {
				if !v.Exported() && !own(v.Pkg()) {
					err = fmt.Errorf("field %s of an unnamed struct is not exported", v.Name())
				}
			}
		case *types.Interface:
			for m := range t.ExplicitMethods() {
				if !m.Exported() && !own(m.Pkg()) {
					err = fmt.Errorf("method %s of an unnamed interface is not exported", m.Name())
				}
			}
		case *types.TypeParam, *types.Tuple, *types.Union:
			err = fmt.Errorf("type %s cannot be written", t)
		}
		return err != nil
	})
	return err
}

// checkNameableType returns an error if the file cannot mention a type.
func (f *file) checkNameableType(obj *types.TypeName) error {
	switch pkg := obj.Pkg(); {
	case pkg == nil:
	case obj.Parent() != pkg.Scope():
		return fmt.Errorf("type %s is declared inside a function", obj.Name())
	case !obj.Exported() && !f.isOwn(pkg.Path()):
		return fmt.Errorf("%s.%s is not exported", pkg.Name(), obj.Name())
	case !f.isOwn(pkg.Path()):
		f.noteConstraint(obj)
	}
	return nil
}

// isOutsideStd reports whether path is outside of the standard library: its first element has a
// dot, or it belongs to the module of the package under test.
func (f *file) isOutsideStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	m := f.pkg.Module
	return strings.Contains(first, ".") || m != nil && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
}

// importLines returns the import declaration of the file, for the packages with names in used.
func (f *file) importLines(used map[string]bool) string {
	var std, other []string
	for _, path := range slices.Sorted(maps.Keys(f.imports)) {
		name := f.imports[path]
		if !used[name] {
			continue
		}
		line := strconv.Quote(path)
		if name != baseName(path) {
			line = name + " " + line
		}
		if f.isOutsideStd(path) {
			other = append(other, line)
		} else {
			std = append(std, line)
		}
	}
	switch len(std) + len(other) {
	case 0:
		return ""
	case 1:
		return "import " + append(std, other...)[0] + "\n"
	}
	s := "import (\n\t" + strings.Join(std, "\n\t") + "\n"
	if len(other) > 0 && len(std) > 0 {
		s += "\n"
	}
	if len(other) > 0 {
		s += "\t" + strings.Join(other, "\n\t") + "\n"
	}
	return s + ")\n"
}
