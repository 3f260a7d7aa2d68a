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
	alt := v.typ.HeldAlt(w)
	if v.isNil, v.leftOut = w == 0, w != 0 && alt == nil; alt == nil {
		return nil
	}
	v.word = w - 2
	return d.readFields(v, alt.Fields)
}

// dynamicValue returns the dynamic value of an interface. It returns nil for a stub, for nil and
// for an unknown value.
func (v *value) dynamicValue() *value {
	if v.typ.Kind != input.Dynamic || v.isNil || v.leftOut || v.alt().Decl != "" {
		return nil
	}
	return v.kids[0]
}

// holdsSameValue reports whether an interface has the same dynamic value after a call as before it.
// It returns true if that is unknown.
func (v *value) holdsSameValue(before *value) bool {
	before = before.unwrapped()
	nothing := before.isNil && (before.typ.Kind == input.Choice && isInterface(before.goType) || before.typ.Kind == input.Dynamic)
	if v.isNil || nothing {
		return v.isNil == nothing
	}
	if v.leftOut || before.leftOut {
		return true
	}
	kid := v.dynamicValue()
	switch {
	case before.typ.Kind == input.Dynamic:
		return v.heldName() == before.heldName() && sameParts(v, before)
	case before.typ.Kind != input.Choice:
		return kid != nil && types.Identical(kid.goType, before.goType) && kid.isUnchanged(before)
	case before.alt().Decl != "" && kid == nil:
		return before.alt().Decl != v.alt().Decl || sameParts(v, before)
	case kid == nil || len(before.steps) > 0:
		return true
	case before.alt().Make == "&$1" && kid.typ.Kind == input.Pointer && types.Identical(elemOf(kid.goType), before.kids[0].goType):
		return !kid.isNil && (kid.leftOut || kid.kids[0].isUnchanged(before.kids[0]))
	}
	return true
}

// heldName identifies the alternative that an interface holds.
func (v *value) heldName() string { return v.alt().Decl + v.alt().Name }

// sameParts reports whether the fields of v, such as those of a stub, are as before. It ignores
// errors. A field that only v has must be zero.
func sameParts(v, before *value) bool {
	for i, k := range v.kids {
		if i >= len(before.kids) {
			if !k.isZero() {
				return false
			}
		} else if k.typ.Kind != input.Error && !k.isUnchanged(before.kids[i]) {
			return false
		}
	}
	return true
}

// holdsPlainValue reports whether the dynamic value of an interface can be compared by !=.
func (v *value) holdsPlainValue() bool {
	if v.isNil {
		return true
	}
	kid := v.dynamicValue()
	return kid != nil && isPlainComparable(kid.goType)
}

// setsField matches an assignment to a field of a stub in the declaration of its methods.
var setsField = regexp.MustCompile(`\bs\.\w+(\[\w+\])?(, s\.\w+(\[\w+\])?)? [-+]?= |\bs\.\w+(\+\+|--)`)

// stubMayChange reports whether the function may call methods of a stub that change the stub. The
// test then asserts the state of the stub even if no case has changed it.
func (p *plan) stubMayChange(o *observation, in *inputField) bool {
	return o.typ.Kind == input.Dynamic && in.global == nil && p.writes.fields.mayChange(p.fn.Obj, in.goType) &&
		slices.ContainsFunc(o.values, func(v *value) bool {
			return v != nil && !v.isNil && !v.leftOut && v.alt().Decl != "" && setsField.MatchString(v.alt().Decl)
		})
}

// observeDynamic prepares the comparison of the dynamic value of an interface parameter after the
// call. It keeps only the cases in which the caller shares that value, the value can be written
// as an expression, and it is neither unchanged nor compared by its text nor suppressed.
func (p *plan) observeDynamic(o *observation, in *inputField) {
	if o.typ.Kind != input.Dynamic || in == nil || in.global != nil {
		return
	}
	o.absent = make([]bool, len(o.values))
	for i, v := range o.values {
		if v == nil {
			continue
		}
		p.restoreStubParts(v, in.values[i])
		if !v.isShared() || o.unchangedByCase[i] || v.heldPart().hasText() || p.cases[i].isSuppressed(After, o.index, "") || !p.isWritable(v) {
			o.values[i], o.absent[i] = nil, true
		}
	}
	if slices.Contains(o.absent, true) {
		o.guard = p.rowVar() + "." + o.want + " != nil && "
	}
}

// isShared reports whether the dynamic value of an interface can change through another
// reference to it.
func (v *value) isShared() bool {
	if v.isNil || v.leftOut {
		return false
	}
	kid := v.dynamicValue()
	return kid == nil || isNilable(kid.typ) && !kid.isNil
}

// isWritable reports whether v can be written as an expression.
func (p *plan) isWritable(v *value) bool {
	text, _, err := p.literals.expr(v, false)
	return err == nil && len(text) <= maxLiteral && !v.anyPart((*value).isUnreadable)
}

// restoreStubParts replaces errors and interfaces inside a stub, as observed after the call, by the
// inputs that the stub was made with: no method of a stub sets them.
func (p *plan) restoreStubParts(v, before *value) {
	if v.isNil || v.leftOut || before.typ.Kind != input.Choice || before.isNil || before.alt().Decl == "" || before.alt().Decl != v.alt().Decl {
		return
	}
	for j, k := range v.kids {
		if j >= len(before.kids) || k.isNil || k.typ.Kind != input.Error && k.typ.Kind != input.Dynamic {
			continue
		}
		if b := before.kids[j]; b.typ.Kind == input.Choice && !b.isNil && !b.takesStatements() {
			v.kids[j] = b
		}
	}
}

// observeTypes reports whether o is compared by its dynamic type only: in every case either the
// value is nil or its type is known and its contents cannot be compared, and at least one value is
// not nil. all holds the values before those that cannot be compared were removed from o.
func (p *plan) observeTypes(o *observation, all []*value) bool {
	if o.typ.Kind != input.Dynamic || o.part != Result {
		return false
	}
	some := false
	for i, v := range all {
		switch {
		case v == nil:
		case v.leftOut, p.cases[i].isSuppressed(Result, o.index, o.path), o.values[i] != nil && !v.isNil, !v.isNil && typeText(v) == "":
			return false
		default:
			some = some || !v.isNil
		}
	}
	return some
}

// typeText returns the dynamic type of an interface as package fmt prints it, or "" if the
// type is unknown.
func typeText(v *value) string {
	if v.isNil {
		return "<nil>"
	}
	kid := v.dynamicValue()
	if kid == nil {
		return ""
	}
	text := types.TypeString(kid.goType, (*types.Package).Name)
	if strings.ContainsAny(text, " {") || strings.Contains(strings.TrimLeft(text, "*[]"), "[") {
		return "" // fmt prints struct and generic types differently
	}
	return text
}
