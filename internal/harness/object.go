package harness

import (
	"go/types"
	"slices"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// Limits on an object, a value made by calls.
const (
	maxMakersOf   = 6  // constructors of an object
	maxFieldMakes = 3  // constructors of an object in a field of a struct
	maxSteps      = 8  // methods that are called on an object
	maxOwnSteps   = 24 // methods, if the type is of the package under test
	maxArguments  = 16 // arguments of a constructor or method
)

// A madeObject is a type whose values are made by constructors and by methods called on them,
// since only its package may set its fields.
type madeObject struct {
	named        *types.Named
	isPointer    bool // values are pointers to named
	constructors []constructor
	methods      []methodStep
	hasLiteral   bool // at least one field can be set
}

// objectOf returns t as an object. It returns nil if t is plain data, or if no constructor or
// method makes it.
func (c *Coder) objectOf(t types.Type) *madeObject {
	t = types.Unalias(t)
	if o, ok := c.objects.At(t).(*madeObject); ok {
		return o
	}
	named, pointer := syntax.NamedOf(t)
	if named == nil || !c.isObjectStruct(named) || c.literalsOnly {
		return nil
	}
	c.objects.Set(t, &madeObject{}) // ends the recursion of arguments of the same type
	o := &madeObject{named: named, isPointer: pointer}
	o.constructors = c.constructors(named, pointer)
	if own := named.Obj().Pkg() == c.pkg.Types; own || len(o.constructors) > 0 || pointer && zeroIsUseful(named) {
		o.methods = c.stepsOf(named, pointer)
	}
	o.hasLiteral = c.hasLiteral(named)
	if len(o.constructors) == 0 && len(o.methods) == 0 {
		o = nil
	}
	c.objects.Set(t, o)
	return o
}

// isObjectStruct reports whether n is a struct with unexported fields, and so may be an object.
// Types of package sync are no inputs.
func (c *Coder) isObjectStruct(n *types.Named) bool {
	pkg := n.Obj().Pkg()
	if pkg == nil || pkg.Path() == "sync" || c.nameable(n.Obj()) != "" || syntax.Parameterized(n) {
		return false
	}
	return syntax.AnyField(n, func(f *types.Var) bool { return !f.Exported() && f.Name() != "_" })
}

// zeroIsUseful reports whether the zero value of a type of another package may be of use. Channels,
// functions, locks and interfaces in it would have to be set first.
func zeroIsUseful(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return false
	case *types.Interface:
		return u.Empty() || syntax.IsError(t)
	case *types.Array:
		return zeroIsUseful(u.Elem())
	case *types.Struct:
		if holdsLock(t) {
			return false
		}
		for f := range u.Fields() {
			if !f.Exported() && !zeroIsUseful(f.Type()) {
				return false
			}
		}
	}
	return true
}

// hasLiteral reports whether a composite literal of n can set a field.
func (c *Coder) hasLiteral(n *types.Named) bool {
	u := n.Underlying().(*types.Struct)
	if n.Obj().Pkg() != c.pkg.Types && c.needsConstructor(u) {
		return false
	}
	return syntax.AnyField(n, func(f *types.Var) bool { return f.Name() != "_" && c.isVisible(f) })
}

