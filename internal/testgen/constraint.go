package testgen

import (
	"go/ast"
	"go/build/constraint"
	"go/token"
	"go/types"
	goversion "go/version"
	"maps"
	"slices"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// BuildFile is the name of the file with the tests, also of calls that panic, that need files with
// build constraints, if other tests do not.
const BuildFile = "nearmiss_build_test.go"

// buildHead is the notice at the top of BuildFile.
const buildHead = `// The tests in this file need code that is not built everywhere.

`

// constraints finds the build constraints that the text of tests needs.
type constraints struct {
	names   map[string]string // name of a declaration, or of a method, → its constraint
	methods map[string]string
	bound   bool // all functions of the package are in files with constraints
}

// newConstraints collects the constraints of the package's declarations.
func newConstraints(f *file) *constraints {
	c := &constraints{names: map[string]string{}, methods: map[string]string{}, bound: true}
	everywhere := map[string]bool{}
	for _, file := range f.pkg.Files {
		bound := f.constraint(file.Pos())
		for _, d := range file.Decls {
			m, ok := d.(*ast.FuncDecl)
			c.bound = c.bound && (!ok || bound != nil)
			switch {
			case !ok || m.Recv == nil:
			case bound == nil:
				everywhere[m.Name.Name] = true
			default:
				c.methods[m.Name.Name] = bound.String()
			}
		}
	}
	maps.DeleteFunc(c.methods, func(name, _ string) bool { return everywhere[name] })
	scope := f.pkg.Types.Scope()
	for _, name := range scope.Names() {
		if bound := f.constraint(scope.Lookup(name).Pos()); bound != nil {
			c.names[name] = bound.String()
		}
	}
	return c
}

// bind returns the constraints that the text of a test of fn needs, also by the declarations of f that
// it uses: sorted, empty if the names are declared everywhere. uses maps the names of these declarations
// to their texts. fn may be nil.
func (c *constraints) bind(f *file, fn *types.Func, text string) (bounds []string, uses map[string]string) {
	if len(c.names)+len(c.methods)+len(f.foreign) == 0 {
		return nil, nil
	}
	if fn != nil {
		if bound := f.constraint(fn.Pos()); bound != nil {
			bounds = append(bounds, bound.String())
		}
	}
	declared := map[string]string{}
	for _, d := range f.topDecls() {
		declared[d.name] = d.text
	}
	uses = map[string]string{}
	used := func(text string) (texts []string) {
		for _, name := range f.mentions(text).free {
			if of, ok := declared[name]; ok {
				uses[name], texts = of, append(texts, of)
			}
		}
		return texts
	}
	for _, text := range syntax.Reach(used, text) {
		names := f.mentions(text)
		for _, name := range names.selected {
			bounds = append(bounds, c.methods[name], f.foreign[name])
		}
		for _, name := range names.free {
			bounds = append(bounds, c.names[name])
		}
	}
	slices.Sort(bounds)
	return slices.DeleteFunc(slices.Compact(bounds), func(bound string) bool { return bound == "" }), uses
}

// noteConstraint notes the constraint of a struct of another package with exported fields: where its file is not
// built, a struct of the same name may have other fields.
func (f *file) noteConstraint(obj *types.TypeName) {
	if _, known := f.foreign[obj.Name()]; known || !syntax.AnyField(obj.Type(), (*types.Var).Exported) {
		return
	}
	if f.foreign == nil {
		f.foreign = map[string]string{}
	}
	f.foreign[obj.Name()] = ""
	if bound := beyondRelease(load.FileConstraint(f.pkg.Fset.Position(obj.Pos()).Filename)); bound != nil {
		f.foreign[obj.Name()] = bound.String()
	}
}

// constraint returns the constraint of the file of the package that holds pos, nil if each release of
// Go that builds the tests builds it.
func (f *file) constraint(pos token.Pos) constraint.Expr { return beyondRelease(f.pkg.Constraint(pos)) }

// beyondRelease returns the parts of a constraint that may fail with a release of Go that builds the
// tests, nil if there are none.
func beyondRelease(x constraint.Expr) constraint.Expr {
	switch x := x.(type) {
	case *constraint.TagExpr:
		if goversion.IsValid(x.Tag) && goversion.Compare(x.Tag, testLanguage) <= 0 {
			return nil
		}
	case *constraint.AndExpr:
		left, right := beyondRelease(x.X), beyondRelease(x.Y)
		if left == nil {
			return right
		}
		if right == nil {
			return left
		}
		return &constraint.AndExpr{X: left, Y: right}
	case *constraint.OrExpr:
		if beyondRelease(x.X) == nil || beyondRelease(x.Y) == nil {
			return nil
		}
	}
	return x
}

// allBounds returns the constraints of all tests.
func allBounds(tests []*piece) (list []string) {
	for _, t := range tests {
		list = append(list, t.bounds...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// bind separates the tests that need no constraint from the others. It adds to shared what the others
// need and needs no constraint itself.
func (s *Suite) bind(f *file, tests []*piece, shared map[string]bool) (free, bound []*piece) {
	if f.constraints == nil {
		f.constraints = newConstraints(f)
	}
	for _, t := range tests {
		var uses map[string]string
		if t.bounds, uses = f.constraints.bind(f, s.Funcs[t.place.Func].Obj, t.text); len(t.bounds) == 0 {
			free = append(free, t)
			continue
		}
		bound = append(bound, t)
		for name, text := range uses {
			if needs, _ := f.constraints.bind(f, nil, text); len(needs) == 0 {
				shared[name] = true
			}
		}
	}
	return free, bound
}

// buildLine returns the go:build line for a file that needs a version of the language that the
// module lacks, or that has tests with constraints, "" if neither is so.
func buildLine(language string, bounds []string) string {
	var x constraint.Expr
	for _, text := range slices.Concat([]string{language}, bounds) {
		if text == "" {
			continue
		}
		y, err := constraint.Parse("//go:build " + text)
		if err != nil {
			panic("testgen: BUG: " + err.Error())
		}
		if x == nil {
			x = y
		} else {
			x = &constraint.AndExpr{X: x, Y: y}
		}
	}
	if x == nil {
		return ""
	}
	return "//go:build " + x.String() + "\n\n"
}
