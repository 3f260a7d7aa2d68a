package oracle

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// isWorthChecking reports whether a test compares an input or variable after the call: a package
// variable that is no input, an input that some case changed, or a stub that the call may change;
// not a pointer whose target equals that of a result.
func (d *decider) isWorthChecking(o *Observed) bool {
	return (o.Before == nil || d.isChanged(o) || d.stubMayChange(o)) && !d.equalsResult(o)
}

// isChanged reports whether a call changed an input in any case. Of an object that calls made the run says so.
func (d *decider) isChanged(o *Observed) bool {
	for i, v := range o.Values {
		switch {
		case v == nil:
		case o.Unchanged != nil:
			if !o.Unchanged[i] {
				return true
			}
		case v.Type.Kind == input.Opaque:
		case v.Type.Kind == input.Dynamic:
			if !v.IsUnchanged(o.Before[i]) {
				return true
			}
		case !v.IsUnchanged(o.Before[i]):
			return true
		}
	}
	return false
}

// setsField matches an assignment to a field of a stub in the declaration of its methods.
var setsField = regexp.MustCompile(`\bs\.\w+(\[\w+\])?(, s\.\w+(\[\w+\])?)? [-+]?= |\bs\.\w+(\+\+|--)`)

// stubMayChange reports whether the function may call methods of a stub that change the stub. The
// test then compares the stub even if no case has changed it.
func (d *decider) stubMayChange(o *Observed) bool {
	return o.Type.Kind == input.Dynamic && !o.Variable && d.MayChange(o.GoType) &&
		slices.ContainsFunc(o.Values, func(v *value.Value) bool {
			return v != nil && !v.IsNil && !v.LeftOut && v.Alt().Decl != nil && setsField.MatchString(v.Alt().Decl.Key)
		})
}

// equalsResult reports whether o is a pointer whose target after the call equals the target of one
// of the results in all cases. Both are then likely the same pointer, and one comparison
// suffices.
func (d *decider) equalsResult(o *Observed) bool {
	return o.Type.Kind == input.Pointer && slices.ContainsFunc(d.Results, func(r *Observed) bool {
		compared := slices.ContainsFunc(d.verdict.Checks, func(c *Check) bool {
			return c.Part == Result && c.Index == r.Index && c.Level == Full && !c.Beside && !c.Partial
		})
		return compared && types.Identical(r.GoType, o.GoType) &&
			slices.EqualFunc(r.Values, o.Values, func(a, b *value.Value) bool { return a != nil && b != nil && a.IsUnchanged(b) })
	})
}

// observeAfter chooses the check of an input or variable after the call. What the variable of
// the test itself says cannot change: whether a pointer is nil, and the type in an interface.
func (d *decider) observeAfter(o *Observed) {
	if o.Variable || o.Before == nil {
		d.observe(o)
		return
	}
	if d.isSilent(o) || o.Type.Kind == input.Error || o.Type.Kind == input.Opaque || !slices.ContainsFunc(o.Before, func(v *value.Value) bool { return !v.IsNil }) {
		return
	}
	x := *o
	x.Values = slices.Clone(o.Values)
	for i, v := range x.Values {
		if v == nil || o.Type.Kind != input.Dynamic {
			continue
		}
		d.Restore(v, o.Before[i])
		if unchanged := o.Unchanged != nil && o.Unchanged[i]; !isShared(v) || unchanged || !d.isWritten(v) {
			x.Values[i] = nil
		}
	}
	said := len(d.verdict.Silences)
	c := d.fullCheck(&x, Full)
	if c == nil {
		return
	}
	if d.told(c) {
		d.verdict.Silences = d.verdict.Silences[:said]
		return
	}
	mayBeNil := func(v *value.Value) bool { return v != nil && (v.IsNil || v.LeftOut) }
	if f := c.Form; f != nil && !slices.ContainsFunc(c.Wants, mayBeNil) && (f.Kind == Target || f.Type.Kind == input.Pointer && (f.Kind == Text || f.Kind == Whole && f.Type.Elem.Kind <= input.String)) {
		d.dereference(c)
	}
	d.add(c)
}

// told reports whether the readings of an object or a result tell as many cases apart as a view of its state, which shows
// fields that users of the object do not see. Readings that are all zero tell nothing of a state that is not.
func (d *decider) told(c *Check) bool {
	if !c.Form.isView() {
		return false
	}
	var readings []*Check
	for _, r := range d.verdict.Checks {
		if r.Part == Reader && (c.Part == Result && r.OfResult == c.Index+1 || c.Part == After && r.OfResult == 0 && strings.HasPrefix(r.Name, c.Name+".")) {
			readings = append(readings, r)
		}
	}
	var states, said [][]*value.Value
	add := func(list [][]*value.Value, v []*value.Value) [][]*value.Value {
		if slices.ContainsFunc(list, func(o []*value.Value) bool { return slices.CompareFunc(o, v, (*value.Value).Compare) == 0 }) {
			return list
		}
		return append(list, v)
	}
	for i, v := range c.Wants {
		if v == nil || c.Part == Result && v.IsNil {
			continue
		}
		var all []*value.Value
		for _, r := range readings {
			if r.How == Errors { // a method that returns one says nothing else
				continue
			}
			if r.Wants[i] == nil {
				return false
			}
			all = append(all, r.Wants[i])
		}
		if says(v) && !slices.ContainsFunc(all, says) {
			return false
		}
		states, said = add(states, []*value.Value{v}), add(said, all)
	}
	return len(readings) > 0 && len(said) >= len(states)
}

// says reports whether a value is neither zero nor a pointer to a value that is.
func says(v *value.Value) bool {
	for v.Type.Kind == input.Pointer && len(v.Kids) == 1 {
		v = v.Kids[0]
	}
	return !v.IsZero()
}

// isWritten reports whether a stub has a literal; any other value may have a form.
func (d *decider) isWritten(v *value.Value) bool {
	if v.DynamicValue() != nil {
		return true
	}
	size, err := d.Literal(v)
	return err == nil && size <= maxLiteral && !v.AnyPart((*value.Value).IsUnreadable)
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

// dereference makes c compare the target of a pointer that is never nil.
func (d *decider) dereference(c *Check) {
	x := *c.Observed
	x.Type, x.GoType = x.Type.Elem, syntax.ElemOf(x.GoType)
	c.Observed, c.Deref = &x, true
	for i, v := range c.Wants {
		if v != nil {
			c.Wants[i] = v.Kids[0]
		}
	}
	switch c.Form.Kind {
	case Target:
		c.Form = c.Form.Elem
	default:
		c.Form = &Form{Kind: c.Form.Kind, Type: x.Type, GoType: x.GoType}
	}
	c.How = c.Form.how(c.Wants)
}
