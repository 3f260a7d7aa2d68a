package testgen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
)

// received is how a test receives what comes on a channel that is a result.
type received struct {
	from           string       // the channel
	wait           string       // what returns its values when they are there, if others are received beside them
	values, closed *observation // nil or unobserved if nothing can be said
}

// readDrained reads what came on a channel.
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

// receive compares what comes on a channel, and whether that is closed then.
// Where nothing more came, only as many values are received, and not waited
// for another.
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
			d.closed.values[i] = nil // it is not known how many come before
		}
	}
	d.closed.want = p.fields.claim(d.closed.want)
	p.observe(d.closed)
}

// part is what d observes of the channel o.
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

// received receives, before o is compared, if o is the first that needs it. What
// sends on several channels may do so in any order, so these are received from
// at once.
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

// channels are the channels that are received from, in the order in which their
// values are compared.
func (p *plan) channels() (list []*received) {
	for _, o := range p.observed {
		if o.channel != nil && !slices.Contains(list, o.channel) {
			list = append(list, o.channel)
		}
	}
	return list
}

// most is how many values are received: one more than there are where the
// channel is closed. Statements may have to come before.
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

// drainHelper declares the function that receives.
func (f *file) drainHelper(b *strings.Builder, name string) {
	time := f.std("time")
	fmt.Fprintf(b, "\n// %s receives n values from c, fewer if it is closed or none comes for a\n// second, and reports whether it is closed.\n", name)
	fmt.Fprintf(b, "func %s[T any](c <-chan T, n int) (values []T, closed bool) {\nfor len(values) < n {\nselect {\n", name)
	fmt.Fprintf(b, "case v, ok := <-c:\nif !ok {\nreturn values, true\n}\nvalues = append(values, v)\n")
	fmt.Fprintf(b, "case <-%[1]s.After(%[1]s.Second):\nreturn values, false\n}\n}\nreturn values, false\n}\n", time)
}

// drainingHelper declares the function that receives while others do.
func drainingHelper(b *strings.Builder, name, drain string) {
	fmt.Fprintf(b, "\n// %s is %s in the background; what it returns waits for the end.\n", name, drain)
	fmt.Fprintf(b, "func %s[T any](c <-chan T, n int) func() ([]T, bool) {\nvar values []T\nvar closed bool\nend := make(chan bool)\n", name)
	fmt.Fprintf(b, "go func() {\ndefer close(end)\nvalues, closed = %s(c, n)\n}()\n", drain)
	fmt.Fprintf(b, "return func() ([]T, bool) {\n<-end\nreturn values, closed\n}\n}\n")
}
