package harness

import (
	"go/types"
	"strings"
	"unicode"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/value"
)

// Code is the code that the inputs of a function may run when the function is called.
type Code struct {
	Funcs []*types.Func // functions that make inputs, are called on inputs, or are inputs
	Vars  []*types.Var  // package variables that are inputs
	Types []types.Type  // dynamic types of interfaces among the inputs
}

// InputCode returns the code that the inputs of fn may run, without duplicates. It reads the
// trees that make the inputs, so that the result is complete.
func (c *Coder) InputCode(fn *Fn) Code {
	b := codeCollector{c: c, objects: map[types.Object]bool{}}
	fn.Sig.Has(true, func(t *input.Type) bool {
		for i := range t.Alts {
			b.collect(t, &t.Alts[i])
		}
		return false
	})
	return b.code
}

// CaseCode returns the code that one input of a function may run, without duplicates.
func (c *Coder) CaseCode(sig *input.Signature, vec input.Vector) Code {
	b := codeCollector{c: c, objects: map[types.Object]bool{}}
	visitChoices(sig, vec, func(v *value.Value) { b.collect(v.Type, v.Alt()) })
	return b.code
}

type codeCollector struct {
	c       *Coder
	code    Code
	objects map[types.Object]bool
}

// collect adds the code that an alternative of a type names.
func (b *codeCollector) collect(t *input.Type, a *input.Alt) {
	b.addMentions(a.Make)
	if a.Decl != nil {
		b.addMentions(a.Decl.Tree)
	}
	if origin, ok := t.Origin.(types.Type); ok {
		b.addMethod(origin, a.Make.Method(code.Receiver))
		if t := dynamicTypeOf(a); t != nil && types.IsInterface(origin) && !containsType(b.code.Types, t) {
			b.code.Types = append(b.code.Types, t)
		}
	}
	if len(a.Fields) > 0 {
		if of, ok := a.Fields[0].Type.Origin.(types.Type); ok {
			b.addMethod(of, a.Make.Method(code.Argument))
		}
	}
}

// addMentions adds the functions and package variables that a tree names.
func (b *codeCollector) addMentions(t *code.Tree) {
	t.Has(func(t *code.Tree) bool {
		if p := b.c.packageAt(t.Path); t.Kind == code.Named && p != nil {
			b.add(p.Scope().Lookup(t.Text))
		}
		return false
	})
}

// addMethod adds the method of type t with a name, if the name is not empty.
func (b *codeCollector) addMethod(t types.Type, name string) {
	if name != "" {
		m, _, _ := types.LookupFieldOrMethod(t, true, b.c.pkg.Types, name)
		b.add(m)
	}
}

func (b *codeCollector) add(obj types.Object) {
	if obj == nil || b.objects[obj] {
		return
	}
	b.objects[obj] = true
	switch obj := obj.(type) {
	case *types.Func:
		b.code.Funcs = append(b.code.Funcs, obj.Origin())
	case *types.Var:
		b.code.Vars = append(b.code.Vars, obj)
	}
}

// packageAt returns the package with the import path in a tree: the package under test or
// one of its imports. It returns nil for any other path.
func (c *Coder) packageAt(path string) *types.Package {
	if path == c.pkg.Types.Path() {
		return c.pkg.Types
	}
	if p := c.pkg.Imports[path]; p != nil {
		return p.Types
	}
	return nil
}

// identifier returns the identifier at the start of text.
func identifier(text string) string {
	end := strings.IndexFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end >= 0 {
		return text[:end]
	}
	return text
}

// isHarmless reports whether a value of type t can be the dynamic value of an interface u without
// harm, whichever method of u is called.
func (c *Coder) isHarmless(t types.Type, u *types.Interface) bool {
	for want := range u.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(t, true, want.Pkg(), want.Name())
		m, ok := obj.(*types.Func)
		if !ok || m.Pkg() == nil || types.IsInterface(m.Signature().Recv().Type()) {
			continue // promoted from an embedded interface, which is an input of its own
		}
		if !c.judgedHarmless(m) {
			return false
		}
	}
	return true
}

// Makers lists the functions of the package that make parts of an input.
func (c *Coder) Makers(sig *input.Signature, vec input.Vector) (list []*types.Func) {
	visitChoices(sig, vec, func(v *value.Value) { list = append(list, CalledBy(v.Alt(), c.pkg.Types)...) })
	return list
}

// visitChoices calls visit for each choice in an input.
func visitChoices(sig *input.Signature, vec input.Vector, visit func(*value.Value)) {
	d := value.Decoder{Words: vec}
	for i := range sig.Inputs() {
		v, err := d.Read(sig.Input(i).Type)
		if err != nil {
			break // too large for a test
		}
		v.AnyPart(func(v *value.Value) bool {
			if v.Type.Kind == input.Choice {
				visit(v)
			}
			return false
		})
	}
}

// CalledBy lists the functions of a package that an alternative calls to make a value.
func CalledBy(alt *input.Alt, pkg *types.Package) (list []*types.Func) {
	alt.Make.Has(func(t *code.Tree) bool {
		if fn, ok := pkg.Scope().Lookup(t.Text).(*types.Func); ok && t.Kind == code.Named && t.Path == pkg.Path() {
			list = append(list, fn)
		}
		return false
	})
	return list
}
