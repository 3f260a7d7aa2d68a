package symexec

import (
	"fmt"
	"go/types"
	"regexp"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/term"
)

// kind is the kind of a type in compiled instructions.
type kind uint8

const (
	kBool kind = iota
	kInt8
	kInt16
	kInt32
	kInt64
	kUint8
	kUint16
	kUint32
	kUint64
	kFloat32
	kFloat64
	kComplex64
	kComplex128
	kString
	kPointer // includes unsafe.Pointer
	kFunc
	kMap
	kChan
	kSlice
	kInterface
	kArray
	kStruct
	kTuple
	kOpaque // iterators and the stack of deferred calls
)

var kindSorts = [...]term.Sort{
	kBool: term.BoolSort,
	kInt8: term.Signed(8), kInt16: term.Signed(16), kInt32: term.Signed(32), kInt64: term.Signed(64),
	kUint8: term.Unsigned(8), kUint16: term.Unsigned(16), kUint32: term.Unsigned(32), kUint64: term.Unsigned(64),
	kFloat32: term.Floating(32), kFloat64: term.Floating(64),
	kComplex64: term.Floating(32), kComplex128: term.Floating(64),
}

func (k kind) integer() bool { return kInt8 <= k && k <= kUint64 }
func (k kind) signed() bool  { return kInt8 <= k && k <= kInt64 }
func (k kind) float() bool   { return k == kFloat32 || k == kFloat64 }
func (k kind) complex() bool { return k == kComplex64 || k == kComplex128 }
func (k kind) scalar() bool  { return k <= kFloat64 }

// part returns the kind of the real and imaginary parts of a complex kind.
func (k kind) part() kind {
	if k == kComplex64 {
		return kFloat32
	}
	return kFloat64
}

// bits returns the width of an integer in bits.
func (k kind) bits() uint { return 8 << ((uint(k) - uint(kInt8)) & 3) }

// maxInt returns the largest integer of kind k.
func (k kind) maxInt() uint64 {
	if k.signed() {
		return 1<<(k.bits()-1) - 1
	}
	return 1<<k.bits() - 1
}

// wrap returns number as a value of an integer kind: sign-extended or zero-extended from the width
// of k.
func (k kind) wrap(number uint64) uint64 {
	switch k {
	case kInt8:
		return uint64(int64(int8(number)))
	case kInt16:
		return uint64(int64(int16(number)))
	case kInt32:
		return uint64(int64(int32(number)))
	case kUint8:
		return uint64(uint8(number))
	case kUint16:
		return uint64(uint16(number))
	case kUint32:
		return uint64(uint32(number))
	}
	return number
}

// An rtype is the machine's form of a type. Identical types have the same rtype.
type rtype struct {
	goType types.Type // the type in package go/types
	kind   kind
	size   int    // in cells
	length int    // number of elements of an array
	elem   *rtype // type of the elements of a pointer, slice, array, map or channel; nil until it is needed
	fields []rfield
	id     int // number of the type in the table

	methods map[string]*function // methods by methodKey.id
	named   *types.Named
}

// An rfield is a field of a struct.
type rfield struct {
	offset int // index of the first cell in the struct
	typ    *rtype
	blank  bool
}

// A typeTable holds the rtypes of a program.
type typeTable struct {
	byType typeutil.Map
	all    []*rtype
}

// rtypeOf returns the rtype of t.
func (tt *typeTable) rtypeOf(t types.Type) *rtype {
	t = types.Unalias(t)
	if r := tt.byType.At(t); r != nil {
		return r.(*rtype)
	}
	r := &rtype{goType: t, size: 1, id: len(tt.all)}
	tt.byType.Set(t, r)
	tt.all = append(tt.all, r)
	r.named, _ = t.(*types.Named)
	tt.fill(r)
	return r
}

