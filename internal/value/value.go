package value

import (
	"cmp"
	"go/types"
	"math"
	"slices"

	"nearmiss/input"
)

// GoTypeOf returns the Go type that a shape was made from, or nil if it is not known.
func GoTypeOf(t *input.Type) types.Type {
	gt, _ := t.Origin.(types.Type)
	return gt
}

// PointedParts returns the target of a pointer, or nil if there is none. It returns any other value
// unchanged.
func (v *Value) PointedParts() *Value {
	switch {
	case v == nil || v.Type.Kind != input.Pointer:
		return v
	case v.IsNil || v.LeftOut:
		return nil
	}
	return v.Kids[0]
}

// Value is one decoded value: the words of a vector in the shape of their type, with the Go
// type from the package under test.
type Value struct {
	Type      *input.Type
	GoType    types.Type // the Go type that the shape was made from
	Word      uint64     // Bool, Int, Uint, Float; real part of a Complex; index of an alternative, for a Choice or Dynamic, or of an Earlier; why ChannelContents end; 0 for a zero Sealed; of an Error, see IsForeign and Sentinel
	Imag      uint64
	Text      string // String, message of an Error, text of a Sealed
	TextKnown bool   // of a Sealed: text is known
	IsNil     bool   // nil Slice, Map, Pointer, Error, Opaque, Dynamic
	LeftOut   bool   // left out by the worker; for an Error, only its message is
	Keys      []*Value
	Kids      []*Value // elements, fields, map values, the target of a pointer, arguments of an alternative
	Names     []string // of the fields in kids
	Steps     []*Value // of a Choice: calls on the value

	Source    *Value // of an Earlier: the value or step whose call returned it
	UsedLater bool   // an Earlier refers to the result of this value or step
}

// Compare orders values of one type. It returns 0 only for identical values.
func (v *Value) Compare(o *Value) int {
	if v.Type.Kind == input.Int && v.Word != o.Word {
		return cmp.Compare(int64(v.Word), int64(o.Word))
	}
	if v.Type.Kind == input.Float && v.Word != o.Word {
		if v.Float() < o.Float() {
			return -1
		}
		if v.Float() > o.Float() {
			return 1
		}
	}
	c := slices.Compare([]uint64{BoolWord(v.IsNil), BoolWord(v.LeftOut), BoolWord(v.TextKnown), v.Word, v.Imag}, []uint64{BoolWord(o.IsNil), BoolWord(o.LeftOut), BoolWord(o.TextKnown), o.Word, o.Imag})
	c = cmp.Or(c, cmp.Compare(v.Text, o.Text))
	for _, parts := range [...][2][]*Value{{v.Keys, o.Keys}, {v.Kids, o.Kids}, {v.Steps, o.Steps}} {
		if c == 0 {
			c = slices.CompareFunc(parts[0], parts[1], (*Value).Compare)
		}
	}
	return c
}

// IsUnreadable reports whether v is a struct, or the hidden fields of one, that is not known to be zero
// and of which the worker reads at most a text.
func (v *Value) IsUnreadable() bool {
	return v.Type.Kind == input.Sealed && !v.IsZero() || v.Type.Kind == input.Struct && v.Type.Hidden > 0 && len(v.Type.Fields) == 0
}

// IsUnwritable reports whether v has no literal: a non-nil function, channel, interface or
// error, a struct that cannot be read, or a value that was too large or too deep to report.
func (v *Value) IsUnwritable() bool {
	return v.LeftOut || (v.Type.Kind == input.Error || v.Type.Kind == input.Opaque) && !v.IsNil || v.IsUnreadable()
}

// SameKey reports whether two keys of a map are equal: like compare, but the two zeros are
// equal and NaN equals nothing. Two non-nil pointers are never equal.
func (v *Value) SameKey(o *Value) bool {
	switch v.Type.Kind {
	case input.Float:
		return v.Float() == o.Float()
	case input.Complex:
		return v.Float() == o.Float() && math.Float64frombits(v.Imag) == math.Float64frombits(o.Imag)
	case input.Pointer:
		return v.IsNil && o.IsNil
	case input.Struct, input.Array:
		return slices.EqualFunc(v.Kids, o.Kids, (*Value).SameKey)
	}
	return v.Compare(o) == 0
}

// BoolWord returns the word of a bool.
func BoolWord(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// IsForeign reports whether v is an Error that the operating system or another module made, or that wraps one.
func (v *Value) IsForeign() bool { return v.Type.Kind == input.Error && v.Word&1 == 1 }

// Sentinel returns the index of the first sentinel that v, an Error, is or wraps, or -1.
func (v *Value) Sentinel() int { return int(v.Word>>1) - 1 }

// Float returns a Float, or the real part of a Complex.
func (v *Value) Float() float64 { return math.Float64frombits(v.Word) }

// IsZero reports whether v is the zero value of its type.
func (v *Value) IsZero() bool {
	if v.LeftOut {
		return false
	}
	switch v.Type.Kind {
	case input.Slice, input.Map, input.Pointer, input.Error, input.Opaque, input.Choice, input.Dynamic, input.ChannelContents:
		return v.IsNil
	case input.Sealed:
		return v.Word == 0
	}
	if v.Word != 0 || v.Imag != 0 || v.Text != "" {
		return false
	}
	return !slices.ContainsFunc(v.Kids, func(k *Value) bool { return !k.IsZero() })
}

// Readable returns a text, the message of an Error, or a list of bytes as a text; "" for other values.
func (v *Value) Readable() string {
	if e := v.Type.Elem; v.Type.Kind != input.Slice && v.Type.Kind != input.Array || e == nil || e.Kind != input.Uint || e.Bits != 8 {
		return v.Text
	}
	b := make([]byte, len(v.Kids))
	for i, k := range v.Kids {
		b[i] = byte(k.Word)
	}
	return string(b)
}

// AnyPart reports whether f holds for v or for a value inside it.
func (v *Value) AnyPart(f func(*Value) bool) bool {
	if f(v) {
		return true
	}
	return slices.ContainsFunc(v.Keys, func(k *Value) bool { return k.AnyPart(f) }) ||
		slices.ContainsFunc(v.Kids, func(k *Value) bool { return k.AnyPart(f) }) ||
		slices.ContainsFunc(v.Steps, func(k *Value) bool { return k.AnyPart(f) })
}

// IsNaN reports whether v, or a part of the complex number v, is not a number.
func (v *Value) IsNaN() bool {
	f := v.Type.Kind == input.Float || v.Type.Kind == input.Complex
	return f && (math.IsNaN(v.Float()) || math.IsNaN(math.Float64frombits(v.Imag)))
}
