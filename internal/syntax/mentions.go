package syntax

import (
	"go/ast"
	"go/types"
	"slices"
)

// Mentions tells for the functions and package variables of a package what they mention.
type Mentions struct {
	Declared map[types.Object]ast.Node // declarations of functions, initial values of variables
	methods  map[string][]types.Object
	of       map[types.Object][]types.Object
}

// NewMentions looks through the files of a package once.
func NewMentions(info *types.Info, files []*ast.File) *Mentions {
	m := &Mentions{map[types.Object]ast.Node{}, map[string][]types.Object{}, map[types.Object][]types.Object{}}
	for _, init := range info.InitOrder {
		for _, v := range init.Lhs {
			m.Declared[v] = init.Rhs
		}
	}
	for _, f := range files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && info.Defs[d.Name] != nil {
				fn := info.Defs[d.Name]
				m.Declared[fn] = d
				if d.Recv != nil {
					m.methods[fn.Name()] = append(m.methods[fn.Name()], fn)
				}
			}
		}
	}
	for o, n := range m.Declared {
		m.of[o] = mentioned(info, n)
	}
	return m
}

// Of are the functions and the package variables, of any package, that a function or
// package variable mentions, each once, in order of appearance.
func (m *Mentions) Of(o types.Object) []types.Object { return m.of[o] }

func mentioned(info *types.Info, n ast.Node) (list []types.Object) {
	seen := map[types.Object]bool{}
	for n := range ast.Preorder(n) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		var found types.Object
		switch o := info.Uses[id].(type) {
		case *types.Func:
			found = o.Origin()
		case *types.Var:
			if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
				found = o
			}
		}
		if found != nil && !seen[found] {
			seen[found] = true
			list = append(list, found)
		}
	}
	return slices.Clip(list)
}

// Methods are the methods of the package that a call of an interface's method may run,
// by class hierarchy analysis by names alone; none for other objects.
func (m *Mentions) Methods(o types.Object) []types.Object {
	if fn, ok := o.(*types.Func); ok && IsInterfaceMethod(fn) {
		return m.methods[fn.Name()]
	}
	return nil
}

// Reach returns what can be reached by steps from somewhere, itself first, each once,
// breadth first.
func Reach[T comparable](next func(T) []T, from ...T) []T {
	var list []T
	seen := map[T]bool{}
	add := func(more []T) {
		for _, x := range more {
			if !seen[x] {
				seen[x] = true
				list = append(list, x)
			}
		}
	}
	add(from)
	for i := 0; i < len(list); i++ {
		add(next(list[i]))
	}
	return list
}
