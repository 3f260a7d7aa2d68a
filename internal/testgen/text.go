package testgen

import (
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nearmiss/input"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// A nonzero struct of another package without exported fields, such as a time.Time, a big.Int
// or a bytes.Buffer, has no literal. Here it is called opaque (its Kind is Sealed, not Opaque). It
// is compared by the result of its method String, Error or MarshalText.

// address matches a memory address in a text.
var address = regexp.MustCompile(`\b0xc[0-9a-f]{9}\b`)

// hasText reports whether v is a struct with a text that can be asserted. The checks find
// texts that differ between runs, as far as runs on one machine show it.
func hasText(v *value.Value) bool {
	return v != nil && v.Type.Kind == input.Sealed && v.TextKnown && !address.MatchString(v.Text)
}

// textConversion says how the text of a value is computed.
type textConversion struct {
	root    string // the variable of the result that holds the value
	convert func(x string) string
	anyExpr bool // convert accepts any expression, so that the call can take the place of the variable
}

// methodCaller returns a function that prints a call of a method on an expression.
func (p *plan) methodCaller(name string) func(string) string {
	return func(x string) string {
		if x += "." + name + "()"; name == "MarshalText" {
			x = "string(" + p.helper(mustHelper) + "(" + x + "))"
		}
		return x
	}
}

// isInline reports whether the call itself can take the place of the variable.
func (s *textConversion) isInline() bool { return s != nil && s.anyExpr }

// textObservation returns an observation, without values, of the text of o, in place of o or in
// addition to it. of prints the expression of the text of an expression.
func (o *observation) textObservation(of func(x string) string) *observation {
	v := &observation{part: o.part, index: o.index, path: o.path + ".text", got: of(o.got), want: o.want, label: o.label, guard: o.guard,
		textOf: &textConversion{root: o.resultVar(), convert: of}, typ: textType, goType: types.Typ[types.String],
		values: make([]*value.Value, len(o.values)), absent: make([]bool, len(o.values))}
	if o.path == "" && o.part == After {
		v.path = "after.text"
	}
	if o.absent != nil {
		copy(v.absent, o.absent)
	}
	return v
}

var textType = &input.Type{Kind: input.String, Go: "string"}

func textValue(s string) *value.Value {
	return &value.Value{Type: textType, GoType: types.Typ[types.String], Text: s}
}

// observeText compares an opaque struct, or the target of a pointer to one, by its text. It reports
// whether o needs no other comparison.
func (p *plan) observeText(o *observation) bool {
	b := o.target()
	if b.typ.Kind != input.Sealed || b.typ.Text == "" || !slices.ContainsFunc(b.parts, hasText) {
		return false
	}
	if o.typ.Kind == input.Pointer && !hasMethod(o.goType, b.typ.Text) { // a defined pointer type has no methods
		return false
	}
	if o.unchanged() {
		return true
	}
	name := b.typ.Text
	v := o.textObservation(p.methodCaller(name))
	for i, part := range b.parts {
		v.absent[i] = v.absent[i] || partMissing(o.values[i], part)
		if hasText(part) {
			v.values[i] = textValue(part.Text)
		}
	}
	muted := func(c Case) bool { return c.isSuppressed(v.part, v.index, v.path) }
	if b.gt.String() == "time.Time" && slices.ContainsFunc(p.cases, muted) {
		name = "UTC().String"
		v.compareInUTC()
		v.textOf.convert = p.methodCaller(name)
		v.got = v.textOf.convert(o.got)
	}
	if v.label != "" {
		v.label += "." + name + "()"
	}
	v.guard = p.pointerCheck(o, b)
	v.textOf.anyExpr = v.guard == "" && o.path == "" && hasMethod(o.goType, b.typ.Text)
	p.observe(v)
	return true
}

// hasMethod reports whether a value of type t has a method, promoted or not.
func hasMethod(t types.Type, method string) bool {
	return types.NewMethodSet(t).Lookup(nil, method) != nil
}

// unchanged reports whether o is a state that no call has changed.
func (o *observation) unchanged() bool {
	if o.part != After || o.unchangedByCase == nil {
		return false
	}
	for i, v := range o.values {
		if v != nil && !o.unchangedByCase[i] {
			return false
		}
	}
	return true
}

// compareInUTC makes o compare a time in UTC, because its text in the local zone differs between
// machines. Only texts recorded in UTC are kept: the other times would have another text in
// UTC.
func (o *observation) compareInUTC() {
	o.path += ".UTC"
	for i, v := range o.values {
		if v != nil && !strings.HasSuffix(v.Text, " +0000 UTC") {
			o.values[i] = nil
		}
	}
}

// pointerTarget describes the value of an observation, or its target if it is a pointer.
type pointerTarget struct {
	typ    *input.Type
	gt     types.Type
	parts  []*value.Value // by case; nil where there is no target
	hasNil bool           // some pointer is nil
}

func (o *observation) target() pointerTarget {
	b := pointerTarget{typ: o.typ, gt: o.goType, parts: o.values}
	if o.typ.Kind != input.Pointer {
		return b
	}
	b.typ, b.gt, b.parts = o.typ.Elem, syntax.ElemOf(o.goType), make([]*value.Value, len(o.values))
	for i, v := range o.values {
		b.parts[i] = v.PointedParts()
		b.hasNil = b.hasNil || v != nil && v.IsNil
	}
	return b
}

// hasNoLiteral reports whether a part of v has no literal.
func hasNoLiteral(v *value.Value) bool { return v != nil && v.AnyPart((*value.Value).IsUnwritable) }

// pointerCheck compares a pointer with nil. It returns the condition under which the target of the
// pointer can be compared, with its &&.
func (p *plan) pointerCheck(o *observation, b pointerTarget) string {
	guard := o.guard
	if o.typ.Kind == input.Pointer && o.part == Result {
		whole := *o
		whole.mode, whole.path, whole.values = byNil, o.path+".nil", slices.Clone(o.values)
		if strings.Count(o.path, ".") <= 1 {
			p.compareNilness(&whole)
		}
		if whole.isFatal = whole.constant == "non-nil" && guard == "" && !p.someSkipped(&whole); !whole.isFatal {
			guard += o.got + " != nil && "
		}
	}
	if o.part == After && b.hasNil {
		guard += o.got + " != nil && "
	}
	return guard
}

// bytes prints a byte slice as a conversion of a string, or as a call of bytes.Repeat, if that
// is more readable than a list.
func (l *literals) bytes(v *value.Value) (string, bool, error) {
	s, ok := syntax.Underlying(v.GoType).(*types.Slice)
	if !ok || len(v.Kids) == 0 {
		return "", false, nil
	}
	if b, ok := s.Elem().(*types.Basic); !ok || b.Kind() != types.Uint8 {
		return "", false, nil
	}
	text, plain := make([]byte, len(v.Kids)), 0
	for i, k := range v.Kids {
		text[i] = byte(k.Word)
	}
	for rest := text; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		if unicode.IsPrint(r) && (r != utf8.RuneError || size > 1) || strings.ContainsRune("\n\t\r\v\f", r) {
			plain += size
		}
		rest = rest[size:]
	}
	if unit, times := wholeRepetition(string(text)); times > 0 {
		unitText, _, err := l.expr(&value.Value{Type: v.Type, GoType: types.NewSlice(types.Typ[types.Byte]), Kids: v.Kids[:len(unit)]}, false)
		out := l.stdName("bytes", "Repeat") + "(" + unitText + ", " + strconv.Itoa(times) + ")"
		if _, named := types.Unalias(v.GoType).(*types.Named); named && err == nil {
			out, err = l.convert(v.GoType, out)
		}
		return out, true, err
	}
	if 2*plain < len(text) && len(text) <= 32 {
		return "", false, nil
	}
	out, err := l.convert(v.GoType, l.stringText(string(text)))
	return out, true, err
}
