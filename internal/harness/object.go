package harness

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// How much a value that is made by calls may take.
const (
	maxMakersOf   = 6  // constructors
	maxFieldMakes = 3  // … of a struct's field
	maxSteps      = 8  // methods that are called on it,
	maxOwnSteps   = 24 // if its type is of the package itself
	maxArguments  = 16 // of a constructor or method
)

// An object is a type with a life of its own: its fields are for its package
// to set, so its values are made by constructors and by methods called on
// them.
type object struct {
	named   *types.Named
	pointer bool // values are pointers to named
	makers  []constructor
	steps   []step
	literal bool // its fields, or some of them, can be set
}

// objectOf returns t as an object, or nil if it is plain data, or nothing can
// make it.
func (c *Coder) objectOf(t types.Type) *object {
	t = types.Unalias(t)
	if o, ok := c.objects.At(t).(*object); ok {
		return o
	}
	named, pointer := syntax.NamedOf(t)
	if named == nil || !c.hasLife(named) || c.literals {
		return nil
	}
	c.objects.Set(t, &object{}) // while arguments are looked at, which may be of the same type
	o := &object{named: named, pointer: pointer}
	o.makers = c.constructors(named, pointer)
	if own := named.Obj().Pkg() == c.pkg.Types; own || len(o.makers) > 0 || pointer && ripe(named) {
		o.steps = c.stepsOf(named, pointer)
	}
	o.literal = c.literal(named)
	if len(o.makers) == 0 && len(o.steps) == 0 {
		o = nil
	}
	c.objects.Set(t, o)
	return o
}

// hasLife reports whether n is a struct with fields that are its package's
// own affair. Locks and their like are nothing but that, and no input.
func (c *Coder) hasLife(n *types.Named) bool {
	pkg := n.Obj().Pkg()
	if pkg == nil || pkg.Path() == "sync" || c.nameable(n.Obj()) != "" || syntax.Parameterized(n) {
		return false
	}
	return syntax.AnyField(n, func(f *types.Var) bool { return !f.Exported() && f.Name() != "_" })
}

// ripe reports whether the zero value of a type of another package may be of
// use as it is: channels, locks and interfaces in it want to be set first.
func ripe(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature:
		return false
	case *types.Interface:
		return u.Empty() || syntax.IsError(t)
	case *types.Array:
		return ripe(u.Elem())
	case *types.Struct:
		if holdsLock(t) {
			return false
		}
		for f := range u.Fields() {
			if !f.Exported() && !ripe(f.Type()) {
				return false
			}
		}
	}
	return true
}

// literal reports whether a composite literal of n says anything.
func (c *Coder) literal(n *types.Named) bool {
	u := n.Underlying().(*types.Struct)
	if n.Obj().Pkg() != c.pkg.Types && c.closed(u) {
		return false
	}
	return syntax.AnyField(n, func(f *types.Var) bool { return f.Name() != "_" && c.visible(f) })
}

// objectAlts are the ways to make an object: nil, by its constructors, the zero
// value, and by the fields. The first needs no other input and does not fail:
// nil, a constructor of such a kind, or else the zero value.
func (c *Coder) objectAlts(o *object, at place) (list []input.Alt) {
	text := c.template(o.named)
	most, rare := maxMakersOf, len(o.makers) > 0 && o.makers[0].rank < rankOther
	if at == inField {
		most = maxFieldMakes
	}
	steps, raw := c.stepType(o), rare && !c.usesZero(o.named)
	zero := input.Alt{Name: "zero", Make: text + "{}", Rare: rare, Raw: raw, Steps: steps, Runs: steps != nil}
	if o.pointer {
		list = append(list, input.Alt{Name: "nil", Make: "nil", Rare: at == inCall})
		zero.Make = "new(" + text + ")"
	}
	first := -1 // constructor that can do without nil and the zero value
	for i, m := range o.makers[:min(len(o.makers), most)] {
		alt := c.makerAlt(o, m)
		alt.Steps = steps
		list = append(list, alt)
		if first < 0 && !o.pointer && !m.fails && depthOf(alt) == 0 {
			first = i
		}
	}
	list = append(list, c.reflectValues(o, steps)...)
	if first > 0 {
		alt := list[first]
		list = slices.Insert(slices.Delete(list, first, first+1), 0, alt)
	}
	if !o.pointer && first < 0 {
		list = slices.Insert(list, 0, zero)
	} else if !o.pointer || len(o.steps) > 0 && (o.named.Obj().Pkg() == c.pkg.Types || ripe(o.named)) {
		list = append(list, zero)
	}
	if o.literal {
		fields := c.fields(o.named)
		alt := input.Alt{Name: "literal", Make: "$1", Rare: rare, Raw: raw, Fields: []input.Field{{Name: "value", Type: fields}}}
		if own := c.reserved(o.named, fields.Fields, o); slices.Contains(own, true) && slices.Contains(own, false) { // what a literal says, and calls after that
			alt.Steps, alt.Runs = steps, steps != nil
		}
		if o.pointer {
			alt.Make = "&$1"
		}
		if genes(alt.Fields[0].Type, maxFieldWords) <= maxFieldWords {
			list = append(list, alt)
		}
	}
	return c.sharedObject(list, o, at)
}

