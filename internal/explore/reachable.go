package explore

import (
	"go/ast"
	"go/types"

	"nearmiss/cfg"
)

// reachable lists the functions of the package that a run of fn can come to,
// itself first, then in the order of the package: those that are mentioned in
// it, in what is mentioned, and so on. A method that is called through an
// interface is any of that name; methods that only other packages call are left
// out. It takes time linear in the package and in the longest chain of calls.
func reachable(g *cfg.Package, fn *cfg.Func) []*cfg.Func {
	m := &mentions{info: g.Info, pkg: g.Types, seen: map[types.Object]bool{}, names: map[string]bool{}, values: map[types.Object]ast.Node{}}
	for _, init := range m.info.InitOrder {
		for _, v := range init.Lhs {
			m.values[v] = init.Rhs
		}
	}
	m.visit(fn.Decl)
	found := map[*cfg.Func]bool{fn: true}
	for more := true; more; {
		more = false
		for _, f := range g.Funcs {
			called := m.seen[f.Obj] || f.Decl.Recv != nil && m.names[f.Obj.Name()]
			if called && !found[f] {
				found[f], more = true, true
				m.visit(f.Decl)
			}
		}
	}
	list := []*cfg.Func{fn}
	for _, f := range g.Funcs {
		if found[f] && f != fn {
			list = append(list, f)
		}
	}
	return list
}

// mentions are the objects of a package that code mentions.
type mentions struct {
	info   *types.Info
	pkg    *types.Package
	seen   map[types.Object]bool
	names  map[string]bool // of methods of interfaces
	values map[types.Object]ast.Node
}

func (m *mentions) visit(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch o := m.info.Uses[id].(type) {
		case *types.Func:
			o = o.Origin()
			if recv := o.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
				m.names[o.Name()] = true
			}
			m.seen[o] = true
		case *types.Var:
			if value := m.values[o]; value != nil && !m.seen[o] {
				m.seen[o] = true
				m.visit(value)
			}
		}
		return true
	})
}
