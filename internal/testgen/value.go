package testgen

import (
	"cmp"
	"go/types"
	"math"
	"slices"

	"nearmiss/input"
)

// maxNodes bounds the number of parts, bytes of strings included, of the values that one decoder
// reads.
const maxNodes = 1 << 16

// value is one decoded value: the words of a vector in the shape of their type, with the Go
// type from the package under test.
type value struct {
	typ       *input.Type
	goType    types.Type // the Go type that the shape was made from
	word      uint64     // Bool, Int, Uint, Float; real part of a Complex; index of an alternative, for a Choice or Dynamic, or of an Earlier; why ChannelContents end; 0 for a zero Sealed
	imag      uint64
	text      string // String, message of an Error, text of a Sealed
	textKnown bool   // of a Sealed: text is known
	isNil     bool   // nil Slice, Map, Pointer, Error, Opaque, Dynamic
	leftOut   bool   // left out by the worker; for an Error, only its message is
	keys      []*value
	kids      []*value // elements, fields, map values, the target of a pointer, arguments of an alternative
	names     []string // of the fields in kids
	steps     []*value // of a Choice: calls on the value

	source    *value // of an Earlier: the value or step whose call returned it
	usedLater bool   // an Earlier refers to the result of this value or step
}

// decoder reads values from words; past the end it reads zeros.
type decoder struct {
	words []uint64
	pos   int
	nodes int

	returned map[string][]*value // by type: the results of the calls decoded so far
}

func (d *decoder) next() uint64 {
	if d.pos >= len(d.words) {
		return 0
	}
	w := d.words[d.pos]
	d.pos++
	return w
}

func (d *decoder) length(w uint64) (int, error) {
	if w > maxNodes || d.nodes+int(w) > maxNodes {
		return 0, errTooLarge
	}
	d.nodes += int(w)
	return int(w), nil
}

// read decodes one value of type t.
func (d *decoder) read(t *input.Type) (*value, error) {
	if d.nodes++; d.nodes > maxNodes {
		return nil, errTooLarge
	}
	v := &value{typ: t, goType: goTypeOf(t)}
	switch t.Kind {
	case input.Bool:
		v.word = d.next() & 1
	case input.Int:
		shift := 64 - t.Bits
		v.word = uint64(int64(d.next()<<shift) >> shift)
	case input.Uint:
		shift := 64 - t.Bits
		v.word = d.next() << shift >> shift
	case input.Float:
		v.word = narrow(d.next(), t.Bits == 32)
	case input.Complex:
		v.word = narrow(d.next(), t.Bits == 64)
		v.imag = narrow(d.next(), t.Bits == 64)
	case input.String:
		return v, d.readText(v)
	case input.Error:
		w := d.next()
		v.isNil, v.leftOut = w == 0, w > 1
		if w == 1 {
			return v, d.readText(v)
		}
	case input.Opaque:
		v.isNil = d.next() == 0
	case input.Dynamic:
		return v, d.readDynamic(v)
	case input.ChannelContents:
		return v, d.readChannelContents(v)
	case input.Sealed:
		return v, d.readSealed(v)
	case input.Choice:
		return v, d.readChoice(v)
	case input.Earlier:
		return v, d.readEarlier(v)
	default:
		return v, d.readParts(v)
	}
	return v, nil
}

func narrow(w uint64, half bool) uint64 {
	if half {
		return math.Float64bits(float64(float32(math.Float64frombits(w))))
	}
	return w
}

func (d *decoder) readText(v *value) error {
	w := d.next()
	if v.leftOut = w == input.Cut; v.leftOut {
		return nil
	}
	n, err := d.length(w)
	if err != nil {
		return err
	}
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(d.next())
	}
	v.text = string(b)
	return nil
}

