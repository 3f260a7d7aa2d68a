package oracle

import (
	"go/types"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/value"
)

// ErrorKind says how the error of a case is compared.
type ErrorKind uint8

const (
	Unchecked ErrorKind = iota
	NoError             // it is nil
	Is                  // errors.Is(err, Var)
	Says                // its message is Text
	SomeError           // it is not nil
)

// ErrorWant is what a case wants of an error.
type ErrorWant struct {
	Kind ErrorKind
	Var  *types.Var
	Text string
}

// error chooses the check of an error.
func (d *decider) error(o *Observed) {
	c := &Check{Observed: o, How: Errors, Errors: make([]ErrorWant, len(o.Values))}
	for i, v := range o.Values {
		if v == nil {
			continue
		}
		why := d.whySilenced(i, c.ID())
		if why == "" && slices.ContainsFunc(o.others(i), func(x *value.Value) bool { return x == nil || x.IsNil != v.IsNil }) {
			why = Varies
			d.say(Silence{Case: i, Name: o.Name, Manner: NotCompared, Why: why, ID: c.ID(), Found: true})
		}
		if why != "" {
			d.say(Silence{Case: i, Name: o.Name, Manner: NotCompared, Why: why, ID: c.ID()})
			continue
		}
		c.Errors[i] = d.errorWant(c, i, v)
	}
	d.add(c)
}

// errorWant returns what case i wants of the error v: that it is one with a name, else its
// message, else that there is one.
func (d *decider) errorWant(c *Check, i int, v *value.Value) ErrorWant {
	if v.IsNil {
		return ErrorWant{Kind: NoError}
	}
	id := c.ID()
	id.Level = Sentinel
	same := !slices.ContainsFunc(c.others(i), func(x *value.Value) bool { return x.Sentinel() != v.Sentinel() })
	if v.Sentinel() >= 0 && same && d.whySilenced(i, id) == "" {
		if known := d.Sentinel(v.Sentinel()); known != nil {
			return ErrorWant{Kind: Is, Var: known}
		}
	}
	id.Level = Message
	if v.LeftOut || v.Text == "" || d.whySilenced(i, id) != "" {
		return ErrorWant{Kind: SomeError}
	}
	why := d.volatile(v, i)
	if why == "" && slices.ContainsFunc(c.others(i), func(x *value.Value) bool { return x.Text != v.Text || x.LeftOut }) {
		why = Varies
	}
	if why != "" {
		d.say(Silence{Case: i, Name: c.Name, Manner: NotCompared, Why: why, ID: id, Found: true})
		return ErrorWant{Kind: SomeError}
	}
	return ErrorWant{Kind: Says, Text: v.Text}
}

// NeedsText reports whether some case wants a message, or that there is an error, so that
// errors.Is alone does not do.
func (c *Check) NeedsText() bool {
	return slices.ContainsFunc(c.Errors, func(w ErrorWant) bool { return w.Kind == Says || w.Kind == SomeError })
}

// Wanting reports whether some case wants an error of the kind.
func (c *Check) Wanting(k ErrorKind) bool {
	return slices.ContainsFunc(c.Errors, func(w ErrorWant) bool { return w.Kind == k })
}

// withoutErrors returns a result without the values of the cases that return an error: the
// function does not say what they are.
func (d *decider) withoutErrors(o *Observed) *Observed {
	if o.Type.Kind == input.Error {
		return o
	}
	x := *o
	x.Values = slices.Clone(o.Values)
	for i := range x.Values {
		if d.fails(i) {
			x.Values[i], x.Beside = nil, true
		}
	}
	return &x
}

// fails reports whether case i returns an error.
func (d *decider) fails(i int) bool {
	return slices.ContainsFunc(d.Results, func(o *Observed) bool {
		return o.Type.Kind == input.Error && o.Values[i] != nil && !o.Values[i].IsNil
	})
}

// WantsError reports whether a check wants case i to return an error.
func (v *Verdict) WantsError(id ID, i int) bool {
	return slices.ContainsFunc(v.Checks, func(c *Check) bool {
		return c.Part == id.Part && c.Index == id.Index && c.How == Errors && c.Errors[i].Kind > NoError
	})
}
