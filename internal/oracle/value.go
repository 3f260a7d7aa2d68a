package oracle

import (
	"go/types"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// How is the way in which a check compares.
type How uint8

const (
	Equal  How = iota // !=
	Floats            // !=, but NaN equals NaN and 0 differs from negative zero
	Deep              // reflect.DeepEqual
	Sprint            // fmt.Sprintf("%#v"), for values that contain NaN
	Null              // whether it is nil
	Errors            // by errors.Is or by the message
	Suffix            // strings.HasSuffix
)

// fullCheck returns the check of a value in its form; it falls back to the length and to whether
// it is nil.
func (d *decider) fullCheck(o *Observed, level Level) *Check {
	c := &Check{Observed: o, Level: level, Wants: slices.Clone(o.Values)}
	why := d.leaveOutSilenced(c)
	sv, root := d.survey(o, c.Wants)
	for i := range c.Wants {
		if sv.why[i] != "" {
			c.Wants[i] = nil
			if why[i] = sv.why[i]; sv.found[i] {
				d.say(Silence{Case: i, Name: o.Name, Manner: NotCompared, Why: why[i], ID: c.ID(), Found: true})
			}
		}
	}
	form, losses := d.wholeForm(c, root, why), []loss(nil)
	if form == nil {
		sv, root = d.survey(o, c.Wants)
		form, losses = d.choose(sv, root, o.Name, c.Wants)
		d.leaveOutLong(form, c, why)
	}
	if form == nil || (form.Kind == NotNil || form.Kind == Length) && o.Type.Kind != input.Opaque {
		form = nil
		d.leaveOutAll(c, losses, why)
	}
	if outline := d.outlined(o, c, why); outline != nil {
		return outline
	}
	for _, l := range losses {
		d.say(Silence{Case: -1, Name: l.path, Manner: NotCompared, Why: l.why, ID: c.ID()})
	}
	d.sayCases(c, why)
	if form == nil {
		return nil
	}
	c.Form, c.How = form, form.how(c.Wants)
	return c
}

// leaveOutSilenced leaves out the cases that must not make the check, and returns the reasons by
// case.
func (d *decider) leaveOutSilenced(c *Check) []string {
	why := make([]string, len(c.Wants))
	for i, v := range c.Wants {
		if silenced := d.whySilenced(i, c.ID()); silenced != "" && v != nil {
			c.Wants[i], why[i] = nil, silenced
		}
	}
	return why
}

// wholeForm returns the form of values that all have a literal by themselves, or nil.
func (d *decider) wholeForm(c *Check, root *slot, why []string) *Form {
	if c.Type.Kind == input.Opaque || d.Nameable(c.GoType) != nil || slices.ContainsFunc(root.reach(), func(s *slot) bool { return s.silent != "" }) {
		return nil
	}
	for i, v := range c.Wants {
		if v == nil {
			continue
		}
		size, err := d.Literal(v)
		target := func(v *value.Value) bool { return v.Type.Kind == input.Pointer && !v.IsNil }
		switch {
		case v.AnyPart((*value.Value).IsUnwritable), err != nil, v.AnyPart((*value.Value).IsNaN) && v.AnyPart(target):
			return nil
		case size > maxLiteral:
			c.Wants[i], why[i] = nil, value.ErrTooLarge.Error()
		}
	}
	return &Form{Kind: Whole, Type: c.Type, GoType: c.GoType}
}

// leaveOutLong leaves out the cases with a literal that is too long.
func (d *decider) leaveOutLong(f *Form, c *Check, why []string) {
	for i, v := range c.Wants {
		if f != nil && v != nil && f.size(v) > maxLiteral {
			c.Wants[i], why[i] = nil, value.ErrTooLarge.Error()
		}
	}
}

// leaveOutAll leaves out all cases, because the value has no form.
func (d *decider) leaveOutAll(c *Check, losses []loss, why []string) {
	reason := noText
	if len(losses) > 0 {
		reason = losses[0].why
	}
	for i, v := range c.Wants {
		if v != nil {
			c.Wants[i], why[i] = nil, reason
		}
	}
}

// outlined returns the check of the length, or of whether it is nil or an empty text, if no case compares a
// value that is not nil, although there is one.
func (d *decider) outlined(o *Observed, c *Check, why []string) *Check {
	notNil := func(v *value.Value) bool { return v != nil && !v.IsNil }
	text := o.Type.Kind == input.String
	if o.Part != Result && !o.Variable || !text && !isNilable(o.Type) || slices.ContainsFunc(c.Wants, notNil) || !slices.ContainsFunc(o.Values, notNil) {
		return nil
	}
	out := &Check{Observed: o, Level: Size, Wants: slices.Clone(o.Values), Form: &Form{Kind: Length, Type: o.Type, GoType: o.GoType}}
	for i, v := range out.Wants {
		if v != nil && d.volatile(v, i) != "" { // a path, say, has another length elsewhere
			out.Wants[i] = nil
		}
	}
	sized := text || o.Type.Kind == input.Slice || o.Type.Kind == input.Map
	if sized && d.keepAgreed(out, func(a, b *value.Value) bool { return !a.LeftOut && !b.LeftOut && Len(a) == Len(b) }) {
		d.sayOnce(o, OnlyLength, why)
		return out
	}
	out = &Check{Observed: o, Level: Nilness, How: Null, Wants: slices.Clone(o.Values)}
	same, manner := func(a, b *value.Value) bool { return a.IsNil == b.IsNil }, OnlyNil
	if text {
		same, manner = func(a, b *value.Value) bool { return a.Text != "" && b.Text != "" }, OnlyEmpty
	}
	if d.keepAgreed(out, same) {
		d.sayOnce(o, manner, why)
		return out
	}
	return nil
}

// Len returns the length of a text, a list or a map.
func Len(v *value.Value) int { return len(v.Text) + len(v.Kids) }

// keepAgreed leaves out the cases whose runs disagree or which silence the check, and reports whether a
// case is left. A value that is not the same as itself is not known.
func (d *decider) keepAgreed(c *Check, same func(a, b *value.Value) bool) bool {
	left := false
	for i, v := range c.Wants {
		if v == nil {
			continue
		}
		differs := func(o *value.Value) bool { return o == nil || !same(v, o) }
		if !same(v, v) || slices.ContainsFunc(c.others(i), differs) || d.whySilenced(i, c.ID()) != "" {
			c.Wants[i] = nil
		}
		left = left || c.Wants[i] != nil
	}
	return left
}

func (d *decider) sayOnce(o *Observed, manner string, why []string) {
	for _, w := range why {
		if w != "" {
			d.say(Silence{Case: -1, Name: o.Name, Manner: manner, Why: w, ID: ID{o.Part, o.Index, Full}})
			return
		}
	}
}

// sayCases records the reasons of the cases that do not make the check: once for all of them if
// no case makes it and they agree.
func (d *decider) sayCases(c *Check, why []string) {
	reasons := map[string]bool{}
	left := false
	for i, w := range why {
		if w != "" {
			reasons[w] = true
		}
		left = left || c.Wants[i] != nil
	}
	for i, w := range why {
		switch {
		case w == "":
		case !left && len(reasons) == 1:
			d.say(Silence{Case: -1, Name: c.Name, Manner: NotCompared, Why: w, ID: c.ID()})
			return
		default:
			d.say(Silence{Case: i, Name: c.Name, Manner: NotCompared, Why: w, ID: c.ID()})
		}
	}
}

func isNilable(t *input.Type) bool {
	return t.Kind == input.Pointer || t.Kind == input.Slice || t.Kind == input.Map || t.Kind == input.Dynamic || t.Kind == input.Opaque
}

// how returns the way in which values in the form are compared.
func (f *Form) how(values []*value.Value) How {
	switch f.Kind {
	case Text, ErrorMsg, Printed, Length:
		return Equal
	case NotNil:
		return Null
	case Whole:
		return compareWhole(f, values)
	}
	return Deep
}

func compareWhole(f *Form, values []*value.Value) How {
	some := func(is func(*value.Value) bool) bool {
		return slices.ContainsFunc(values, func(v *value.Value) bool { return v != nil && v.AnyPart(is) })
	}
	switch {
	case f.Type.Kind == input.Float:
		if some(func(v *value.Value) bool { return v.IsNaN() || v.Word == 1<<63 }) { // also -0
			return Floats
		}
		return Equal
	case some((*value.Value).IsNaN):
		return Sprint
	case f.Type.Kind == input.Dynamic && !slices.ContainsFunc(values, func(v *value.Value) bool { return v != nil && !holdsPlainValue(v) }):
		return Equal
	case isPlainComparable(f.GoType):
		return Equal
	}
	return Deep
}

// holdsPlainValue reports whether the dynamic value of an interface can be compared by !=.
func holdsPlainValue(v *value.Value) bool {
	if v.IsNil {
		return true
	}
	kid := v.DynamicValue()
	return kid != nil && isPlainComparable(kid.GoType)
}

// isPlainComparable reports whether != compares values of type t in full, by value and without a
// panic.
func isPlainComparable(t types.Type) bool {
	switch u := syntax.Underlying(t).(type) {
	case *types.Basic:
		return true
	case *types.Array, *types.Struct:
		return !slices.ContainsFunc(syntax.Inside(u), func(t types.Type) bool { return !isPlainComparable(t) })
	}
	return false
}
