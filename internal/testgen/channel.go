package testgen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
)

// received describes how a test receives from a channel that is a result.
type received struct {
	from           string       // the channel expression
	wait           string       // waits for the values; set if several channels are read concurrently
	values, closed *observation // nil or unobserved if not compared
}

// readDrained reads the values that were received from a channel.
func (d *decoder) readDrained(v *value) error {
	v.word = d.next()
	if v.null = v.word == 0; v.null {
		return nil
	}
	w := d.next()
	if v.cut = w == 0 || w == input.Cut; v.cut {
		return nil
	}
	n, err := d.length(w - 1)
	if err != nil {
		return err
	}
	return d.readList(v, n)
}

// receive plans the comparison of the values received from a channel, and of whether the
// channel is closed after them. If the channel stayed open, the test receives only the
// recorded number of values and does not wait for another.
func (p *plan) receive(o *observation) bool {
	if o.typ.Kind != input.Drained {
		return false
	}
	known := func(f func(*value) bool) bool {
		return slices.ContainsFunc(o.values, func(v *value) bool { return v != nil && f(v) })
	}
	null := known(func(v *value) bool { return v.null })
	if known(func(v *value) bool { return len(v.kids) > 0 || v.word == input.Closed }) {
		p.receiveValues(o)
	} else {
		null = true
	}
	if null || !slices.ContainsFunc(p.observed, func(x *observation) bool { return x.channel != nil && x.index == o.index }) {
		whole := *o
		whole.mode, whole.path = byNil, ".nil"
		p.byNilness(&whole)
	}
	return true
}

func (p *plan) receiveValues(o *observation) {
	elem := under(o.gt).(*types.Chan).Elem()
	d := &received{from: o.got}
	d.values = d.part(o, "values", "", &input.Type{Kind: input.Slice, Go: "[]" + o.typ.Elem.Go, Elem: o.typ.Elem, Imports: o.typ.Imports}, types.NewSlice(elem))
	d.closed = d.part(o, "closed", "Closed", &input.Type{Kind: input.Bool, Go: "bool"}, types.Typ[types.Bool])
	d.values.got, d.closed.got = p.locals.claim("values"), p.locals.claim("closed")
	for i, v := range o.values {
		if v == nil || v.cut {
			continue
		}
		d.values.values[i] = &value{typ: d.values.typ, gt: d.values.gt, null: len(v.kids) == 0, kids: v.kids}
		d.closed.values[i] = &value{typ: d.closed.typ, gt: d.closed.gt, word: bit(v.word == input.Closed)}
	}
	p.observe(d.values)
	if d.values.mode == byNil || !slices.ContainsFunc(d.closed.values, isTrue) {
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

// part returns an observation of the values of channel o, or of whether it is closed.
func (d *received) part(o *observation, label, suffix string, t *input.Type, gt types.Type) *observation {
	if o.label != "" {
		label = o.label + " " + label
	}
	part := &observation{what: o.what, index: o.index, label: label, want: o.want + suffix, typ: t, gt: gt, values: make([]*value, len(o.values)), channel: d}
	if suffix != "" {
		part.path = "." + strings.ToLower(suffix)
	}
	return part
}

func isTrue(v *value) bool { return v != nil && v.word != 0 }

// received returns the statements that receive, if o is the first observation that needs them.
// A function may send on several channels in any order, so the test receives from all of them
// concurrently.
func (p *plan) received(o *observation) string {
	d := o.channel
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
		before, most := p.most(d)
		return fmt.Sprintf("%s%s, %s := %s(%s, %s)\n", before, values, closed, p.helper(drain), d.from, most)
	}
	var b strings.Builder
	if d == all[0] {
		for _, x := range all {
			before, most := p.most(x)
			x.wait = p.locals.claim("wait")
			fmt.Fprintf(&b, "%s%s := %s(%s, %s)\n", before, x.wait, p.helper(draining), x.from, most)
		}
	}
	fmt.Fprintf(&b, "%s, %s := %s()\n", values, closed, d.wait)
	return b.String()
}

// channels returns the channels that the test receives from, in the order in which their
// values are compared.
func (p *plan) channels() (list []*received) {
	for _, o := range p.observed {
		if o.channel != nil && !slices.Contains(list, o.channel) {
			list = append(list, o.channel)
		}
	}
	return list
}

// most returns an expression for the number of values to receive: one more than the wanted
// values where the channel is closed. Its statements precede the expression.
func (p *plan) most(d *received) (before, n string) {
	if n = "0"; d.values.mode == byNil {
		n = "1"
	} else if slices.Contains(p.observed, d.values) && d.values.constant == "" {
		n = "len(" + p.tt() + "." + d.values.want + ")"
	}
	if !slices.Contains(p.observed, d.closed) {
		return "", n
	}
	switch open := func(v *value) bool { return v != nil && v.word == 0 }; {
	case !slices.ContainsFunc(d.closed.values, open):
		return "", strings.TrimPrefix(n+"+1", "0+")
	case slices.ContainsFunc(d.closed.values, isTrue):
		most := p.locals.claim("n")
		return fmt.Sprintf("%s := %s\nif %s.%s {\n%[1]s++\n}\n", most, n, p.tt(), d.closed.want), most
	}
	return "", n
}

// drainHelper prints the helper that receives values from a channel.
func (f *file) drainHelper(b *strings.Builder, name string) {
	time := f.std("time")
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
