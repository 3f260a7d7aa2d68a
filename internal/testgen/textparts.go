package testgen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
)

// observeElementTexts compares a slice of opaque structs, or of pointers to them, by the texts of
// its elements. It reports whether o needs no other comparison.
func (p *plan) observeElementTexts(o *observation) bool {
	s, ok := underlying(o.goType).(*types.Slice)
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
	if !slices.ContainsFunc(v.values, func(v *value) bool { return v != nil && !v.isNil }) {
		return false
	}
	p.observe(v)
	return true
}

// elementTexts returns the texts of the elements of a list, or nil if an element has no text.
func elementTexts(list *value, o *observation) *value {
	if list == nil || list.leftOut {
		return nil
	}
	texts := &value{typ: o.typ, goType: o.goType, isNil: list.isNil}
	for _, k := range list.kids {
		if k = k.pointedParts(); !k.hasText() {
			return nil
		}
		texts.kids = append(texts.kids, textValue(k.text))
	}
	return texts
}

// pointedParts returns the target of a pointer, or nil if there is none. It returns any other value
// unchanged.
func (v *value) pointedParts() *value {
	switch {
	case v == nil || v.typ.Kind != input.Pointer:
		return v
	case v.isNil || v.leftOut:
		return nil
	}
	return v.kids[0]
}

// partMissing reports whether v is a nil pointer. part is v.pointedParts(), which is nil too if the
// worker left out the target.
func (v *value) partMissing(part *value) bool { return v != nil && part == nil && !v.leftOut }

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
	if slices.ContainsFunc(o.values, (*value).holdsResponse) {
		what, of = "Response", func(x string) string { return p.helper(response) + "(" + x + ")" }
	}
	v, some := o.textObservation(of), false
	for i, x := range o.values {
		switch k := x.heldPart(); {
		case k.hasText():
			v.values[i], some = textValue(k.text), true
		case x != nil && x.isNil && o.part != After:
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
func (v *value) holdsResponse() bool {
	part := v.heldPart()
	return part != nil && part.typ.Text == input.Response
}

// heldPart returns the opaque struct in an interface, held directly or by pointer, if
// fmt.Sprint prints it by its method String, or if it is a response recorder.
func (v *value) heldPart() *value {
	if v == nil || v.typ.Kind != input.Dynamic {
		return nil
	}
	kid := v.dynamicValue()
	if kid == nil {
		return nil
	}
	part := kid.pointedParts()
	if part == nil || part.typ.Kind != input.Sealed {
		return nil
	}
	if part.typ.Text == input.Response || part.typ.Text == "String" && hasMethod(kid.goType, "String") && !hasMethod(kid.goType, "Error") {
		return part
	}
	return nil
}
