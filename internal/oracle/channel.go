package oracle

import (
	"go/types"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// channel chooses the checks of a channel that is a result: the values received from it, and
// whether it is closed after them. Of a channel that stayed open the test receives only the
// recorded number of values and does not wait for another.
func (d *decider) channel(o *Observed) {
	some := func(is func(*value.Value) bool) bool {
		return slices.ContainsFunc(o.Values, func(v *value.Value) bool { return v != nil && is(v) })
	}
	received := false
	if some(func(v *value.Value) bool { return len(v.Kids) > 0 || v.Word == input.ChannelClosed }) {
		received = d.received(o)
	}
	if received && !some(func(v *value.Value) bool { return v.IsNil }) {
		return
	}
	c := &Check{Observed: o, Level: Nilness, How: Null, Wants: slices.Clone(o.Values)}
	for i, v := range o.Values {
		differs := func(x *value.Value) bool { return x == nil || x.IsNil != v.IsNil }
		if v != nil && (d.whySilenced(i, c.ID()) != "" || slices.ContainsFunc(o.others(i), differs)) {
			c.Wants[i] = nil
		}
	}
	d.add(c)
}

// received chooses the checks of the values and of the end of a channel, and reports whether
// there are any.
func (d *decider) received(o *Observed) bool {
	list := *o
	list.Type = &input.Type{Kind: input.Slice, Go: "[]" + o.Type.Elem.Go, Elem: o.Type.Elem}
	list.GoType = types.NewSlice(o.GoType.Underlying().(*types.Chan).Elem())
	list.Values, list.Others = make([]*value.Value, len(o.Values)), make([][]*value.Value, len(o.Values))
	ends := *o
	ends.Type, ends.GoType = &input.Type{Kind: input.Bool, Go: "bool"}, types.Typ[types.Bool]
	ends.Values, ends.Others = make([]*value.Value, len(o.Values)), make([][]*value.Value, len(o.Values))
	for i, v := range o.Values {
		list.Values[i], ends.Values[i] = list.contents(v), ends.closed(v)
		for _, x := range o.others(i) {
			list.Others[i] = append(list.Others[i], list.contents(x))
			ends.Others[i] = append(ends.Others[i], ends.closed(x))
		}
	}
	values := d.fullCheck(&list, Full)
	if values == nil {
		return false
	}
	values.Received = true
	if !d.add(values) {
		return false
	}
	closes := func(v *value.Value) bool { return v != nil && v.Word != 0 }
	if values.Level != Full || !slices.ContainsFunc(ends.Values, closes) {
		return true
	}
	for i := range ends.Values {
		if values.Wants[i] == nil {
			ends.Values[i] = nil // the number of values before the close is unknown
		}
	}
	if closed := d.fullCheck(&ends, Closed); closed != nil {
		closed.Received = true
		d.add(closed)
	}
	return true
}

// contents returns the list of the values received from a channel.
func (o *Observed) contents(v *value.Value) *value.Value {
	if v == nil || v.LeftOut {
		return nil
	}
	return &value.Value{Type: o.Type, GoType: o.GoType, IsNil: len(v.Kids) == 0, Kids: v.Kids}
}

// closed returns whether a channel was closed.
func (o *Observed) closed(v *value.Value) *value.Value {
	if v == nil || v.LeftOut {
		return nil
	}
	return &value.Value{Type: o.Type, GoType: o.GoType, Word: value.BoolWord(v.Word == input.ChannelClosed)}
}
