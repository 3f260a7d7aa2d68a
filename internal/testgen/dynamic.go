package testgen

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// holdsPlainValue reports whether the dynamic value of an interface can be compared by !=.
func holdsPlainValue(v *value.Value) bool {
	if v.IsNil {
		return true
	}
	kid := v.DynamicValue()
	return kid != nil && isPlainComparable(kid.GoType)
}

// setsField matches an assignment to a field of a stub in the declaration of its methods.
var setsField = regexp.MustCompile(`\bs\.\w+(\[\w+\])?(, s\.\w+(\[\w+\])?)? [-+]?= |\bs\.\w+(\+\+|--)`)

// stubMayChange reports whether the function may call methods of a stub that change the stub. The
// test then asserts the state of the stub even if no case has changed it.
func (p *plan) stubMayChange(o *observation, in *inputField) bool {
	return o.typ.Kind == input.Dynamic && in.global == nil && p.writes.fields.mayChange(p.fn.Obj, in.goType) &&
		slices.ContainsFunc(o.values, func(v *value.Value) bool {
			return v != nil && !v.IsNil && !v.LeftOut && v.Alt().Decl != "" && setsField.MatchString(v.Alt().Decl)
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
		if !isShared(v) || o.unchangedByCase[i] || hasText(heldPart(v)) || p.cases[i].isSuppressed(After, o.index, "") || !p.isWritable(v) {
			o.values[i], o.absent[i] = nil, true
		}
	}
	if slices.Contains(o.absent, true) {
		o.guard = p.rowVar() + "." + o.want + " != nil && "
	}
}

// isShared reports whether the dynamic value of an interface can change through another
// reference to it.
func isShared(v *value.Value) bool {
	if v.IsNil || v.LeftOut {
		return false
	}
	kid := v.DynamicValue()
	return kid == nil || isNilable(kid.Type) && !kid.IsNil
}

// isWritable reports whether v can be written as an expression.
func (p *plan) isWritable(v *value.Value) bool {
	text, _, err := p.literals.expr(v, false)
	return err == nil && len(text) <= maxLiteral && !v.AnyPart((*value.Value).IsUnreadable)
}

// restoreStubParts replaces errors and interfaces inside a stub, as observed after the call, by the
// inputs that the stub was made with: no method of a stub sets them.
func (p *plan) restoreStubParts(v, before *value.Value) {
	if v.IsNil || v.LeftOut || before.Type.Kind != input.Choice || before.IsNil || before.Alt().Decl == "" || before.Alt().Decl != v.Alt().Decl {
		return
	}
	for j, k := range v.Kids {
		if j >= len(before.Kids) || k.IsNil || k.Type.Kind != input.Error && k.Type.Kind != input.Dynamic {
			continue
		}
		if b := before.Kids[j]; b.Type.Kind == input.Choice && !b.IsNil && !b.TakesStatements() {
			v.Kids[j] = b
		}
	}
}

// observeTypes reports whether o is compared by its dynamic type only: in every case either the
// value is nil or its type is known and its contents cannot be compared, and at least one value is
// not nil. all holds the values before those that cannot be compared were removed from o.
func (p *plan) observeTypes(o *observation, all []*value.Value) bool {
	if o.typ.Kind != input.Dynamic || o.part != Result {
		return false
	}
	some := false
	for i, v := range all {
		switch {
		case v == nil:
		case v.LeftOut, p.cases[i].isSuppressed(Result, o.index, o.path), o.values[i] != nil && !v.IsNil, !v.IsNil && typeText(v) == "":
			return false
		default:
			some = some || !v.IsNil
		}
	}
	return some
}

// typeText returns the dynamic type of an interface as package fmt prints it, or "" if the
// type is unknown.
func typeText(v *value.Value) string {
	if v.IsNil {
		return "<nil>"
	}
	kid := v.DynamicValue()
	if kid == nil {
		return ""
	}
	text := types.TypeString(kid.GoType, (*types.Package).Name)
	if strings.ContainsAny(text, " {") || strings.Contains(strings.TrimLeft(text, "*[]"), "[") {
		return "" // fmt prints struct and generic types differently
	}
	return text
}