// objectAlts returns the alternatives for an object: nil, its constructors, the zero value, and
// a literal. The first alternative needs no other Choice and does not fail: nil, a constructor
// without arguments that have choices, or else the zero value.
func (c *Coder) objectAlts(o *madeObject, at altContext) (list []input.Alt) {
	text := c.tree(o.named)
	most, rare := maxMakersOf, len(o.constructors) > 0 && o.constructors[0].rank < rankOther
	if at == asField {
		most = maxFieldMakes
	}
	steps, raw := c.stepType(o), rare && !c.usesZero(o.named)
	zero := input.Alt{Name: "zero", Make: code.New(code.Composite, text), Rare: rare, Raw: raw, Steps: steps, RunsCode: steps != nil}
	if o.isPointer {
		list = append(list, input.Alt{Name: "nil", Make: code.Source("nil"), Rare: at == asArgument})
		zero.Make = code.Call(code.Source("new"), text)
	}
	first := -1 // constructor that can come first instead of nil or the zero value
	for i, m := range o.constructors[:min(len(o.constructors), most)] {
		alt := c.makerAlt(o, m)
		alt.Steps = steps
		list = append(list, alt)
		if first < 0 && !o.isPointer && !m.returnsError && altDepth(alt) == 0 {
			first = i
		}
	}
	list = append(list, c.reflectValues(o, steps)...)
	if first > 0 {
		alt := list[first]
		list = slices.Insert(slices.Delete(list, first, first+1), 0, alt)
	}
	if !o.isPointer && first < 0 {
		list = slices.Insert(list, 0, zero)
	} else if !o.isPointer || len(o.methods) > 0 && (o.named.Obj().Pkg() == c.pkg.Types || zeroIsUseful(o.named)) {
		list = append(list, zero)
	}
	if o.hasLiteral {
		fields := c.fields(o.named)
		alt := input.Alt{Name: "literal", Make: code.Arg(0), Rare: rare, Raw: raw, Fields: []input.Field{{Name: "value", Type: fields}}}
		if own := c.reservedFields(o.named, fields.Fields, o); slices.Contains(own, true) && slices.Contains(own, false) { // some fields are set by the literal, the other fields by steps
			alt.Steps, alt.RunsCode = steps, steps != nil
		}
		if o.isPointer {
			alt.Make = code.New(code.Address, alt.Make)
		}
		if zeroWords(alt.Fields[0].Type, maxFieldWords) <= maxFieldWords {
			list = append(list, alt)
		}
	}
	return c.withReturnedObject(list, o, steps, at)
}

// fields returns the input type of a literal of the struct n, even if n can be made in other ways.
func (c *Coder) fields(n *types.Named) *input.Type {
	if t, ok := c.literalTypes.At(n).(*input.Type); ok {
		return t
	}
	out := c.newType(n)
	c.literalTypes.Set(n, out)
	c.fillData(out, n, asArgument)
	return out
}

// makerAlt returns the alternative that makes an object with a constructor.
func (c *Coder) makerAlt(o *madeObject, m constructor) input.Alt {
	alt := input.Alt{Name: m.fn.Name(), ReturnsError: m.returnsError, RunsCode: true}
	fun := code.Name(c.sourcePath(m.fn.Pkg()), m.fn.Name())
	if args := c.typeArgs(m.args); args != nil {
		fun = code.Join([]*code.Tree{fun, args}, "")
	}
	call := code.Call(fun, c.arguments(&alt, m.sig)...)
	if localTimes[m.fn.Pkg().Path()+"."+m.fn.Name()] {
		call = code.Call(code.Select(call, "UTC"))
	}
	c.setMake(&alt, o, call, m.returnsPointer)
	return alt
}

// setMake sets Make, and Decl if needed, so that alt makes an object by the expression
// call. The call returns a pointer or a value, which alt converts to the form of o, alone or with an
// error (alt.ReturnsError).
func (c *Coder) setMake(alt *input.Alt, o *madeObject, call *code.Tree, returnsPointer bool) {
	label, text := "pointerTo"+syntax.Capitalize(o.named.Obj().Name()), ""
	of, params := c.tree(o.named), ""
	if o.isPointer && holdsLock(o.named) && c.hasGenerics() { // go vet lets no parameter of the type itself be a lock; the value is new, and nothing holds its lock
		of, params = code.Source("V"), "[V any]"
	}
	switch {
	case returnsPointer == o.isPointer:
		alt.Make = call
		return
	case o.isPointer && alt.ReturnsError:
		text = "// %[1]s returns a pointer to v.\nfunc %[1]s%[3]s(v %[2]s, err error) (*%[2]s, error) { return &v, err }"
	case o.isPointer:
		text = "// %[1]s returns a pointer to v.\nfunc %[1]s%[3]s(v %[2]s) *%[2]s { return &v }"
	case alt.ReturnsError:
		label = "valueOf" + syntax.Capitalize(o.named.Obj().Name())
		text = "// %[1]s returns what p points to.\nfunc %[1]s%[3]s(p *%[2]s, err error) (v %[2]s, _ error) {\n\tif err == nil {\n\t\tv = *p\n\t}\n\treturn v, err\n}"
	default:
		alt.Make = code.Format("*%s", call)
		return
	}
	alt.Decl = code.NewDecl(label, code.Format(text, code.New(code.Declared), of, params))
	alt.Make = code.Call(code.New(code.Declared), call)
}

