package testgen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// observeElementTexts compares a slice of opaque structs, or of pointers to them, by the texts of
// its elements. It reports whether o needs no other comparison.
func (p *plan) observeElementTexts(o *observation) bool {
	s, ok := syntax.Underlying(o.goType).(*types.Slice)
	if !ok || o.typ.Kind != input.Slice || !hasMethod(s.Elem(), "String") || pointee(o.typ.Elem).Text != "String" || !slices.ContainsFunc(o.values, hasNoLiteral) {
		return false
	}
	if o.unchanged() {
		return true
	}
	help := p.helper(textsOf)
	v := o.textObservation(func(x string) string { return help + "(" + x + ")" })
	v.typ, v.goType = &input.Type{Kind: input.Slice, Go: "[]string", Elem: textType}, types.NewSlice(types.Typ[types.String])
	v.textOf.anyExpr = o.path == ""
	for i, list := range o.values {
		v.values[i] = elementTexts(list, v)
	}
	if !slices.ContainsFunc(v.values, func(v *value.Value) bool { return v != nil && !v.IsNil }) {
		return false
	}
	p.observe(v)
	return true
}

// elementTexts returns the texts of the elements of a list, or nil if an element has no text.
func elementTexts(list *value.Value, o *observation) *value.Value {
	if list == nil || list.LeftOut {
		return nil
	}
	texts := &value.Value{Type: o.typ, GoType: o.goType, IsNil: list.IsNil}
	for _, k := range list.Kids {
		if k = k.PointedParts(); !hasText(k) {
			return nil
		}
		texts.Kids = append(texts.Kids, textValue(k.Text))
	}
	return texts
}

// partMissing reports whether v is a nil pointer. part is v.pointedParts(), which is nil too if the
// worker left out the target.
func partMissing(v *value.Value, part *value.Value) bool {
	return v != nil && part == nil && !v.LeftOut
}

// pointee returns the element type if t is a pointer, else t.
func pointee(t *input.Type) *input.Type {
	if t.Kind == input.Pointer {
		return t.Elem
	}
	return t
}

// observeDynamicText compares the dynamic value of an interface by its text, in addition to other
// comparisons. It does not compare cases whose dynamic value has no text, except that a nil result
// has the text <nil>.
func (p *plan) observeDynamicText(o *observation) {
	if o.typ.Kind != input.Dynamic || o.unchanged() {
		return
	}
	what, of := "Text", func(x string) string { return p.stdImport("fmt") + ".Sprint(" + x + ")" }
	if slices.ContainsFunc(o.values, holdsResponse) {
		what, of = "Response", func(x string) string { return p.helper(response) + "(" + x + ")" }
	}
	v, some := o.textObservation(of), false
	for i, x := range o.values {
		switch k := heldPart(x); {
		case hasText(k):
			v.values[i], some = textValue(k.Text), true
		case x != nil && x.IsNil && o.part != After:
			v.values[i] = textValue("<nil>")
		case x != nil && o.part == After:
			v.absent[i] = true
		}
	}
	if !some {
		return
	}
	v.want = p.fields.claim(o.want + what)
	if v.label != "" {
		v.label = "the " + strings.ToLower(what) + " of " + v.label
	}
	if slices.Contains(v.absent, true) {
		v.guard += fmt.Sprintf("%s.%s != \"\" && ", p.rowVar(), v.want)
	}
	p.observe(v)
}

// holdsResponse reports whether an interface holds a response recorder of package httptest.
func holdsResponse(v *value.Value) bool {
	part := heldPart(v)
	return part != nil && part.Type.Text == input.Response
}

// heldPart returns the opaque struct in an interface, held directly or by pointer, if
// fmt.Sprint prints it by its method String, or if it is a response recorder.
func heldPart(v *value.Value) *value.Value {
	if v == nil || v.Type.Kind != input.Dynamic {
		return nil
	}
	kid := v.DynamicValue()
	if kid == nil {
		return nil
	}
	part := kid.PointedParts()
	if part == nil || part.Type.Kind != input.Sealed {
		return nil
	}
	if part.Type.Text == input.Response || part.Type.Text == "String" && hasMethod(kid.GoType, "String") && !hasMethod(kid.GoType, "Error") {
		return part
	}
	return nil
}