func (d *decoder) readParts(v *value) error {
	switch v.typ.Kind {
	case input.Struct:
		return d.readFields(v, v.typ.Fields)
	case input.Array:
		return d.readList(v, v.typ.Len)
	}
	w := d.next()
	if v.isNil, v.leftOut = w == 0, w == input.Cut; v.isNil || v.leftOut {
		return nil
	}
	n, err := d.length(w - 1)
	switch {
	case err != nil:
		return err
	case v.typ.Kind == input.Map:
		return d.readMap(v, n)
	case v.typ.Kind == input.Pointer:
		n = 1
	}
	return d.readList(v, n)
}

func (d *decoder) readList(v *value, n int) error {
	if n > maxNodes {
		return errTooLarge
	}
	v.kids = make([]*value, n)
	for i := range v.kids {
		kid, err := d.read(v.typ.Elem)
		if err != nil {
			return err
		}
		v.kids[i] = kid
	}
	return nil
}

// readFields reads the named fields of a struct, or the arguments of an alternative.
func (d *decoder) readFields(v *value, fields []input.Field) error {
	for _, f := range fields {
		kid, err := d.read(f.Type)
		if err != nil {
			return err
		}
		v.kids, v.names = append(v.kids, kid), append(v.names, f.Name)
	}
	return nil
}

// readMap reads n entries and sorts them by key. Of a duplicate key it keeps the last value, as
// the decoder in the worker does.
func (d *decoder) readMap(v *value, n int) error {
	for range n {
		k, err := d.read(v.typ.Key)
		if err != nil {
			return err
		}
		e, err := d.read(v.typ.Elem)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(v.keys, func(o *value) bool { return o.sameKey(k) })
		if at >= 0 {
			v.kids[at] = e
			continue
		}
		v.keys, v.kids = append(v.keys, k), append(v.kids, e)
	}
	order := make([]int, len(v.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return v.keys[i].compare(v.keys[j]) })
	keys, kids := make([]*value, len(order)), make([]*value, len(order))
	for i, o := range order {
		keys[i], kids[i] = v.keys[o], v.kids[o]
	}
	v.keys, v.kids = keys, kids
	return nil
}

