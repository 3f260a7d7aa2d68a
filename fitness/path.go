package fitness

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Step is one step of a path: through a pointer, to a field, or both.
type Step struct {
	Field *types.Var // nil for a final dereference
	// Guard: the step starts at a pointer, which must not be nil.
	Guard bool
}

// Path is a variable and the steps from it to a value.
type Path struct {
	Root  *types.Var
	Steps []Step
}

// Type returns the type of the value at the end of the path.
func (p Path) Type() types.Type {
	t := p.Root.Type()
	for _, s := range p.Steps {
		if s.Field != nil {
			t = s.Field.Type()
			continue
		}
		t = t.Underlying().(*types.Pointer).Elem()
	}
	return t
}

// String returns the path as a Go expression, with all embedded fields spelled out.
func (p Path) String() string { return p.prefix(len(p.Steps)) }

// prefix returns the Go expression of the first n steps.
func (p Path) prefix(n int) string {
	s := p.Root.Name()
	for _, step := range p.Steps[:n] {
		if step.Field != nil {
			s += "." + step.Field.Name()
			continue
		}
		s = "(*" + s + ")"
	}
	return s
}

// Guards returns the expressions that must not be nil where p is read, in the order in which they
// must be tested.
func (p Path) Guards() []string {
	var g []string
	for i, s := range p.Steps {
		if s.Guard {
			g = append(g, p.prefix(i))
		}
	}
	return g
}

// key identifies a path in maps. Roots are compared by identity.
type key struct {
	root  *types.Var
	steps string
}

func (p Path) key() key {
	var b strings.Builder
	for _, s := range p.Steps {
		if s.Field == nil {
			b.WriteString("*")
			continue
		}
		b.WriteString("." + s.Field.Name())
	}
	return key{p.Root, b.String()}
}

// pathOf returns the access path that e denotes. It fails on other expressions, and on paths that
// package pkg could not write down with every embedded field.
func pathOf(e ast.Expr, info *types.Info, pkg *types.Package) (Path, bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return pathOf(e.X, info, pkg)
	case *ast.Ident:
		v, ok := info.ObjectOf(e).(*types.Var)
		if !ok || v.IsField() || v.Name() == "_" || v.Pkg() != pkg {
			return Path{}, false
		}
		return Path{Root: v}, true
	case *ast.StarExpr:
		p, ok := pathOf(e.X, info, pkg)
		if !ok || !isPointer(p.Type()) {
			return Path{}, false
		}
		return p.with(Step{Guard: true}), true
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal {
			return Path{}, false
		}
		p, ok := pathOf(e.X, info, pkg)
		if !ok {
			return Path{}, false
		}
		return p.walk(sel.Index(), pkg)
	}
	return Path{}, false
}

// with returns p with more steps; it does not change p.
func (p Path) with(s ...Step) Path {
	return Path{Root: p.Root, Steps: slices.Concat(p.Steps, s)}
}

// walk extends p by the field indices of a selection, including embedded fields.
func (p Path) walk(index []int, pkg *types.Package) (Path, bool) {
	t := p.Type()
	for _, i := range index {
		guard := false
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			guard, t = true, ptr.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return Path{}, false
		}
		f := st.Field(i)
		if f.Name() == "_" || !f.Exported() && f.Pkg() != pkg {
			return Path{}, false
		}
		if n := len(p.Steps); n > 0 && p.Steps[n-1].Field == nil && !guard { // (*p).f is p.f
			p, guard = Path{p.Root, p.Steps[:n-1]}, true
		}
		p = p.with(Step{Field: f, Guard: guard})
		t = f.Type()
	}
	return p, true
}

// throughPointer reports whether the path follows a pointer.
func (p Path) throughPointer() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Guard })
}

// suffix returns the steps of p after the steps of q, if q is a prefix of p.
func (p Path) suffix(q Path) ([]Step, bool) {
	if p.Root != q.Root || len(p.Steps) < len(q.Steps) || !slices.Equal(p.Steps[:len(q.Steps)], q.Steps) {
		return nil, false
	}
	return p.Steps[len(q.Steps):], true
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// inScope reports whether the name of the root of p denotes the root at pos.
func (p Path) inScope(scope *types.Scope, pos token.Pos) bool {
	_, o := scope.LookupParent(p.Root.Name(), pos)
	return o == p.Root
}
