package harness

import (
	"go/token"
	"go/types"
	stdpath "path"
)

// A package that the package under test does not import is not loaded. If values of its types
// are reported after a call, a stand-in with the same name replaces the type. A stand-in has no
// visible fields, and at most a method that returns a text.

// typeOf returns a type of a package of the standard library, or its stand-in if the package is
// not loaded.
func (c *Coder) typeOf(path, name string) types.Type {
	if p := c.pkg.Imports[c.sourcePaths[path]]; p != nil && p.Types != nil {
		return p.Types.Scope().Lookup(name).Type()
	}
	key := path + "." + name
	if t := c.standIns[key]; t != nil {
		return t
	}
	pkg := types.NewPackage(path, stdpath.Base(path))
	own := types.NewField(token.NoPos, pkg, "own", types.Typ[types.Int], false) // stands for all unexported fields
	n := types.NewNamed(types.NewTypeName(token.NoPos, pkg, name, nil), types.NewStruct([]*types.Var{own}, nil), nil)
	pkg.Scope().Insert(n.Obj()) // tests name it
	if name != "ResponseRecorder" {
		recv := types.NewVar(token.NoPos, pkg, "", types.NewPointer(n))
		text := types.NewTuple(types.NewVar(token.NoPos, pkg, "", types.Typ[types.String]))
		n.AddMethod(types.NewFunc(token.NoPos, pkg, "String", types.NewSignatureType(recv, nil, nil, nil, text, false)))
	}
	c.standIns[key] = n
	return n
}

// isStandIn reports whether n is a stand-in for a type that is not loaded.
func (c *Coder) isStandIn(n *types.Named) bool {
	p := n.Obj().Pkg()
	return p != nil && c.standIns[p.Path()+"."+n.Obj().Name()] == n
}
