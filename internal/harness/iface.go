package harness

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"nearmiss/cfg"
	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// Limits on the sources of alternatives for an interface value.
const (
	maxSentinels = 4 // package variables of type error
	maxMakers    = 3 // functions of the package that return the interface
)

// interfaceAlts returns the alternatives for an interface, without nil, and how many more were
// left out.
func (c *Coder) interfaceAlts(t types.Type, u *types.Interface, at altContext) (list []input.Alt, cut int) {
	if u.Empty() {
		return c.anyAlts(at)
	}
	list = append(list, c.mentionedAlts(u)...)
	kinds := c.reflectTypes(t)
	list = join(list, kinds)
	if syntax.IsError(t) {
		list = join(list, c.errorAlts())
	}
	list = join(list, c.makers(t))
	list = join(list, c.implementers(c.pkg.Types, u))
	standard, covered := c.standardAlts(u)
	list = join(list, standard)
	most := maxAltsAt(at) - 1 // nil takes a place
	if at == asArgument {
		most = max(most, len(kinds))
	}
	stub, ok := c.stub(t, u)
	if ok {
		most--
	}
	for _, path := range slices.Sorted(maps.Keys(c.sourcePaths)) {
		if p := c.pkg.Imports[c.sourcePaths[path]]; len(list) <= 2*most && p != nil && p.Types != nil {
			others := slices.DeleteFunc(c.implementers(p.Types, u), func(a input.Alt) bool { return slices.Contains(covered, a.Name) })
			list = join(list, others)
		}
	}
	cut = max(len(list)-most, 0)
	list = list[:len(list)-cut]
	if ok {
		list = append(list, stub)
	}
	return list, cut
}

// join appends to list the alternatives in more whose names are not in list yet.
func join(list, more []input.Alt) []input.Alt {
	for _, a := range more {
		if !slices.ContainsFunc(list, func(b input.Alt) bool { return a.Name == b.Name }) {
			list = append(list, a)
		}
	}
	return list
}

// mentionedAlts returns alternatives for the types that the function being signed mentions.
func (c *Coder) mentionedAlts(u *types.Interface) (list []input.Alt) {
	if c.context == nil {
		return nil
	}
	for _, m := range c.context.mentioned {
		if !types.IsInterface(m) && types.Implements(m, u) && c.isHarmless(m, u) {
			list = append(list, c.dynamicValueAlts(m)...)
		}
	}
	return list
}

// implementers returns alternatives for the named types of a package that implement u without
// doing harm.
func (c *Coder) implementers(p *types.Package, u *types.Interface) (list []input.Alt) {
	for _, t := range c.implementing(p, u) {
		if c.isHarmless(t, u) && !c.hasHollowMethod(t, u) {
			list = append(list, c.dynamicValueAlts(t)...)
		}
	}
	return list
}

// implementation is the key of Coder.implementations.
type implementation struct {
	pkg *types.Package
	of  *types.Interface
}

// implementing returns the named types of a package that implement u, or the pointers to them that
// do.
func (c *Coder) implementing(p *types.Package, u *types.Interface) []types.Type {
	key := implementation{p, u}
	if list, ok := c.implementations[key]; ok {
		return list
	}
	var list []types.Type
	for _, t := range c.declaredTypes(p) {
		if types.Implements(t, u) {
			list = append(list, t)
		} else if t = types.NewPointer(t); types.Implements(t, u) {
			list = append(list, t)
		}
	}
	c.implementations[key] = list
	return list
}

