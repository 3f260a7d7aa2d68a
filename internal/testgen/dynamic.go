package testgen

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"nearmiss/input"
)

// readDynamic reads what an interface holds.
func (d *decoder) readDynamic(v *value) error {
	w := d.next()
	alt := v.typ.Held(w)
	if v.null, v.cut = w == 0, w != 0 && alt == nil; alt == nil {
		return nil
	}
	v.word = w - 2
	return d.readFields(v, alt.Fields)
}

// held is the value that an interface holds, with its type; nil for a stub,
// nil itself, and what is not known.
func (v *value) held() *value {
	if v.typ.Kind != input.Dynamic || v.null || v.cut || v.alt().Decl != "" {
		return nil
	}
	return v.kids[0]
}

// holdsSame reports whether an interface holds after a call what it did
// before. It does as far as that cannot be told.
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

// name says what an interface holds.
func (v *value) name() string { return v.alt().Decl + v.alt().Name }

// sameParts compares what two stubs hold, field by field; those that only one
// of them shows are zero in the other.
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

// holdsPlain reports whether what an interface holds can be compared by !=.
func (v *value) holdsPlain() bool {
	if v.null {
		return true
	}
	kid := v.held()
	return kid != nil && plainComparable(kid.gt)
}

// setsField finds where a method of a stub sets a field of it.
var setsField = regexp.MustCompile(`\bs\.\w+(\[\w+\])?(, s\.\w+(\[\w+\])?)? [-+]?= |\bs\.\w+(\+\+|--)`)

// stubMay reports whether the function may call methods of a stub that change
// it. That it does not is worth a look then.
func (p *plan) stubMay(o *observation, in *inputField) bool {
	return o.typ.Kind == input.Dynamic && in.global == nil && p.writes.fields.may(p.fn.Obj, in.gt) &&
		slices.ContainsFunc(o.values, func(v *value) bool {
			return v != nil && !v.null && !v.cut && v.alt().Decl != "" && setsField.MatchString(v.alt().Decl)
		})
}

// observeHeld readies for comparison what an interface holds after the call:
// in the cases in which it shares that with the caller, and it can be written.
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

// shared reports whether what an interface holds can be changed by others who
// hold it.
func (v *value) shared() bool {
	if v.null || v.cut {
		return false
	}
	kid := v.held()
	return kid == nil || nilable(kid.typ) && !kid.null
}

// written reports whether v can be written out.
func (p *plan) written(v *value) bool {
	text, _, err := p.lit.expr(v, false)
	return err == nil && len(text) <= maxLiteral && !v.any((*value).unreadable)
}

// adopt gives a stub that an interface holds after the call those errors and
// interfaces that no method of it sets, as they were put in.
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

// typed reports whether o is compared by the dynamic type only: no case has
// more to say, and none less.
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

// typeText is the dynamic type of an interface as package fmt prints it, ""
// if that is not known.
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
		return "" // printed in a way of its own
	}
	return text
}