func (tt *typeTable) fill(r *rtype) {
	switch u := r.goType.Underlying().(type) {
	case *types.Basic:
		r.kind = basicKind(u)
		if r.kind.complex() {
			r.size = 2
		}
	case *types.Pointer:
		r.kind = kPointer
	case *types.Signature:
		r.kind = kFunc
	case *types.Map:
		r.kind = kMap
	case *types.Chan:
		r.kind = kChan
	case *types.Slice:
		r.kind, r.size = kSlice, 3
	case *types.Interface:
		r.kind, r.size = kInterface, 2
	case *types.Array:
		r.kind, r.length = kArray, int(u.Len())
		r.elem = tt.rtypeOf(u.Elem())
		r.size = r.length * r.elem.size
	case *types.Struct:
		r.kind, r.size = kStruct, 0
		for i := range u.NumFields() {
			f := rfield{offset: r.size, typ: tt.rtypeOf(u.Field(i).Type()), blank: u.Field(i).Name() == "_"}
			r.fields = append(r.fields, f)
			r.size += f.typ.size
		}
	case *types.Tuple:
		r.kind, r.size = kTuple, 0
		for i := range u.Len() {
			f := rfield{offset: r.size, typ: tt.rtypeOf(u.At(i).Type())}
			r.fields = append(r.fields, f)
			r.size += f.typ.size
		}
	default:
		r.kind = kOpaque
	}
}

// target returns the rtype of the elements of a pointer, slice, map or channel.
func (tt *typeTable) target(r *rtype) *rtype {
	if r.elem == nil {
		switch u := r.goType.Underlying().(type) {
		case *types.Pointer:
			r.elem = tt.rtypeOf(u.Elem())
		case *types.Slice:
			r.elem = tt.rtypeOf(u.Elem())
		case *types.Map:
			r.elem = tt.rtypeOf(u.Elem())
		case *types.Chan:
			r.elem = tt.rtypeOf(u.Elem())
		}
	}
	return r.elem
}

// field returns a field of a struct by its name.
func (t *rtype) field(name string) (rfield, bool) {
	u := t.goType.Underlying().(*types.Struct)
	for i := range u.NumFields() {
		if u.Field(i).Name() == name {
			return t.fields[i], true
		}
	}
	return rfield{}, false
}

// fieldOf returns a field of a struct that must have it.
func fieldOf(t *rtype, name string) rfield {
	f, ok := t.field(name)
	if !ok {
		panic("symexec: BUG: " + t.String() + " has no field " + name)
	}
	return f
}

var basicKinds = map[types.BasicKind]kind{
	types.Bool: kBool, types.UntypedBool: kBool, types.String: kString, types.UntypedString: kString,
	types.Int8: kInt8, types.Int16: kInt16, types.Int32: kInt32, types.UntypedRune: kInt32,
	types.Int: kInt64, types.Int64: kInt64, types.UntypedInt: kInt64,
	types.Uint8: kUint8, types.Uint16: kUint16, types.Uint32: kUint32,
	types.Uint: kUint64, types.Uint64: kUint64, types.Uintptr: kUint64,
	types.Float32: kFloat32, types.Float64: kFloat64, types.UntypedFloat: kFloat64,
	types.Complex64: kComplex64, types.Complex128: kComplex128, types.UntypedComplex: kComplex128,
	types.UnsafePointer: kPointer, types.UntypedNil: kPointer,
}

func basicKind(b *types.Basic) kind {
	if k, ok := basicKinds[b.Kind()]; ok {
		return k
	}
	return kOpaque
}

// emptyInterface matches the empty interface as package types prints it.
var emptyInterface = regexp.MustCompile(`interface\{\}|(^|[^.\w])any\b`)

// String returns the name of the type as the runtime prints it, whichever of the identical types goType is.
func (r *rtype) String() string {
	s := types.TypeString(r.goType, func(p *types.Package) string { return p.Name() })
	return emptyInterface.ReplaceAllString(s, "${1}interface {}")
}

// incomparable reports whether values of the type cannot be compared, and the name of the
// component type that prevents it.
func (r *rtype) incomparable() (string, bool) {
	switch r.kind {
	case kFunc, kMap, kSlice:
		return r.String(), true
	case kArray:
		return r.elem.incomparable()
	case kStruct:
		for _, f := range r.fields {
			if s, bad := f.typ.incomparable(); bad {
				return s, true
			}
		}
	}
	return "", false
}

func (k kind) String() string { return fmt.Sprintf("kind %d", uint8(k)) }

func (m *machine) byteType() *rtype { return m.types.rtypeOf(types.Typ[types.Uint8]) }