// hasHollowMethod reports whether t, a type of another package that inputs make as a literal, gets
// a method of u from an embedded pointer or interface. A literal may leave the embedded field nil,
// and then the method only panics.
func (c *Coder) hasHollowMethod(t types.Type, u *types.Interface) bool {
	if p, ok := t.(*types.Pointer); ok && !c.isChoice(t) {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == c.pkg.Types || c.isChoice(t) && c.objectOf(t) != nil {
		return false
	}
	for want := range u.Methods() {
		_, path, _ := types.LookupFieldOrMethod(t, true, want.Pkg(), want.Name())
		at := types.Type(n)
		for _, i := range path[:max(len(path)-1, 0)] {
			s, ok := at.Underlying().(*types.Struct)
			if !ok {
				break
			}
			at = s.Field(i).Type()
			switch at.Underlying().(type) {
			case *types.Pointer, *types.Interface:
				return true
			}
		}
	}
	return false
}

// declaredTypes returns the named types of a package that are neither interfaces nor generic, in
// order of declaration.
func (c *Coder) declaredTypes(p *types.Package) []types.Type {
	list := c.namedTypes(p)
	slices.SortStableFunc(list, func(a, b types.Type) int {
		return cfg.ComparePos(c.pkg.Fset, a.(*types.Named).Obj().Pos(), b.(*types.Named).Obj().Pos())
	})
	return list
}

// dynamicValueAlts returns the alternative that makes an interface value of dynamic type t. It
// returns nil if inputs of type t cannot be made, or are of no use.
func (c *Coder) dynamicValueAlts(t types.Type) []input.Alt {
	if !c.supported(t) || c.isUnsettable(t) {
		return nil
	}
	alt := input.Alt{Name: c.typeText(t), Make: code.Arg(0)}
	if p, ok := t.(*types.Pointer); ok && !c.isChoice(t) && !c.isChoice(p.Elem()) {
		if _, ok := p.Elem().Underlying().(*types.Struct); ok {
			t, alt.Make = p.Elem(), code.New(code.Address, code.Arg(0)) // a nil receiver is of no use
		}
	}
	f := c.altField("value", t)
	if zeroWords(f.Type, maxFieldWords) > maxFieldWords {
		return nil
	}
	f.Type = c.withoutNil(f.Type)
	alt.Fields = []input.Field{f}
	return []input.Alt{alt}
}

// withoutNil returns a copy of t without the nil alternative, because a nil receiver is of no use
// as a dynamic value. A nil map is the last alternative. withoutNil returns t itself if t is not complete yet or has no other alternative.
func (c *Coder) withoutNil(t *input.Type) *input.Type {
	if t.Kind != input.Choice || len(t.Alts) < 2 || !t.Alts[0].Make.IsNil() || types.IsInterface(t.Origin.(types.Type)) {
		return t
	}
	if c.nonNilTypes[t] == nil {
		s := *t
		s.Alts = t.Alts[1:]
		if _, isMap := t.Origin.(types.Type).Underlying().(*types.Map); isMap {
			s.Alts = append(slices.Clone(s.Alts), t.Alts[0])
		}
		c.nonNilTypes[t] = &s
	}
	return c.nonNilTypes[t]
}

// isUnsettable reports whether t is a struct of another package, or a pointer to one, in which no
// field can be set.
func (c *Coder) isUnsettable(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return !c.isChoice(t) && c.isUnsettable(p.Elem())
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != c.pkg.Types && !c.isChoice(t) && c.isOpaqueStruct(t)
}

// makers returns alternatives that call functions of the package with the result type t.
func (c *Coder) makers(t types.Type) (list []input.Alt) {
	scope := c.pkg.Types.Scope()
	for _, name := range scope.Names() {
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok || len(list) == maxMakers {
			continue
		}
		if alt, ok := c.maker(fn, t); ok && !formats(fn) && c.judgedHarmless(fn) {
			list = append(list, alt)
		}
	}
	return list
}

// maker returns the alternative that makes a value of type t by calling fn, a function of the
// package. It reports false if fn cannot be called or does not return a t.
func (c *Coder) maker(fn *types.Func, t types.Type) (alt input.Alt, ok bool) {
	sig := fn.Signature()
	n := sig.Results().Len()
	if sig.TypeParams().Len() > 0 || sig.Params().Len() > 4 || n < 1 || n > 2 || !types.Identical(sig.Results().At(0).Type(), t) {
		return alt, false
	}
	if n == 2 && !syntax.IsError(sig.Results().At(1).Type()) {
		return alt, false
	}
	if syntax.IsError(t) {
		return alt, false // a result of type error is more likely a failure than a made value
	}
	alt = input.Alt{Name: fn.Name(), RunsCode: true, ReturnsError: n == 2}
	var args []*code.Tree
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if !c.supported(p.Type()) {
			return alt, false
		}
		alt.Fields = append(alt.Fields, c.altField(p.Name(), p.Type()))
		args = append(args, code.Arg(i))
	}
	if n := len(args); sig.Variadic() {
		args[n-1] = code.New(code.Spread, args[n-1])
	}
	alt.Make = code.Call(c.ownName(fn.Name()), args...)
	return alt, true
}

