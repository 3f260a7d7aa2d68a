package testgen

import (
	"go/types"
	"regexp"
	"slices"
	"strings"

	"nearmiss/input"
)

// A struct of another package that shows none of its fields, such as a
// time.Time, a big.Int or a bytes.Buffer, has no literal unless it is zero. It
// is compared by what its method String says, or Error, or MarshalText.

// readOpaqueStruct reads whether a struct is zero, and what its method says of it.
func (d *decoder) readOpaqueStruct(v *value) error {
	v.word = min(d.next(), 1)
	if v.typ.Text == "" || d.next() != 1 {
		return nil
	}
	err := d.readText(v)
	v.said, v.cut = !v.cut, false
	return err
}

// address is how a text shows where something lies in memory.
var address = regexp.MustCompile(`\b0xc[0-9a-f]{9}\b`)

// hasText reports whether v is a struct whose text can be asserted: that it is
// the same on every run is left to the checks, as far as it can be seen there.
func (v *value) hasText() bool {
	return v != nil && v.typ.Kind == input.Sealed && v.said && !address.MatchString(v.text)
}

// textual is how the text of a value is had.
type textual struct {
	root  string // the variable of the result that has the value
	of    func(x string) string
	plain bool // of works for any expression, so that the call can take the place of the variable
}

// method calls a method of a value.
func (p *plan) method(name string) func(string) string {
	return func(x string) string {
		if x += "." + name + "()"; name == "MarshalText" {
			x = "string(" + p.helper(must) + "(" + x + "))"
		}
		return x
	}
}

// inline reports whether the call itself can take the place of the variable.
func (s *textual) inline() bool { return s != nil && s.plain }

// asText is the text of o, to be observed in its place or beside it.
func (o *observation) asText(of func(x string) string) *observation {
	v := &observation{what: o.what, index: o.index, path: o.path + ".text", got: of(o.got), want: o.want, label: o.label, guard: o.guard,
		textual: &textual{root: o.root(), of: of}, typ: textType, gt: types.Typ[types.String],
		values: make([]*value, len(o.values)), absent: make([]bool, len(o.values))}
	if o.path == "" && o.what == After {
		v.path = "after.text"
	}
	if o.absent != nil {
		copy(v.absent, o.absent)
	}
	return v
}

var textType = &input.Type{Kind: input.String, Go: "string"}

func textValue(s string) *value { return &value{typ: textType, gt: types.Typ[types.String], text: s} }

// text compares by its text what has no literal, or what a pointer leads to.
func (p *plan) text(o *observation) bool {
	b := o.behind()
	if b.typ.Kind != input.Sealed || b.typ.Text == "" || !slices.ContainsFunc(b.parts, (*value).hasText) {
		return false
	}
	if o.typ.Kind == input.Pointer && !has(o.gt, b.typ.Text) { // a pointer with a name has no methods
		return false
	}
	if o.unchanged() {
		return true
	}
	name := b.typ.Text
	v := o.asText(p.method(name))
	for i, part := range b.parts {
		v.absent[i] = v.absent[i] || o.values[i].gone(part)
		if part.hasText() {
			v.values[i] = textValue(part.text)
		}
	}
	muted := func(c Case) bool { return c.muted(v.what, v.index, v.path) }
	if b.gt.String() == "time.Time" && slices.ContainsFunc(p.cases, muted) {
		name = "UTC().String"
		v.inUTC()
		v.textual.of = p.method(name)
		v.got = v.textual.of(o.got)
	}
	if v.label != "" {
		v.label += "." + name + "()"
	}
	v.guard = p.presence(o, b)
	v.textual.plain = v.guard == "" && o.path == "" && has(o.gt, b.typ.Text)
	p.observe(v)
	return true
}

// has reports whether a value of type t has a method, wherever it is.
func has(t types.Type, method string) bool {
	return types.NewMethodSet(t).Lookup(nil, method) != nil
}

// unchanged reports whether o is a state that no call has changed.
func (o *observation) unchanged() bool {
	if o.what != After || o.still == nil {
		return false
	}
	for i, v := range o.values {
		if v != nil && !o.still[i] {
			return false
		}
	}
	return true
}

// inUTC has a time compared that is another one where the clocks show other
// times: it was taken in UTC, so that what it says is the same there.
func (o *observation) inUTC() {
	o.path += ".UTC"
	for i, v := range o.values {
		if v != nil && !strings.HasSuffix(v.text, " +0000 UTC") {
			o.values[i] = nil
		}
	}
}

// behind is a struct, or that which a pointer leads to.
type behind struct {
	typ   *input.Type
	gt    types.Type
	parts []*value // by case; nil where there is none
	nils  bool     // some pointer is nil
}

func (o *observation) behind() behind {
	b := behind{typ: o.typ, gt: o.gt, parts: o.values}
	if o.typ.Kind != input.Pointer {
		return b
	}
	b.typ, b.gt, b.parts = o.typ.Elem, elemOf(o.gt), make([]*value, len(o.values))
	for i, v := range o.values {
		b.parts[i] = v.pointed()
		b.nils = b.nils || v != nil && v.null
	}
	return b
}

// hard reports whether a value cannot be written out as a whole.
func hard(v *value) bool { return v != nil && v.any((*value).unwritable) }

// presence compares a pointer with nil, and returns the condition under which
// what is behind it can be looked at, with its &&.
func (p *plan) presence(o *observation, b behind) string {
	guard := o.guard
	if o.typ.Kind == input.Pointer && o.what == Result {
		whole := *o
		whole.mode, whole.path, whole.values = byNil, o.path+".nil", slices.Clone(o.values)
		if strings.Count(o.path, ".") <= 1 {
			p.byNilness(&whole)
		}
		if whole.fatal = whole.constant == "non-nil" && guard == "" && !p.skips(&whole); !whole.fatal {
			guard += o.got + " != nil && "
		}
	}
	if o.what == After && b.nils {
		guard += o.got + " != nil && "
	}
	return guard
}
