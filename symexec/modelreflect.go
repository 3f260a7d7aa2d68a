package symexec

import (
	"go/types"
	"reflect"
)

// reflectModels are the few things that packages want of reflection without
// looking further: how long a slice is, and to exchange two of its elements.
func reflectModels() map[string]Model {
	return map[string]Model{
		"internal/reflectlite.Swapper":     swapper,
		"internal/reflectlite.ValueOf":     reflectValue,
		"(internal/reflectlite.Value).Len": reflectLen,
	}
}

// reflectValue keeps the type and the word of an interface in the first two
// words of a Value.
func reflectValue(c *Call) bool {
	c.Results[0], c.Results[1], c.Results[2] = c.Args[0], c.Args[1], cell{}
	return true
}

func reflectLen(c *Call) bool {
	t, ok := c.Args[0].r.(*rtype)
	if !ok {
		return c.valueError("reflect.Value.Len", nil)
	}
	switch v := unbox(t, c.Args[1]); t.kind {
	case kSlice:
		c.Results[0] = v[1]
	case kString:
		c.Results[0] = textLen(v[0])
	case kArray:
		c.Results[0] = word(uint64(t.length))
	case kMap:
		h, _ := v[0].r.(*hashmap)
		c.Results[0] = word(uint64(h.len()))
	default:
		return c.valueError("reflect.Value.Len", t)
	}
	return true
}

// valueError panics as reflection does on a value of the wrong kind.
func (c *Call) valueError(method string, t *rtype) bool {
	e := c.m.types.of(c.fn.ssa.Pkg.Type("ValueError").Type())
	o := c.m.alloc(e, e.size)
	if o == nil {
		return false
	}
	o.cells[fieldOf(e, "Method").off] = makeStr(method)
	if t != nil {
		o.cells[fieldOf(e, "Kind").off] = word(uint64(t.reflectKind()))
	}
	return c.m.raise([2]cell{{r: c.m.types.of(types.NewPointer(e.t))}, {r: o}}, "")
}

// reflectKind is the kind of a type by its number in package reflect.
func (t *rtype) reflectKind() reflect.Kind {
	if b, ok := t.t.Underlying().(*types.Basic); ok {
		switch b.Kind() {
		case types.Int:
			return reflect.Int
		case types.Uint:
			return reflect.Uint
		case types.Uintptr:
			return reflect.Uintptr
		case types.UnsafePointer:
			return reflect.UnsafePointer
		}
	}
	return reflectKinds[t.kind]
}

var reflectKinds = [...]reflect.Kind{
	kBool: reflect.Bool, kInt8: reflect.Int8, kInt16: reflect.Int16, kInt32: reflect.Int32, kInt64: reflect.Int64,
	kUint8: reflect.Uint8, kUint16: reflect.Uint16, kUint32: reflect.Uint32, kUint64: reflect.Uint64,
	kFloat32: reflect.Float32, kFloat64: reflect.Float64, kComplex64: reflect.Complex64, kComplex128: reflect.Complex128,
	kString: reflect.String, kPointer: reflect.Pointer, kFunc: reflect.Func, kMap: reflect.Map, kChan: reflect.Chan,
	kSlice: reflect.Slice, kInterface: reflect.Interface, kArray: reflect.Array, kStruct: reflect.Struct,
	kTuple: reflect.Invalid, kOpaque: reflect.Invalid,
}

// swapper returns a function that exchanges elements i and j of a slice.
func swapper(c *Call) bool {
	t, ok := c.Args[0].r.(*rtype)
	if !ok || t.kind != kSlice {
		return c.valueError("Swapper", t)
	}
	s := append([]cell(nil), unbox(t, c.Args[1])...)
	n, ok := c.m.count(s[1], c.m.room(s[0], c.m.types.target(t).size))
	if !ok {
		return false
	}
	if s[1] = word(n); s[0].r != nil {
		if _, ok = c.m.readSlice(s, c.m.types.target(t).size); !ok {
			return false
		}
	}
	w := &swapping{s: s, elem: c.m.types.target(t)}
	exchange := &function{name: "a function of reflectlite.Swapper", ssa: c.fn.ssa, ready: true, recover: -1, model: w.exchange}
	c.Results[0] = cell{r: &closure{fn: exchange}}
	return true
}

// A swapping exchanges elements of a slice.
type swapping struct {
	s    []cell
	elem *rtype
}

func (w *swapping) exchange(c *Call) bool {
	var at [2][]cell
	size := uint64(w.elem.size)
	for k := range at {
		i, ok := c.m.concretize(kInt64, c.Args[k], becauseIndex)
		if !ok {
			return false
		}
		if i >= closed(w.s[1]) {
			return w.outside(c, i)
		}
		if at[k] = c.m.writable(cell{n: w.s[0].n + i*size, r: w.s[0].r}, int(size)); at[k] == nil {
			return false
		}
	}
	for k := range size {
		at[0][k], at[1][k] = at[1][k], at[0][k]
	}
	return true
}

// outside panics about an index. Slices of one word's elements are indexed in
// Go, others by reflection.
func (w *swapping) outside(c *Call, i uint64) bool {
	size := c.m.prog.sizes.Sizeof(w.elem.t)
	plain := w.elem.kind == kString || size == 8 || !w.elem.pointers() && (size == 4 || size == 2 || size == 1)
	if plain && closed(w.s[1]) > 1 {
		return c.m.throwIndex(kInt64, i, closed(w.s[1]))
	}
	return c.m.panicString("reflect: slice index out of range")
}

// pointers reports whether values of a type hold pointers.
func (t *rtype) pointers() bool {
	switch t.kind {
	case kArray:
		return t.length > 0 && t.elem.pointers()
	case kStruct, kTuple:
		for _, f := range t.fields {
			if f.typ.pointers() {
				return true
			}
		}
		return false
	}
	return !t.kind.scalar() && !t.kind.complex()
}
