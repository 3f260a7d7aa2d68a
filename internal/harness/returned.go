package harness

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// The result of a call may be an argument of a later call: l.PushBack(1) returns the element
// that l.MoveToFront moves. A pointer to a type of the package can therefore be a value that an
// earlier constructor or step has returned (input.Earlier). If nothing else makes such pointers,
// methods of the package that return them do. An object without constructors is also made by
// methods that return it as a value, as m.Iterator() returns an Iterator.

// maxReturners is the most methods that make values of a type, and maxInserters the most among
// them that insert something.
const (
	maxReturners = 4
	maxInserters = 2
)

// hasIdentity reports whether the identity of a value of type t matters: t is a pointer to a named
// type of the package.
func (c *Coder) hasIdentity(t types.Type) bool {
	n, pointer := syntax.NamedOf(t)
	return pointer && n != nil && n.Obj().Pkg() == c.pkg.Types && c.unwritable(t) == ""
}

// isReturned reports whether values of t, which are plain data, are also made by methods.
func (c *Coder) isReturned(t types.Type) bool {
	if !syntax.IsPointer(t) || !c.hasIdentity(t) || c.objectOf(t) != nil {
		return false
	}
	n, _ := syntax.NamedOf(t)
	_, isStruct := n.Underlying().(*types.Struct)
	return isStruct && len(c.returners(n)) > 0
}

// fillReturned fills in the alternatives for a pointer that methods return. The first alternative
// is plain data.
func (c *Coder) fillReturned(out *input.Type, t types.Type) {
	out.Kind = input.Choice
	out.Alts = []input.Alt{{Name: c.typeText(t), Make: code.Arg(0), Fields: []input.Field{{Name: "value", Type: c.inputAt(t, asField)}}}}
	n, _ := syntax.NamedOf(t)
	out.Alts = c.withReturned(append(out.Alts, c.returnerAlts(&madeObject{named: n, isPointer: true}, nil)...), t, asArgument)
}

// withReturned changes the alternatives of type t only if t has identity. It sets Returns in all but
// nil, and except in a field it adds the alternative of a value returned earlier.
func (c *Coder) withReturned(list []input.Alt, t types.Type, at altContext) []input.Alt {
	if !c.hasIdentity(t) {
		return list
	}
	earlier := c.newType(t)
	earlier.Kind, earlier.Bits = input.Earlier, 8
	for i := range list {
		if !list[i].Make.IsNil() {
			list[i].Returns = earlier.Go
		}
	}
	if at == asField {
		return list
	}
	return append(list, input.Alt{Name: "earlier", Make: code.Arg(0), Fields: []input.Field{{Name: "number", Type: earlier}}})
}

// withReturnedObject adds the ways in which calls of methods make an object of the package without
// constructors. It applies withReturned if the object is a pointer.
func (c *Coder) withReturnedObject(list []input.Alt, o *madeObject, steps *input.Type, at altContext) []input.Alt {
	if len(o.constructors) == 0 && at == asArgument && o.named.Obj().Pkg() == c.pkg.Types {
		list = append(list, c.returnerAlts(o, steps)...)
	}
	if !o.isPointer {
		return list
	}
	return c.withReturned(list, types.NewPointer(o.named), at)
}

// setReturned sets Returns and Results in alt, a step that calls the method m, if the first result
// of m has identity.
func (c *Coder) setReturned(alt *input.Alt, m *types.Func) {
	if r := m.Signature().Results(); r.Len() > 0 && c.hasIdentity(r.At(0).Type()) {
		alt.Returns, alt.Results = c.goText(r.At(0).Type()), r.Len()
	}
}

// returnerAlts returns the alternatives that make an object by calling a method, and then by steps.
func (c *Coder) returnerAlts(o *madeObject, steps *input.Type) (list []input.Alt) {
	for _, m := range c.returners(o.named) {
		recv, results := m.Signature().Recv(), m.Signature().Results()
		alt := input.Alt{Name: m.Name(), RunsCode: true, ReturnsError: results.Len() == 2, Steps: steps}
		alt.Fields = []input.Field{c.altField(cmp.Or(recv.Name(), "receiver"), recv.Type())}
		call := code.Call(code.Select(code.Arg(0), m.Name()), c.arguments(&alt, m.Signature())...)
		c.setMake(&alt, o, call, syntax.IsPointer(results.At(0).Type()))
		list = append(list, alt)
	}
	return list
}

// returners returns at most maxReturners methods of the package that return n or a pointer to n:
// first methods that insert something, at most maxInserters, then other methods, each by their
// number of parameters. Methods of n itself do not count, and methods that return n as a value only
// if n may be an object.
func (c *Coder) returners(n *types.Named) []*types.Func {
	if known, ok := c.returningFuncs.At(n).([]*types.Func); ok {
		return known
	}
	c.returningFuncs.Set(n, []*types.Func(nil)) // ends the recursion of arguments of the same type
	var inserters, others []*types.Func
	scope := c.pkg.Types.Scope()
	for _, name := range scope.Names() {
		of, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || of.IsAlias() {
			continue
		}
		named, ok := of.Type().(*types.Named)
		if !ok || types.IsInterface(named) || named.Origin() == n.Origin() {
			continue
		}
		for m := range named.Methods() {
			switch m = c.returner(m, n); {
			case m == nil:
			case hasAnyPrefix(strings.ToLower(m.Name()), addingPrefixes...):
				inserters = append(inserters, m)
			default:
				others = append(others, m)
			}
		}
	}
	for _, list := range [][]*types.Func{inserters, others} {
		slices.SortStableFunc(list, func(a, b *types.Func) int {
			return cmp.Compare(a.Signature().Params().Len(), b.Signature().Params().Len())
		})
	}
	inserters = inserters[:min(len(inserters), maxInserters)]
	list := append(inserters, others[:min(len(others), maxReturners-len(inserters))]...)
	c.returningFuncs.Set(n, list)
	return list
}