// fields returns the struct n as the genes of its fields, however else it can
// be made.
func (c *Coder) fields(n *types.Named) *input.Type {
	if t, ok := c.plain.At(n).(*input.Type); ok {
		return t
	}
	g := c.write(n)
	out := &input.Type{Go: g.text, Imports: g.imports, Origin: n}
	c.plain.Set(n, out)
	c.fillData(out, n, inCall)
	return out
}

// makerAlt is the way to make an object with a constructor, whose result is
// turned into what is asked for: a value or a pointer.
func (c *Coder) makerAlt(o *object, m constructor) input.Alt {
	alt := input.Alt{Name: m.fn.Name(), Fails: m.fails, Runs: true}
	call := fmt.Sprintf("$(%s).%s%s(%s)", c.source(m.fn.Pkg()), m.fn.Name(), c.typeArgText(m.args), c.arguments(&alt, m.sig))
	if localTimes[m.fn.Pkg().Path()+"."+m.fn.Name()] {
		call += ".UTC()"
	}
	text := c.template(o.named)
	switch {
	case m.pointer == o.pointer:
		alt.Make = call
		return alt
	case o.pointer && m.fails:
		alt.Decl = fmt.Sprintf("// $T returns a pointer to v.\nfunc $T(v %s, err error) (*%s, error) { return &v, err }", text, text)
	case o.pointer:
		alt.Decl = fmt.Sprintf("// $T returns a pointer to v.\nfunc $T(v %s) *%s { return &v }", text, text)
	case m.fails:
		alt.Decl = fmt.Sprintf("// $T returns what p points to.\nfunc $T(p *%s, err error) (v %s, _ error) {\n\tif err == nil {\n\t\tv = *p\n\t}\n\treturn v, err\n}", text, text)
	default:
		alt.Make = "*" + call
		return alt
	}
	alt.Label = "pointerTo" + capital(o.named.Obj().Name())
	if !o.pointer {
		alt.Label = "valueOf" + capital(o.named.Obj().Name())
	}
	alt.Make = "$T(" + call + ")"
	return alt
}

func (c *Coder) typeArgText(args []types.Type) string {
	text, _ := c.typeArgs(args)
	return text
}

// arguments adds what a call of sig needs to the fields of alt, and returns
// the arguments as they are written. A variadic parameter that inputs cannot
// fill is left out, and sizes are kept within what there is.
func (c *Coder) arguments(alt *input.Alt, sig *types.Signature) string {
	var args []string
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		last := sig.Variadic() && i == sig.Params().Len()-1
		if last && c.unsupported(p.Type(), map[types.Type]bool{}) != "" {
			break
		}
		arg := c.argument(alt, p)
		if last {
			arg += "..."
		}
		args = append(args, arg)
	}
	return strings.Join(args, ", ")
}

// argument adds a parameter, or a field that is set, to what an alternative needs, and
// returns what stands for it in the template.
func (c *Coder) argument(alt *input.Alt, v *types.Var) string {
	t, form := v.Type(), "$%d"
	if c.sized(v) {
		t, form = types.Typ[types.Uint16], c.template(t)+"($%d)"
	}
	alt.Fields = append(alt.Fields, c.need(v.Name(), t))
	return fmt.Sprintf(form, len(alt.Fields))
}

// stepType is the type of a list of calls on an object, nil if there is none
// that would change it. All ways to make it share the type, so that the calls
// survive when one way is replaced by another.
func (c *Coder) stepType(o *object) *input.Type {
	settings := c.settings(o)
	if len(o.steps)+len(settings) == 0 {
		return nil
	}
	one := &input.Type{Kind: input.Choice, Origin: o.named}
	for _, s := range o.steps {
		alt := input.Alt{Name: s.method.Name(), Runs: true}
		call := fmt.Sprintf("$0.%s(%s)", s.method.Name(), c.arguments(&alt, s.method.Signature()))
		switch {
		case s.replaces && o.pointer:
			call = "*$0 = " + call
		case s.replaces:
			call = "$0 = " + call
		case vetted(s.method):
			call = "_ = " + call
		default:
			c.giving(&alt, s.method)
		}
		alt.Make = call
		one.Alts = append(one.Alts, alt)
	}
	one.Alts = append(one.Alts, settings...)
	// The first is what is left where inputs end: it needs no more of them.
	slices.SortStableFunc(one.Alts, func(a, b input.Alt) int { return depthOf(a) - depthOf(b) })
	return &input.Type{Kind: input.Slice, Elem: one, Origin: types.NewSlice(o.named)}
}

// vetted reports whether go vet does not let a call stand alone: a method of type
// func() string that is called String or Error.
func vetted(m *types.Func) bool {
	sig := m.Signature()
	return (m.Name() == "String" || m.Name() == "Error") && sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
		types.Identical(sig.Results().At(0).Type(), types.Typ[types.String])
}

// depthOf is 0 for an alternative that needs nothing but data, else 1.
func depthOf(a input.Alt) int {
	deep := func(t *input.Type) bool { return t.Kind == input.Choice || t.Kind == input.Pointer }
	if slices.ContainsFunc(a.Fields, func(f input.Field) bool { return f.Type.Has(true, deep) }) {
		return 1
	}
	return 0
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
