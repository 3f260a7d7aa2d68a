package testgen

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"nearmiss/input"
)

// readDynamic reads the dynamic value of an interface.
func (d *decoder) readDynamic(v *value) error {
	w := d.next()
	alt := v.typ.Held(w)
	if v.null, v.cut = w == 0, w != 0 && alt == nil; alt == nil {
		return nil
	}
	v.word = w - 2
	return d.readFields(v, alt.Fields)
}

// held returns the dynamic value of an interface. It returns nil for a stub, for nil and for
// an unknown value.
func (v *value) held() *value {
	if v.typ.Kind != input.Dynamic || v.null || v.cut || v.alt().Decl != "" {
		return nil
	}
	return v.kids[0]
}

// holdsSame reports whether an interface has the same dynamic value after a call as before it.
// It returns true if that is unknown.
func (v *value) holdsSame(before *value) bool {
	before = before.plain()
	nothing := before.null && (before.typ.Kind == input.Choice && isInterface(before.gt) || before.typ.Kind == input.Dynamic)
	if v.null || nothing {
		return v.null == nothing
	}
	if v.cut || before.cut {
		return true
	}
	kid := v.held()
	switch {
	case before.typ.Kind == input.Dynamic:
		return v.name() == before.name() && sameParts(v, before)
	case before.typ.Kind != input.Choice:
		return kid != nil && types.Identical(kid.gt, before.gt) && kid.same(before)
	case before.alt().Decl != "" && kid == nil:
		return before.alt().Decl != v.alt().Decl || sameParts(v, before)
	case kid == nil || len(before.steps) > 0:
		return true
	case before.alt().Make == "&$1" && kid.typ.Kind == input.Pointer && types.Identical(elemOf(kid.gt), before.kids[0].gt):
		return !kid.null && (kid.cut || kid.kids[0].same(before.kids[0]))
	}
	return true
}

// name identifies the alternative that an interface holds.
func (v *value) name() string { return v.alt().Decl + v.alt().Name }

// sameParts compares the fields of two stubs. A field that only v has must be zero.
func sameParts(v, before *value) bool {
	for i, k := range v.kids {
		if i >= len(before.kids) {
			if !k.zero() {
				return false
			}
		} else if k.typ.Kind != input.Error && !k.same(before.kids[i]) {
			return false
		}
	}
	return true
}

// holdsPlain reports whether the dynamic value of an interface can be compared by !=.
func (v *value) holdsPlain() bool {
	if v.null {
		return true
	}
	kid := v.held()
	return kid != nil && plainComparable(kid.gt)
}

// setsField matches an assignment to a field of a stub in the declaration of its methods.
var setsField = regexp.MustCompile(`\bs\.\w+(\[\w+\])?(, s\.\w+(\[\w+\])?)? [-+]?= |\bs\.\w+(\+\+|--)`)

// stubMay reports whether the function may call methods of a stub that change the stub. In
// that case a test also asserts that the stub is unchanged.
func (p *plan) stubMay(o *observation, in *inputField) bool {
	return o.typ.Kind == input.Dynamic && in.global == nil && p.writes.fields.may(p.fn.Obj, in.gt) &&
		slices.ContainsFunc(o.values, func(v *value) bool {
			return v != nil && !v.null && !v.cut && v.alt().Decl != "" && setsField.MatchString(v.alt().Decl)
		})
}

// observeHeld prepares the comparison of the dynamic value of an interface parameter after the
// call. It keeps only the cases in which the caller shares that value and the value can be
// written as an expression.
func (p *plan) observeHeld(o *observation, in *inputField) {
	if o.typ.Kind != input.Dynamic || in == nil || in.global != nil {
		return
	}
	o.absent = make([]bool, len(o.values))
	for i, v := range o.values {
		if v == nil {
			continue
		}
		p.adopt(v, in.values[i])
		if !v.shared() || o.still[i] || v.heldPart().hasText() || p.cases[i].muted(After, o.index, "") || !p.written(v) {
			o.values[i], o.absent[i] = nil, true
		}
	}
	if slices.Contains(o.absent, true) {
		o.guard = p.tt() + "." + o.want + " != nil && "
	}
}

// shared reports whether the dynamic value of an interface can change through another
// reference to it.
func (v *value) shared() bool {
	if v.null || v.cut {
		return false
	}
	kid := v.held()
	return kid == nil || nilable(kid.typ) && !kid.null
}

// written reports whether v can be written as an expression.
func (p *plan) written(v *value) bool {
	text, _, err := p.lit.expr(v, false)
	return err == nil && len(text) <= maxLiteral && !v.any((*value).unreadable)
}

// adopt replaces errors and interfaces inside a stub, as observed after the call, by the
// inputs that the stub was made with: no method of a stub sets them.
func (p *plan) adopt(v, before *value) {
	if v.null || v.cut || before.typ.Kind != input.Choice || before.null || before.alt().Decl == "" || before.alt().Decl != v.alt().Decl {
		return
	}
	for j, k := range v.kids {
		if j >= len(before.kids) || k.null || k.typ.Kind != input.Error && k.typ.Kind != input.Dynamic {
			continue
		}
		if b := before.kids[j]; b.typ.Kind == input.Choice && !b.null && !b.stepwise() {
			v.kids[j] = b
		}
	}
}

// typed reports whether o is compared by its dynamic type only: in every case either the value
// is nil or its type is known and its contents cannot be compared, and at least one value is
// not nil.
func (p *plan) typed(o *observation, all []*value) bool {
	if o.typ.Kind != input.Dynamic || o.what != Result {
		return false
	}
	some := false
	for i, v := range all {
		switch {
		case v == nil:
		case v.cut, p.cases[i].muted(Result, o.index, o.path), o.values[i] != nil && !v.null, !v.null && typeText(v) == "":
			return false
		default:
			some = some || !v.null
		}
	}
	return some
}

// typeText returns the dynamic type of an interface as package fmt prints it, or "" if the
// type is unknown.
func typeText(v *value) string {
	if v.null {
		return "<nil>"
	}
	kid := v.held()
	if kid == nil {
		return ""
	}
	text := types.TypeString(kid.gt, (*types.Package).Name)
	if strings.ContainsAny(text, " {") || strings.Contains(strings.TrimLeft(text, "*[]"), "[") {
		return "" // fmt prints struct and generic types differently
	}
	return text
}