// returner returns the method m, for the receiver type that n requires, if it returns a pointer
// to n, or the object n as a value, and inputs can be made for its parameters; else nil.
func (c *Coder) returner(m *types.Func, n *types.Named) *types.Func {
	r := m.Signature().Results()
	if !m.Exported() && n.Obj().Exported() || r.Len() == 0 || r.Len() > 2 || r.Len() == 2 && !syntax.IsError(r.At(1).Type()) {
		return nil
	}
	of, pointer := syntax.NamedOf(r.At(0).Type())
	if of == nil || of.Origin() != n.Origin() || !pointer && (!c.isObjectStruct(n) || holdsLock(n)) || c.mayBlock(m) || !c.judgedHarmless(m) {
		return nil
	}
	if m = instanceOf(m, of, n); m == nil || !c.canCall(m.Signature()) || !c.supported(m.Signature().Recv().Type()) {
		return nil
	}
	return m
}

// instanceOf returns the method m, whose first result is of or a pointer to it, for the type
// arguments of its receiver that make of identical to n. It returns nil if the result does not
// determine them.
func instanceOf(m *types.Func, of, n *types.Named) *types.Func {
	params := m.Signature().RecvTypeParams()
	if params.Len() == 0 {
		if !types.Identical(of, n) {
			return nil
		}
		return m
	}
	args := typeArgsFor(params, of, n)
	if args == nil {
		return nil
	}
	t, err := types.Instantiate(nil, receiverType(m.Signature()).Origin(), args, true)
	if err != nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, m.Pkg(), m.Name())
	own, _ := obj.(*types.Func)
	return own
}

// returnedVars writes the variables that hold the results of calls, and a function that clears them
// before a run.
func (g *generator) returnedVars() {
	if len(g.returned) == 0 {
		return
	}
	g.printf("func zznmForget() {\n")
	for i := range g.returned {
		g.printf("zznmReturned%d = nil\n", i)
	}
	g.printf("}\n\n")
	for i, t := range g.returned {
		g.printf("var zznmReturned%d []%s\n\n", i, g.text(t))
	}
}

// collectReturned finds the types of results to keep while inputs are made.
func (g *generator) collectReturned(fns []*Fn) {
	for _, fn := range fns {
		if !fn.Sig.Shares {
			continue
		}
		fn.Sig.Has(true, func(t *input.Type) bool {
			if t.Kind == input.Earlier && g.returnedIndex(t.Go) < 0 {
				g.returned = append(g.returned, t)
			}
			return false
		})
	}
}

// keepsReturned reports whether results of calls are kept while the inputs of sig are made.
func (g *generator) keepsReturned(sig *input.Signature) bool {
	return sig.Has(true, func(t *input.Type) bool {
		return slices.ContainsFunc(t.Alts, func(a input.Alt) bool { return g.returnedIndex(a.Returns) >= 0 })
	})
}

// returnedIndex returns the index of the variable that keeps results of a type, or -1.
func (g *generator) returnedIndex(text string) int {
	return slices.IndexFunc(g.returned, func(t *input.Type) bool { return t.Go == text })
}

// keepReturned writes a statement that keeps the result of an alternative or a step.
func (g *generator) keepReturned(a *input.Alt, name string) {
	if i := g.returnedIndex(a.Returns); i >= 0 {
		g.printf("zznmReturned%d = append(zznmReturned%[1]d, %s)\n", i, name)
	}
}

// step writes a step on the value recv.
func (g *generator) step(a *input.Alt, recv string) {
	call := g.decodeFields(a, recv)
	if g.returnedIndex(a.Returns) < 0 {
		g.printf("%s\n", call)
		return
	}
	g.printf("zznmr%s := %s\n", strings.Repeat(", _", a.Results-1), call)
	g.keepReturned(a, "zznmr")
}

// earlierDecoder writes the decoder of a value returned earlier. A number beyond the last value
// selects the last value.
func (g *generator) earlierDecoder(t *input.Type) {
	n := g.returnedIndex(t.Go)
	if n < 0 { // no function has such an input
		g.printf("zznmg.Next()\n")
		return
	}
	g.printf("zznmw := zznmg.Next()\nif zznmn := len(zznmReturned%d); zznmn == 0 {\nreturn nil\n} else if zznmw >= uint64(zznmn) {\nzznmw = uint64(zznmn - 1)\n}\n", n)
	g.printf("zznmv = zznmReturned%d[zznmw]\n", n)
}
