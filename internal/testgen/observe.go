package testgen

import (
	"cmp"
	"errors"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// observation is a value that can be compared after the call.
type observation struct {
	part            Part
	index           int
	label           string // name in messages; empty for the only result
	got             string // expression of the observed value
	want            string // field of the table with the expected value
	typ             *input.Type
	goType          types.Type
	values          []*value // by case; nil where nothing is asserted
	mode            mode
	path            string           // of the part of the result or state, as .field; "" for the whole
	guard           string           // condition under which the part exists, with its &&
	absent          []bool           // by case: the part does not exist
	unchangedByCase []bool           // by case, for a state: the worker reported no change
	errorIs         []string         // by case: the expression of the sentinel that the error is or wraps; "" if not compared by errors.Is
	receivedFrom    *receivedChannel // set if the value is received from a channel
	textOf          *textConversion  // set if the value is a text of another value

	constant string // the expected value, if the table leaves it out
	isFatal  bool   // later statements of the test need the assertion to hold
}

// mode is the way in which an observation is compared.
type mode uint8

const (
	byValue   mode = iota // !=
	byFloat               // !=, but NaN equals NaN and 0 differs from negative zero
	byDeep                // reflect.DeepEqual
	byPrint               // fmt.Sprintf("%#v"), for values that contain NaN
	byNil                 // whether it is nil
	byMessage             // the message of an error
	byType                // the dynamic type of an interface
	noError               // an error that is nil in all cases
)

// assertionSlot identifies the observation behind one assertion.
type assertionSlot struct {
	part    Part // the kind of assertion
	index   int
	path    string
	message bool // compares the message of an error
	errorIs bool // compares by errors.Is
}

// isChanged reports whether a call changed an input in any case. The contents of an object from
// a constructor are known only if a text describes them. Otherwise isChanged asks whether the
// function may change such an object.
func (p *plan) isChanged(o *observation, in *inputField) bool {
	if o.typ.MayContainText() {
		return !o.unchanged()
	}
	for i, v := range o.values {
		switch {
		case v == nil || v.typ.Kind == input.Opaque:
		case v.typ.Kind == input.Dynamic:
			if !v.isUnchanged(in.values[i]) {
				return true
			}
		case in.values[i].anyPart((*value).isUnknown):
			if p.writes.fields.mayChange(p.fn.Obj, in.goType) {
				return true
			}
		case !v.isUnchanged(in.values[i]):
			return true
		}
	}
	return false
}

// compareTarget compares *p in place of a pointer p to a scalar that is never nil.
func (p *plan) compareTarget(o *observation, in *inputField) {
	if o.typ.Kind != input.Pointer || in == nil || in.global != nil || !isScalar(o.typ.Elem) {
		return
	}
	nilAnywhere := func(v *value) bool { return v != nil && (v.isNil || v.leftOut) }
	if slices.ContainsFunc(o.values, nilAnywhere) {
		return
	}
	o.got, o.label = "*"+o.got, "*"+o.label
	o.typ, o.goType = o.typ.Elem, underlying(o.goType).(*types.Pointer).Elem()
	for i, v := range o.values {
		if v != nil {
			o.values[i] = v.kids[0]
		}
	}
}

func isScalar(t *input.Type) bool {
	return t != nil && t.Kind <= input.String
}

// observe decides how o is compared and adds o to the observations, unless no case has a value to
// compare. It may add observations of parts of o or of its text instead.
func (p *plan) observe(o *observation) {
	if why := p.fn.whySilent(o.part, o.index); why != "" && o.path == "" {
		p.silence(o, why)
		return
	}
	if p.observeChannel(o) || p.observeText(o) || p.observeElementTexts(o) || p.splitStruct(o) {
		return
	}
	if o.part == Result {
		p.observeDynamicText(o)
	}
	p.suppressVolatile(o)
	all := slices.Clone(o.values)
	why := p.removeUnassertable(o)
	o.mode = p.compareMode(o)
	if o.mode == byMessage {
		p.findSentinels(o)
	}
	if o.mode == byDeep || o.mode == byPrint || o.mode == byValue {
		if _, err := p.typeName(o.goType); err != nil {
			p.note(o, err.Error())
			clear(o.values)
		}
	}
	if p.observeTypes(o, all) {
		o.values, o.mode = all, byType
		o.want = p.fields.claim(o.want + "Type")
		p.addObservation(o)
		return
	}
	if o.part == Result && isNilable(o.typ) && !o.any(isNotNil) &&
		slices.ContainsFunc(all, func(v *value) bool { return v != nil && isNotNil(v) }) {
		o.values, o.mode = all, byNil
		if null, ok := o.sameNilness(); ok && !null && strings.Count(o.path, ".") > 1 {
			return // the nil check of a deep part that is never nil has little value
		}
		for _, w := range why {
			if w != "" {
				p.note(o, w)
				break
			}
		}
		clear(why)
	}
	if _, silenced := commonReason(why); silenced && o.part == After && o.path != "" && o.isZero() && o.any(isKnown) {
		return // the only comparable values are zero
	}
	if w, ok := commonReason(why); ok && !o.any(isKnown) {
		p.note(o, w)
		clear(why)
	}
	for i, w := range why {
		if w != "" {
			p.remark(i, "%s not compared: %s", o.describedName(), w)
		}
	}
	if o.mode == byNil {
		p.compareNilness(o)
		return
	}
	p.addObservation(o)
}

// silence takes o out of the assertions of all cases.
func (p *plan) silence(o *observation, why string) {
	if o.any(isKnown) {
		p.note(o, why)
	}
	for i, v := range o.values {
		if v != nil {
			p.suppress(i, Suppression{Part: o.part, Index: o.index, Why: why})
		}
	}
}

// findSentinels finds the errors that are compared by errors.Is.
func (p *plan) findSentinels(o *observation) {
	o.errorIs = make([]string, len(o.values))
	for i, v := range o.values {
		if v != nil && !v.isNil && !v.leftOut && !p.cases[i].isSuppressed(ErrorIs, o.index, o.path) {
			if !p.endsInInput(i, v.text) {
				o.errorIs[i] = p.sentinel(v.text)
			}
		}
	}
}

// endsInInput reports whether the message of an error ends in a string from the inputs of case i.
// The message may then come from the input and not from a sentinel.
func (p *plan) endsInInput(i int, msg string) bool {
	return slices.ContainsFunc(p.inputs, func(in *inputField) bool {
		return in.values[i].anyPart(func(v *value) bool {
			return v.typ.Kind == input.String && len(v.text) > 2 && strings.HasSuffix(msg, v.text)
		})
	})
}

// assertsMessage reports whether some case has an error that is not compared by errors.Is.
func (o *observation) assertsMessage() bool {
	for i, v := range o.values {
		if v != nil && !v.isNil && o.errorIs[i] == "" {
			return true
		}
	}
	return false
}

// commonReason returns the reason that all cases with a reason share.
func commonReason(why []string) (string, bool) {
	reason := ""
	for _, w := range why {
		if w != "" && reason != "" && w != reason {
			return "", false
		}
		reason = cmp.Or(reason, w)
	}
	return reason, reason != ""
}

// compareNilness compares o only with nil.
func (p *plan) compareNilness(o *observation) {
	if o.part == Result {
		o.part = Nilness
	}
	for i := range o.values {
		if p.cases[i].isSuppressed(o.part, o.index, o.path) {
			o.values[i] = nil
		}
	}
	if null, ok := o.sameNilness(); ok {
		o.constant = map[bool]string{true: "nil", false: "non-nil"}[null]
	} else {
		o.want = p.fields.claim(o.want + "Nil")
	}
	p.addObservation(o)
}

// sameNilness reports in ok whether o is nil in all cases or in none, and in null which of the two
// holds.
func (o *observation) sameNilness() (null, ok bool) {
	seen := map[bool]bool{}
	for _, v := range o.values {
		if v != nil {
			seen[v.isNil], null = true, v.isNil
		}
	}
	return null, len(seen) == 1
}

func (p *plan) addObservation(o *observation) {
	if o.any(isKnown) {
		p.observed = append(p.observed, o)
	}
}

func isNilable(t *input.Type) bool {
	return t.Kind == input.Pointer || t.Kind == input.Slice || t.Kind == input.Map || t.Kind == input.Dynamic
}

// removeUnassertable removes the values that must not be asserted or cannot be written, and returns
// the reasons by case.
func (p *plan) removeUnassertable(o *observation) []string {
	why := make([]string, len(o.values))
	for i, v := range o.values {
		if v == nil {
			continue
		}
		if c := &p.cases[i]; c.isSuppressed(o.part, o.index, o.path) {
			for _, m := range c.Suppressed {
				if m.Part == o.part && m.Index == o.index && m.Path == o.path {
					why[i] = m.Why
				}
			}
			o.values[i] = nil
			continue
		}
		if o.typ.Kind == input.Error || o.typ.Kind == input.Opaque {
			continue
		}
		text, _, err := p.literals.expr(v, false)
		if err == nil && v.anyPart((*value).isUnreadable) {
			err = errors.New("it has parts that cannot be read")
		}
		if err == nil && len(text) > maxLiteral {
			err = errTooLarge
		}
		if err == nil && v.anyPart((*value).isNaN) && v.anyPart(func(v *value) bool { return v.typ.Kind == input.Pointer && !v.isNil }) {
			err = errors.New("it holds a NaN behind a pointer")
		}
		if err != nil {
			why[i], o.values[i] = err.Error(), nil
		}
	}
	return why
}

// maxLiteral is the largest length in bytes of a literal of an expected value.
const maxLiteral = 4096

func (o *observation) describedName() string {
	if o.part == After {
		return o.label + " after the call"
	}
	return o.name()
}

func (p *plan) compareMode(o *observation) mode {
	switch o.typ.Kind {
	case input.Error:
		if o.any(isNotNil) {
			return byMessage
		}
		return noError
	case input.Opaque:
		return byNil
	case input.Float:
		if o.any((*value).isNaN) || o.any((*value).isNegZero) {
			return byFloat
		}
		return byValue
	}
	switch {
	case o.any(func(v *value) bool { return v.anyPart((*value).isNaN) }):
		return byPrint
	case o.typ.Kind == input.Dynamic && !o.any(func(v *value) bool { return !v.holdsPlainValue() }):
		return byValue
	case isPlainComparable(o.goType):
		return byValue
	}
	return byDeep
}

// isPlainComparable reports whether != compares values of type t in full, by value and without a
// panic.
func isPlainComparable(t types.Type) bool {
	switch u := underlying(t).(type) {
	case *types.Basic:
		return true
	case *types.Array, *types.Struct:
		return !slices.ContainsFunc(syntax.Inside(u), func(t types.Type) bool { return !isPlainComparable(t) })
	}
	return false
}

// A struct is compared field by field if it has at most maxSplit fields and is nested in at
// most maxDepth structs.
const (
	maxSplit = 24
	maxDepth = 2
)

// splitStruct compares the fields of a struct one by one if some field keeps the whole struct from
// being written as a literal, and reports whether it has done so. A pointer to a struct is
// compared with nil, and its fields if it is not nil.
func (p *plan) splitStruct(o *observation) bool {
	if strings.Count(o.path, ".") > maxDepth {
		return false
	}
	b := o.target()
	if b.typ.Kind != input.Struct || len(b.typ.Fields) == 0 || len(b.typ.Fields) > maxSplit || !slices.ContainsFunc(b.parts, hasNoLiteral) {
		return false
	}
	guard := p.pointerCheck(o, b)
	var in *inputField
	if o.part == After {
		in = p.inputNamed(p.fn.Sig.After[o.index].Name)
	}
	for j, f := range b.typ.Fields {
		p.observeField(o, j, f, b.parts, guard, fieldVar(b.gt, f.Name).Type(), in)
	}
	return true
}

// observeField compares field j, of Go type gt, of the structs in parts: by case, the value of o or
// its target. guard is the condition under which the struct exists. in is the input whose state
// after the call o observes, or nil. A field that no call has changed is left out, and so is one
// that is zero in all cases, unless its state before the call is known.
func (p *plan) observeField(o *observation, j int, f input.Field, parts []*value, guard string, gt types.Type, in *inputField) {
	part := &observation{part: o.part, index: o.index, path: o.path + "." + f.Name, got: o.got + "." + f.Name, label: f.Name,
		typ: f.Type, goType: gt, guard: guard, unchangedByCase: o.unchangedByCase, values: make([]*value, len(parts)), absent: make([]bool, len(parts))}
	if o.label != "" {
		part.label = o.label + "." + f.Name
	}
	if o.part == After && o.path == "" {
		part.path = "after" + part.path
	}
	unchanged, known := o.part == After && in != nil, true
	for i, v := range parts {
		part.absent[i] = o.values[i].partMissing(v) || o.absent != nil && o.absent[i]
		if v == nil {
			continue
		}
		part.values[i] = v.kids[j]
		before, exists := in.part(i, part.path)
		known = known && (exists || in == nil)
		unchanged = unchanged && exists && (before != nil && v.kids[j].isUnchanged(before) || before == nil && v.kids[j].isZero())
	}
	if o.part == After && in != nil && !p.writes.fields.mayChangeField(p.fn.Obj, fieldVar(elemOf(o.goType), f.Name)) {
		unchanged = true
	}
	if unchanged || part.isZero() && (o.part != After || !known) {
		return
	}
	if p.external && !token.IsExported(f.Name) {
		p.note(part, "the field is not exported")
		return
	}
	part.want = p.fields.claim(o.want + syntax.Capitalize(f.Name))
	p.observe(part)
}

// any reports whether f holds for the value of some case.
func (o *observation) any(f func(*value) bool) bool {
	return slices.ContainsFunc(o.values, func(v *value) bool { return v != nil && f(v) })
}

func isKnown(*value) bool { return true }

func isNotNil(v *value) bool { return !v.isNil }

// isZero reports whether o is zero in all cases.
func (o *observation) isZero() bool {
	return !o.any(func(v *value) bool { return !v.isZero() })
}

// part returns the value that input in of case i had at a path such as after.f.g. It returns
// nil and true if the field was left zero, and false if no struct on the path had the field.
func (in *inputField) part(i int, path string) (v *value, ok bool) {
	if in == nil {
		return nil, false
	}
	v = in.values[i]
	for _, name := range strings.Split(path, ".")[1:] {
		if v = v.unwrapped(); v.typ.Kind == input.Choice {
			return nil, false
		}
		if v.typ.Kind == input.Pointer {
			if v.isNil {
				return nil, false
			}
			v = v.kids[0]
		}
		k := slices.Index(v.names, name)
		if k < 0 {
			return nil, true
		}
		v = v.kids[k]
	}
	return v, true
}

func elemOf(t types.Type) types.Type {
	if p, ok := underlying(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func fieldVar(t types.Type, name string) *types.Var {
	for f := range underlying(t).(*types.Struct).Fields() {
		if f.Name() == name {
			return f
		}
	}
	panic("testgen: BUG: no field " + name)
}