func underlying(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// compare orders values of one type. It returns 0 only for identical values.
func (v *value) compare(o *value) int {
	if v.typ.Kind == input.Int && v.word != o.word {
		return cmp.Compare(int64(v.word), int64(o.word))
	}
	if v.typ.Kind == input.Float && v.word != o.word {
		if v.float() < o.float() {
			return -1
		}
		if v.float() > o.float() {
			return 1
		}
	}
	c := slices.Compare([]uint64{boolWord(v.isNil), boolWord(v.leftOut), boolWord(v.textKnown), v.word, v.imag}, []uint64{boolWord(o.isNil), boolWord(o.leftOut), boolWord(o.textKnown), o.word, o.imag})
	c = cmp.Or(c, cmp.Compare(v.text, o.text))
	for _, parts := range [...][2][]*value{{v.keys, o.keys}, {v.kids, o.kids}, {v.steps, o.steps}} {
		if c == 0 {
			c = slices.CompareFunc(parts[0], parts[1], (*value).compare)
		}
	}
	return c
}

// isUnchanged reports whether v, read after a call, equals the value before the call. The value
// before may have fewer fields; the missing fields were zero.
func (v *value) isUnchanged(before *value) bool {
	if v.typ.Kind == input.Dynamic {
		return v.holdsSameValue(before)
	}
	before = before.unwrapped()
	if before.typ.Kind == input.Choice { // of the value before, only whether it is nil is known
		return v.isNil && before.isNil || v.typ.Kind == input.Opaque && v.isNil == before.isNil
	}
	if v.typ.Kind == input.Sealed && before.typ.Kind == input.Struct { // the input left the opaque struct zero
		return v.isZero()
	}
	if v.typ.Kind != before.typ.Kind || v.isNil != before.isNil || v.leftOut {
		return false
	}
	if v.typ.Kind == input.Struct {
		for i, k := range v.kids {
			if j := slices.Index(before.names, v.names[i]); j >= 0 && !k.isUnchanged(before.kids[j]) || j < 0 && !k.isZero() {
				return false
			}
		}
		return true
	}
	if len(v.kids) == 0 {
		return v.compare(before) == 0
	}
	return slices.EqualFunc(v.keys, before.keys, (*value).isUnchanged) && slices.EqualFunc(v.kids, before.kids, (*value).isUnchanged)
}

// isUnreadable reports whether v is a struct that is not known to be zero and of which the
// worker reads at most a text. Structs of package sync are assumed to be at rest.
func (v *value) isUnreadable() bool {
	if v.typ.Kind == input.Sealed {
		return !v.isZero()
	}
	if v.typ.Kind != input.Struct || v.typ.Hidden == 0 || len(v.typ.Fields) > 0 {
		return false
	}
	named, ok := types.Unalias(v.goType).(*types.Named)
	return !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "sync"
}

// isUnwritable reports whether v has no literal: a non-nil function, channel, interface or
// error, a struct that cannot be read, or a value that was too large or too deep to report.
func (v *value) isUnwritable() bool {
	return v.leftOut || (v.typ.Kind == input.Error || v.typ.Kind == input.Opaque) && !v.isNil || v.isUnreadable()
}

// sameKey reports whether two keys of a map are equal: like compare, but the two zeros are
// equal and NaN equals nothing. Two non-nil pointers are never equal.
func (v *value) sameKey(o *value) bool {
	switch v.typ.Kind {
	case input.Float:
		return v.float() == o.float()
	case input.Complex:
		return v.float() == o.float() && math.Float64frombits(v.imag) == math.Float64frombits(o.imag)
	case input.Pointer:
		return v.isNil && o.isNil
	case input.Struct, input.Array:
		return slices.EqualFunc(v.kids, o.kids, (*value).sameKey)
	}
	return v.compare(o) == 0
}

func boolWord(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (v *value) float() float64 { return math.Float64frombits(v.word) }

// isZero reports whether v is the zero value of its type.
func (v *value) isZero() bool {
	if v.leftOut {
		return false
	}
	switch v.typ.Kind {
	case input.Slice, input.Map, input.Pointer, input.Error, input.Opaque, input.Choice, input.Dynamic, input.ChannelContents:
		return v.isNil
	case input.Sealed:
		return v.word == 0
	}
	if v.word != 0 || v.imag != 0 || v.text != "" {
		return false
	}
	return !slices.ContainsFunc(v.kids, func(k *value) bool { return !k.isZero() })
}

// anyPart reports whether f holds for v or for a value inside it.
func (v *value) anyPart(f func(*value) bool) bool {
	if f(v) {
		return true
	}
	return slices.ContainsFunc(v.keys, func(k *value) bool { return k.anyPart(f) }) ||
		slices.ContainsFunc(v.kids, func(k *value) bool { return k.anyPart(f) }) ||
		slices.ContainsFunc(v.steps, func(k *value) bool { return k.anyPart(f) })
}

func (v *value) isNaN() bool {
	f := v.typ.Kind == input.Float || v.typ.Kind == input.Complex
	return f && (math.IsNaN(v.float()) || math.IsNaN(math.Float64frombits(v.imag)))
}

func (v *value) isNegZero() bool {
	return v.typ.Kind == input.Float && v.word == 1<<63
}

// isBinary reports whether v is a list of bytes some of which are not printable characters. A
// list prints all its bytes in the same notation.
func (v *value) isBinary() bool {
	some := false
	for _, k := range v.kids {
		b, ok := k.goType.(*types.Basic)
		if !ok || b.Name() != "byte" || v.typ.Kind != input.Slice && v.typ.Kind != input.Array {
			return false
		}
		text, ok := charText(k)
		some = some || k.word != 0 && (!ok || text[0] != '\'')
	}
	return some
}