// arguments adds the parameters of sig to the fields of alt, and returns the arguments of a
// call. An unsupported variadic parameter is left out, and sizes are limited to 16 bits.
func (c *Coder) arguments(alt *input.Alt, sig *types.Signature) (args []*code.Tree) {
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		last := sig.Variadic() && i == sig.Params().Len()-1
		if last && !c.supported(p.Type()) {
			break
		}
		arg := c.argument(alt, p)
		if last {
			arg = code.New(code.Spread, arg)
		}
		args = append(args, arg)
	}
	return args
}

// argument adds a parameter, or a field to set, to the fields of alt, and returns its tree.
func (c *Coder) argument(alt *input.Alt, v *types.Var) *code.Tree {
	t, arg := v.Type(), code.Arg(len(alt.Fields))
	if c.isSize(v) {
		t, arg = types.Typ[types.Uint16], code.Call(c.tree(t), arg)
	}
	alt.Fields = append(alt.Fields, c.altField(v.Name(), t))
	return arg
}

// stepType returns the type of a list of steps on an object, or nil if no step changes it. All
// alternatives share the type, so that the steps survive when one alternative is replaced by
// another.
func (c *Coder) stepType(o *madeObject) *input.Type {
	settings := c.settings(o)
	if len(o.methods)+len(settings) == 0 {
		return nil
	}
	one := &input.Type{Kind: input.Choice, Origin: o.named}
	for _, s := range o.methods {
		alt := input.Alt{Name: s.method.Name(), RunsCode: true}
		alt.Make = o.statement(s, c.arguments(&alt, s.method.Signature()))
		if !s.resultReplaces && !vetRejects(s.method) {
			c.setReturned(&alt, s.method)
		}
		one.Alts = append(one.Alts, alt)
	}
	one.Alts = append(append(one.Alts, settings...), c.repetitions(o)...)
	// The first is selected where an input ends, so it must need no more words.
	slices.SortStableFunc(one.Alts, func(a, b input.Alt) int { return altDepth(a) - altDepth(b) })
	return &input.Type{Kind: input.Slice, Elem: one, Origin: types.NewSlice(o.named)}
}

// statement returns the statement of a step on an object.
func (o *madeObject) statement(s methodStep, args []*code.Tree) *code.Tree {
	call := code.Call(code.Select(code.New(code.Receiver), s.method.Name()), args...)
	switch {
	case s.resultReplaces && o.isPointer:
		return code.Format("*%s = %s", code.New(code.Receiver), call)
	case s.resultReplaces:
		return code.Format("%s = %s", code.New(code.Receiver), call)
	case vetRejects(s.method):
		return code.Format("_ = %s", call)
	}
	return call
}

// vetRejects reports whether go vet rejects a call of m as a statement: m is of type func() string
// and called String or Error.
func vetRejects(m *types.Func) bool {
	sig := m.Signature()
	return (m.Name() == "String" || m.Name() == "Error") && sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
		types.Identical(sig.Results().At(0).Type(), types.Typ[types.String])
}

// altDepth returns 0 for an alternative without a Choice or pointer in its fields, else 1.
func altDepth(a input.Alt) int {
	deep := func(t *input.Type) bool { return t.Kind == input.Choice || t.Kind == input.Pointer }
	if slices.ContainsFunc(a.Fields, func(f input.Field) bool { return f.Type.Has(true, deep) }) {
		return 1
	}
	return 0
}
