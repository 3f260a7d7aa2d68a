package syntax

import (
	"go/ast"
	"go/types"
	"slices"
)

// Mentions holds, for each function and package variable of a package, the functions and package
// variables that its declaration mentions.
type Mentions struct {
	Declared map[types.Object]ast.Node       // declarations of functions, initial values of variables
	methods  map[string][]types.Object       // by name
	of       map[types.Object][]types.Object // results of Of
}

// NewMentions returns the Mentions of the package with these files. It walks over them once.
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
		m.of[o] = mentionedObjects(info, n)
	}
	return m
}

// Of returns the functions and package variables, of any package, that the declaration of o
// mentions, each once, in order of appearance.
func (m *Mentions) Of(o types.Object) []types.Object { return m.of[o] }

func mentionedObjects(info *types.Info, n ast.Node) (list []types.Object) {
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

// Methods returns the methods of the package that a call of the interface method o may run. It
// compares only names. For other objects it returns nil.
func (m *Mentions) Methods(o types.Object) []types.Object {
	if fn, ok := o.(*types.Func); ok && IsInterfaceMethod(fn) {
		return m.methods[fn.Name()]
	}
	return nil
}

// Reachable returns the functions and package variables that a run of o may reach. It is the
// transitive closure of Of and Methods, and includes o.
func (m *Mentions) Reachable(o types.Object) map[types.Object]bool {
	found := map[types.Object]bool{}
	for _, o := range Reach(func(o types.Object) []types.Object { return append(m.Of(o), m.Methods(o)...) }, o) {
		found[o] = true
	}
	return found
}

// Reach returns the nodes that can be reached from the nodes from in a graph, each once, in
// breadth-first order. The result includes from. next returns the successors of a node.
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
