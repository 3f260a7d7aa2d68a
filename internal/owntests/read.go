package owntests

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/input"
	"nearmiss/internal/harness"
	"nearmiss/internal/load"
)

// Tests are the own tests of a package, type-checked as far as they can be: packages that only the tests
// import are not loaded.
type Tests struct {
	pkg     *load.Package
	info    *types.Info
	helpers map[*types.Func]*ast.FuncDecl // functions that the tests declare
	values  map[*types.Var]ast.Expr       // local and package variables of the tests, and what they are declared with
	corpus  map[string][][]ast.Expr       // entries of testdata/fuzz by fuzz target
	calls   map[*types.Func][]Call        // by function of the package
	callers map[*types.Func][]ast.Node    // bodies of the tests that call a function
	seeds   []Call                        // arguments of calls of a method Add in the function that is read
	targets map[string][]Call             // arguments of F.Add and entries of testdata/fuzz, by fuzz target
	walked  int                           // calls seen so far
}

// A Call is a call of a function of the package.
type Call struct {
	Recv Value // receiver of a method
	Args []Value
}

// Read reads test files, by name, and the entries of testdata/fuzz, by fuzz target. It ignores what does not
// parse or compile.
func Read(pkg *load.Package, files map[string]string, corpus map[string][]string) *Tests {
	t := &Tests{
		pkg: pkg, helpers: map[*types.Func]*ast.FuncDecl{}, values: map[*types.Var]ast.Expr{}, corpus: map[string][][]ast.Expr{},
		calls: map[*types.Func][]Call{}, callers: map[*types.Func][]ast.Node{}, targets: map[string][]Call{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{}},
	}
	var inside, outside []*ast.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := parser.ParseFile(pkg.Fset, name, files[name], parser.SkipObjectResolution)
		switch {
		case err != nil:
		case f.Name.Name == pkg.Name:
			f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool { return extends(pkg.Types.Scope(), d) })
			inside = append(inside, f)
		case f.Name.Name == pkg.Name+"_test":
			outside = append(outside, f)
		}
	}
	// The names of the package are known to its tests, which must not change its scope.
	beside := types.NewPackage(pkg.ImportPath, pkg.Name)
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		beside.Scope().Insert(scope.Lookup(name))
	}
	beside.MarkComplete()
	t.check(beside, importer{pkg, pkg.Types}, inside)
	t.check(types.NewPackage(pkg.ImportPath+"_test", pkg.Name+"_test"), importer{pkg, beside}, outside)
	list := slices.Concat(inside, outside)
	for _, f := range list {
		t.declare(f)
	}
	for target, entries := range corpus {
		for _, text := range entries {
			if args := t.entry(text); args != nil {
				t.corpus[target] = append(t.corpus[target], args)
			}
		}
	}
	for _, f := range list {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
				t.function(d)
			}
		}
	}
	return t
}

// extends reports whether a declaration is a method of a type in a scope. The type checker takes such methods
// beside the type alone.
func extends(scope *types.Scope, d ast.Decl) bool {
	fn, ok := d.(*ast.FuncDecl)
	if !ok || fn.Recv == nil {
		return false
	}
	for n := range ast.Preorder(fn.Recv.List[0].Type) {
		if id, ok := n.(*ast.Ident); ok {
			return scope.Lookup(id.Name) != nil
		}
	}
	return false
}

// check type-checks files as part of a package. It ignores errors.
func (t *Tests) check(pkg *types.Package, from importer, files []*ast.File) {
	conf := &types.Config{Importer: from, Sizes: t.pkg.Sizes, FakeImportC: true, Error: func(error) {}}
	_ = types.NewChecker(conf, t.pkg.Fset, pkg, t.info).Files(files)
}

// An importer imports the packages that are loaded already.
type importer struct {
	pkg *load.Package
	own *types.Package // the package under test
}

var errNotLoaded = errors.New("not loaded")

func (i importer) Import(path string) (*types.Package, error) {
	if path == i.pkg.ImportPath {
		return i.own, nil
	}
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := i.pkg.Imports[path]; p != nil && p.Types != nil {
		return p.Types, nil
	}
	for _, p := range i.pkg.Types.Imports() {
		if p.Path() == path && p.Complete() {
			return p, nil
		}
	}
	return nil, errNotLoaded
}

// declare notes the functions of a file, and the variables that are declared with a value.
func (t *Tests) declare(f *ast.File) {
	set := func(lhs ast.Expr, rhs ast.Expr) {
		if id, ok := lhs.(*ast.Ident); ok {
			if v, ok := t.info.Defs[id].(*types.Var); ok {
				t.values[v] = rhs
			}
		}
	}
	for n := range ast.Preorder(f) {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if fn, ok := t.info.Defs[n.Name].(*types.Func); ok && n.Recv == nil && n.Body != nil {
				t.helpers[fn] = n
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				if len(n.Rhs) == len(n.Lhs) {
					set(lhs, n.Rhs[i])
				} else if i == 0 { // a constructor that returns an error, too
					set(lhs, n.Rhs[0])
				}
			}
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if len(n.Values) == len(n.Names) {
					set(name, n.Values[i])
				} else if i == 0 && len(n.Values) == 1 {
					set(name, n.Values[0])
				}
			}
		}
	}
}

// callee returns the function that a call runs, nil if that is not known.
func (t *Tests) callee(call *ast.CallExpr) *types.Func {
	if fn := typeutil.StaticCallee(t.info, call); fn != nil {
		return fn.Origin()
	}
	return nil
}

// Constants returns the constants in the arguments of a function, then those in the tests that call it.
func (t *Tests) Constants(fn *types.Func) input.Seeds {
	var nodes []ast.Node
	for _, c := range t.calls[fn] {
		for _, a := range c.Args {
			if x := a.resolve().Expr; x != nil {
				nodes = append(nodes, x)
			}
		}
	}
	return harness.Constants(t.info, append(nodes, t.callers[fn]...)...)
}

// named returns the import path and the name of the function that a call runs, also of a package that is not loaded.
func (t *Tests) named(call *ast.CallExpr) (path, name string) {
	if fn := t.callee(call); fn != nil && fn.Pkg() != nil {
		return fn.Pkg().Path(), fn.Name()
	}
	if x, ok := call.Fun.(*ast.SelectorExpr); ok {
		if id, ok := x.X.(*ast.Ident); ok {
			if p, ok := t.info.Uses[id].(*types.PkgName); ok {
				return p.Imported().Path(), x.Sel.Name
			}
		}
	}
	return "", ""
}

// isFuzzTarget reports whether a function has the name of a fuzz target.
func isFuzzTarget(d *ast.FuncDecl) bool {
	return d.Recv == nil && strings.HasPrefix(d.Name.Name, "Fuzz")
}
