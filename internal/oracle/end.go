package oracle

import (
	"slices"
	"strings"
	"unicode"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// A line of a log begins with the time, and ends with what the inputs say:
//
//	time="2026-12-01T10:28:41Z" level=info msg=a
//
// Of a written text that is not compared as a whole, the end is: what follows the first space, comma or line break behind all that
// differs between runs, and behind the last number that no input has.

// ends adds the check of how a text ends, of the cases that do not compare it as a whole.
func (d *decider) ends(o *Observed) {
	if o.Type.Kind != input.String || slices.ContainsFunc(d.Silent, func(s Silenced) bool { return s.Part == o.Part && s.Index == o.Index }) {
		return
	}
	c := &Check{Observed: o, Level: Ending, How: Suffix, Form: &Form{Kind: Whole, Type: o.Type, GoType: o.GoType}, Wants: make([]*value.Value, len(o.Values))}
	whole := slices.IndexFunc(d.verdict.Checks, func(w *Check) bool { return w.ID() == ID{o.Part, o.Index, Full} })
	for i, v := range o.Values {
		silenced := func(s Silenced) bool {
			return !s.Numbers && s.ID == ID{o.Part, o.Index, Full} || s.ID == c.ID()
		}
		if v == nil || whole >= 0 && d.verdict.Checks[whole].Wants[i] != nil || slices.ContainsFunc(d.Silenced[i], silenced) {
			continue
		}
		if end := endOf(v, o.others(i), d.Inputs[i]); end != "" {
			if w := (&value.Value{Type: v.Type, GoType: v.GoType, Text: end}); d.volatile(w, i) == "" {
				c.Wants[i] = w
			}
		}
	}
	if !d.add(c) {
		return
	}
	d.verdict.Silences = slices.DeleteFunc(d.verdict.Silences, func(s Silence) bool {
		return s.ID == ID{o.Part, o.Index, Full} && (s.Case < 0 || c.Wants[s.Case] != nil)
	})
}

// endOf returns how a text ends in all runs, "" if that says nothing.
func endOf(v *value.Value, others []*value.Value, in []*value.Value) string {
	end := v.Text
	for _, o := range others {
		if o == nil || o.LeftOut {
			return ""
		}
		for !strings.HasSuffix(o.Text, end) {
			end = end[1:]
		}
	}
	for _, at := range slices.Backward(number.FindAllStringIndex(end, -1)) {
		if !isGiven(end[at[0]:at[1]], in) {
			end = end[at[1]:]
			break
		}
	}
	if len(end) < len(v.Text) {
		at := strings.IndexAny(end, " ,\n")
		if at < 0 {
			return ""
		}
		end = end[at+1:]
	}
	if !strings.ContainsFunc(end, unicode.IsLetter) || len(end) > maxEnd {
		return ""
	}
	return end
}

// maxEnd is the length in bytes of the end of a text.
const maxEnd = 200
