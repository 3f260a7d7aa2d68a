package testgen

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// Comparable reports whether no text of an outcome, the words vec and out of a run, names what differs on another machine or in another
// build: such a text is not compared, whatever else it says.
func (p *Prepared) Comparable(sig *input.Signature, vec, out input.Vector) bool {
	var in []*value.Value
	d := &value.Decoder{Words: vec}
	for i := range sig.Inputs() {
		v, err := d.Read(sig.Input(i).Type)
		if err != nil {
			return true
		}
		in = append(in, v)
	}
	d = &value.Decoder{Words: out}
	fits := func(f input.Field) bool {
		v, err := d.Read(f.Type)
		return err != nil || !v.AnyPart(func(v *value.Value) bool {
			text := v.Readable()
			return text != "" && p.env.TextNames(text, in, v.Type.Kind == input.Error) != ""
		})
	}
	all := func(fields []input.Field) bool {
		return !slices.ContainsFunc(fields, func(f input.Field) bool { return !fits(f) })
	}
	if !all(sig.Results) || !all(sig.After) {
		return false
	}
	for i := range sig.After {
		if sig.ReportsChange(i) {
			d.Next()
		}
	}
	for _, r := range sig.Readers {
		if d.Next() == 1 && !all(r.Results) {
			return false
		}
	}
	return true
}
