package testgen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// receivedChannel describes how a test receives from a channel that is a result.
type receivedChannel struct {
	channelExpr    string       // the channel expression
	waitCall       string       // waits for the values; set if several channels are read concurrently
	values, closed *observation // not in plan.observed if not compared
}

// observeChannel plans the comparison of the values received from a channel, and of whether the
// channel is closed after them. If the channel stayed open, the test receives only the
// recorded number of values and does not wait for another.
func (p *plan) observeChannel(o *observation) bool {
	if o.typ.Kind != input.ChannelContents {
		return false
	}
	null := o.any(func(v *value.Value) bool { return v.IsNil })
	if o.any(func(v *value.Value) bool { return len(v.Kids) > 0 || v.Word == input.ChannelClosed }) {
		p.observeReceived(o)
	} else {
		null = true
	}
	if null || !slices.ContainsFunc(p.observed, func(x *observation) bool { return x.receivedFrom != nil && x.index == o.index }) {
		whole := *o
		whole.mode, whole.path = byNil, ".nil"
		p.compareNilness(&whole)
	}
	return true
}

func (p *plan) observeReceived(o *observation) {
	elem := syntax.Underlying(o.goType).(*types.Chan).Elem()
	d := &receivedChannel{channelExpr: o.got}
	d.values = d.observationOf(o, "values", "", &input.Type{Kind: input.Slice, Go: "[]" + o.typ.Elem.Go, Elem: o.typ.Elem, Imports: o.typ.Imports}, types.NewSlice(elem))
	d.closed = d.observationOf(o, "closed", "Closed", &input.Type{Kind: input.Bool, Go: "bool"}, types.Typ[types.Bool])
	d.values.got, d.closed.got = p.locals.claim("values"), p.locals.claim("closed")
	for i, v := range o.values {
		if v == nil || v.LeftOut {
			continue
		}
		d.values.values[i] = &value.Value{Type: d.values.typ, GoType: d.values.goType, IsNil: len(v.Kids) == 0, Kids: v.Kids}
		d.closed.values[i] = &value.Value{Type: d.closed.typ, GoType: d.closed.goType, Word: value.BoolWord(v.Word == input.ChannelClosed)}
	}
	p.observe(d.values)
	if d.values.mode == byNil || !slices.ContainsFunc(d.closed.values, isTrueWord) {
		return
	}
	for i, v := range d.values.values {
		if v == nil {
			d.closed.values[i] = nil // the number of values before the close is unknown
		}
	}
	d.closed.want = p.fields.claim(d.closed.want)
	p.observe(d.closed)
}

// observationOf returns an observation, without values, of the list of values received from channel
// o, or of whether it is closed. suffix is "" for the list.
func (d *receivedChannel) observationOf(o *observation, label, suffix string, t *input.Type, gt types.Type) *observation {
	if o.label != "" {
		label = o.label + " " + label
	}
	part := &observation{part: o.part, index: o.index, label: label, want: o.want + suffix, typ: t, goType: gt, values: make([]*value.Value, len(o.values)), receivedFrom: d}
	if suffix != "" {
		part.path = "." + strings.ToLower(suffix)
	}
	return part
}

func isTrueWord(v *value.Value) bool { return v != nil && v.Word != 0 }

// receiveStatements returns the statements that receive, if o is the first observation that needs
// them. A function may send on several channels in any order, so the test receives from all of them
// concurrently.
func (p *plan) receiveStatements(o *observation) string {
	d := o.receivedFrom
	if d == nil || o == d.closed && slices.Contains(p.observed, d.values) {
		return ""
	}
	values, closed := "_", "_"
	if slices.Contains(p.observed, d.values) {
		values = d.values.got
	}
	if slices.Contains(p.observed, d.closed) {
		closed = d.closed.got
	}
	all := p.channels()
	if len(all) == 1 {
		before, most := p.maxReceived(d)
		return fmt.Sprintf("%s%s, %s := %s(%s, %s)\n", before, values, closed, p.helper(drain), d.channelExpr, most)
	}
	var b strings.Builder
	if d == all[0] {
		for _, x := range all {
			before, most := p.maxReceived(x)
			x.waitCall = p.locals.claim("wait")
			fmt.Fprintf(&b, "%s%s := %s(%s, %s)\n", before, x.waitCall, p.helper(draining), x.channelExpr, most)
		}
	}
	fmt.Fprintf(&b, "%s, %s := %s()\n", values, closed, d.waitCall)
	return b.String()
}

// channels returns the channels that the test receives from, in the order in which their
// values are compared.
func (p *plan) channels() (list []*receivedChannel) {
	for _, o := range p.observed {
		if o.receivedFrom != nil && !slices.Contains(list, o.receivedFrom) {
			list = append(list, o.receivedFrom)
		}
	}
	return list
}

// maxReceived returns an expression for the number of values to receive, and the statements that
// must precede it. The number is that of the wanted values, and one more where the channel is
// closed.
func (p *plan) maxReceived(d *receivedChannel) (before, n string) {
	if n = "0"; d.values.mode == byNil {
		n = "1"
	} else if slices.Contains(p.observed, d.values) && d.values.constant == "" {
		n = "len(" + p.rowVar() + "." + d.values.want + ")"
	}
	if !slices.Contains(p.observed, d.closed) {
		return "", n
	}
	switch open := func(v *value.Value) bool { return v != nil && v.Word == 0 }; {
	case !slices.ContainsFunc(d.closed.values, open):
		return "", strings.TrimPrefix(n+"+1", "0+")
	case slices.ContainsFunc(d.closed.values, isTrueWord):
		most := p.locals.claim("n")
		return fmt.Sprintf("%s := %s\nif %s.%s {\n%[1]s++\n}\n", most, n, p.rowVar(), d.closed.want), most
	}
	return "", n
}

// drainHelper prints the helper that receives values from a channel.
func (f *file) drainHelper(b *strings.Builder, name string) {
	time := f.stdImport("time")
	fmt.Fprintf(b, "\n// %s receives n values from c, fewer if it is closed or none comes for a\n// second, and reports whether it is closed.\n", name)
	fmt.Fprintf(b, "func %s[T any](c <-chan T, n int) (values []T, closed bool) {\nfor len(values) < n {\nselect {\n", name)
	fmt.Fprintf(b, "case v, ok := <-c:\nif !ok {\nreturn values, true\n}\nvalues = append(values, v)\n")
	fmt.Fprintf(b, "case <-%[1]s.After(%[1]s.Second):\nreturn values, false\n}\n}\nreturn values, false\n}\n", time)
}

// drainingHelper prints the helper that receives in a goroutine, for several channels at once.
func drainingHelper(b *strings.Builder, name, drain string) {
	fmt.Fprintf(b, "\n// %s is %s in the background; what it returns waits for the end.\n", name, drain)
	fmt.Fprintf(b, "func %s[T any](c <-chan T, n int) func() ([]T, bool) {\nvar values []T\nvar closed bool\nend := make(chan bool)\n", name)
	fmt.Fprintf(b, "go func() {\ndefer close(end)\nvalues, closed = %s(c, n)\n}()\n", drain)
	fmt.Fprintf(b, "return func() ([]T, bool) {\n<-end\nreturn values, closed\n}\n}\n")
}