// ownName returns the tree of a name of the package under test.
func (c *Coder) ownName(name string) *code.Tree { return code.Name(c.pkg.Types.Path(), name) }

// canImportPath reports whether generated code can import the package at path.
func (c *Coder) canImportPath(path string) bool {
	_, ok := c.qualify(path)
	return ok
}

// errorAlts returns the alternatives for an error: an error with a searched message, error
// variables of the package, and io.EOF.
func (c *Coder) errorAlts() (list []input.Alt) {
	text := []input.Field{c.altField("text", types.Typ[types.String])}
	if c.canImportPath("errors") {
		list = append(list, input.Alt{Name: "errors.New", Fields: text, Make: code.Call(code.Name("errors", "New"), code.Arg(0)), RunsCode: c.pkg.ImportPath == "errors"})
	} else {
		list = append(list, input.Alt{
			Name: "message", Fields: text, Make: code.Call(code.New(code.Declared), code.Arg(0)),
			Decl: code.NewDecl("stubError", code.Format("type %[1]s string\n\nfunc (e %[1]s) Error() string { return string(e) }", code.New(code.Declared))),
		})
	}
	sentinels := 0
	scope := c.pkg.Types.Scope()
	for _, name := range scope.Names() {
		if v, ok := scope.Lookup(name).(*types.Var); ok && syntax.IsError(v.Type()) && sentinels < maxSentinels && name != "_" {
			list = append(list, input.Alt{Name: name, Make: c.ownName(name)})
			sentinels++
		}
	}
	if c.pkg.ImportPath != "io" && c.canImportPath("io") {
		list = append(list, input.Alt{Name: "io.EOF", Make: code.Name("io", "EOF")})
	}
	return list
}

// mentionsByFunc holds the types that the functions of the package mention in type switches and
// type assertions.
type mentionsByFunc struct {
	byFunc map[types.Object][]types.Type // function → types that it mentions
	all    []types.Type
}

// findTypeMentions returns the types that the package mentions.
func (c *Coder) findTypeMentions() *mentionsByFunc {
	m := &mentionsByFunc{byFunc: map[types.Object][]types.Type{}}
	for _, d := range c.pkg.FuncDecls() {
		fn := c.pkg.Info.Defs[d.Name]
		note := func(x ast.Expr) {
			tv, ok := c.pkg.Info.Types[x]
			if !ok || !tv.IsType() || syntax.Parameterized(tv.Type) {
				return
			}
			if !containsType(m.byFunc[fn], tv.Type) {
				m.byFunc[fn] = append(m.byFunc[fn], tv.Type)
			}
			if !containsType(m.all, tv.Type) {
				m.all = append(m.all, tv.Type)
			}
		}
		for n := range ast.Preorder(d) {
			switchTypes(n, note)
		}
	}
	return m
}

// switchTypes calls note for the types in n, if n is a type switch or a type assertion.
func switchTypes(n ast.Node, note func(ast.Expr)) {
	switch n := n.(type) {
	case *ast.TypeSwitchStmt:
		for _, clause := range n.Body.List {
			for _, x := range clause.(*ast.CaseClause).List {
				note(x)
			}
		}
	case *ast.TypeAssertExpr:
		if n.Type != nil {
			note(n.Type)
		}
	}
}
