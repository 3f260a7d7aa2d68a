package symexec

import (
	"go/types"
	"reflect"
	"slices"
)

// reflectModels are the functions of packages reflect and internal/reflectlite that read the
// compiler's type tables or access parts of memory. A *abi.Type is a reference to the machine's
// rtype. A reflect.Value consists, as in Go, of a type, a pointer to memory with the value, and
// flags. All other functions of both packages, and all packages that use them, run unchanged.
func reflectModels() map[string]model {
	table := map[string]model{
		"(*internal/abi.Type).Kind":      ofType(func(_ *machine, t *rtype) cell { return word(uint64(t.reflectKind())) }),
		"(*internal/abi.Type).Size":      ofType(func(m *machine, t *rtype) cell { return word(uint64(m.prog.sizes.Sizeof(t.goType))) }),
		"(*internal/abi.Type).Pointers":  ofType(func(_ *machine, t *rtype) cell { return truth(t.pointers()) }),
		"(*internal/abi.Type).HasName":   ofType(func(_ *machine, t *rtype) cell { return truth(t.hasName()) }),
		"(*internal/abi.Type).Len":       ofType(func(_ *machine, t *rtype) cell { return word(uint64(t.length)) }),
		"(*internal/abi.Type).Elem":      ofType(elemOf),
		"(*internal/abi.Type).NumMethod": ofType(methodsOf),

		"(*reflect.rtype).NumField":               ofType(func(_ *machine, t *rtype) cell { return word(uint64(len(t.fields))) }),
		"(*reflect.rtype).Field":                  fieldType,
		"(reflect.Value).Field":                   fieldValue,
		"(reflect.Value).NumField":                ofType(func(_ *machine, t *rtype) cell { return word(uint64(len(t.fields))) }),
		"(reflect.Value).Index":                   indexValue,
		"(reflect.Value).lenNonSlice":             lenValue,
		"(internal/reflectlite.Value).Len":        lenValue,
		"internal/reflectlite.Swapper":            swapper,
		"(*reflect.rtype).String":                 ofType(nameOf),
		"(internal/reflectlite.rtype).String":     ofType(nameOf),
		"(*reflect.rtype).NumMethod":              ofType(methodsOf),
		"(internal/reflectlite.rtype).NumMethod":  ofType(methodsOf),
		"(*reflect.rtype).Comparable":             ofType(comparableType),
		"(internal/reflectlite.rtype).Comparable": ofType(comparableType),
	}
	for _, pkg := range []string{"reflect", "internal/reflectlite"} {
		table[pkg+".unpackEface"] = valueOf
		table[pkg+".packEface"] = packValue
		table["("+pkg+".Value).Elem"] = elemValue
		table[pkg+".implements"] = implements
		table[pkg+".directlyAssignable"] = assignable
		table[pkg+".unsafe_New"] = newVariable
		table[pkg+".typedmemmove"] = moveVariable
	}
	return table
}

// ofType models a function of a type. A Value begins with its type, so methods of Value work
// too.
func ofType(f func(m *machine, t *rtype) cell) model {
	return func(c *modelCall) bool {
		t, ok := c.args[0].r.(*rtype)
		if !ok {
			return c.machine.badPointer(c.args[0])
		}
		c.results[0] = f(c.machine, t)
		return true
	}
}

func elemOf(m *machine, t *rtype) cell {
	if e := m.types.target(t); e != nil {
		return cell{r: e}
	}
	return cell{}
}

func nameOf(_ *machine, t *rtype) cell { return makeStr(t.String()) }

func comparableType(_ *machine, t *rtype) cell {
	_, bad := t.incomparable()
	return truth(!bad)
}

func methodsOf(m *machine, t *rtype) cell {
	if i, ok := t.goType.Underlying().(*types.Interface); ok {
		return word(uint64(i.NumMethods()))
	}
	n, list := 0, m.prog.ssa.MethodSets.MethodSet(t.goType)
	for i := range list.Len() {
		n += b2i(list.At(i).Obj().Exported())
	}
	return word(uint64(n))
}

// hasName reports whether a type is defined or predeclared.
func (t *rtype) hasName() bool {
	_, basic := t.goType.(*types.Basic)
	return basic || t.named != nil
}

// Flags of a Value, above the bits of its kind.
const (
	flagSticky   = 1 << 5 // obtained through an unexported field
	flagEmbedded = 1 << 6 // obtained through an unexported embedded field
	flagIndirect = 1 << 7
	flagAddress  = 1 << 8 // the value is addressable
)

// returnValue returns a Value of type t at pointer p.
func (c *modelCall) returnValue(t *rtype, p cell, flags uint64) bool {
	c.results[0], c.results[1] = cell{r: t}, p
	c.results[2] = word(uint64(t.reflectKind()) | flagIndirect | flags)
	return true
}

// valueOf makes a Value from an interface.
func valueOf(call *modelCall) bool {
	typ := referent[rtype](call.args[0])
	if typ == nil {
		clear(call.results[:3])
		return true
	}
	if typ.size > 1 { // a boxed value is never changed
		return call.returnValue(typ, call.args[1], 0)
	}
	o := call.machine.alloc(typ, typ.size)
	if o == nil {
		return false
	}
	copy(o.cells, unbox(typ, call.args[1]))
	return call.returnValue(typ, cell{r: o}, 0)
}

// value returns the memory of a Value, or nil after a panic.
func (c *modelCall) value() (t *rtype, cells []cell) {
	t = referent[rtype](c.args[0])
	if t == nil || c.args[2].n&flagIndirect == 0 {
		c.machine.badPointer(c.args[0])
		return nil, nil
	}
	return t, c.machine.variable(c.args[1], t.size)
}

// packValue makes an interface from a Value.
func packValue(c *modelCall) bool {
	t, cells := c.value()
	if cells == nil {
		return false
	}
	v, ok := c.machine.box(t, cells)
	copy(c.results, v[:])
	return ok
}

// elemValue models Value.Elem of an interface or a pointer.
func elemValue(call *modelCall) bool {
	typ, cells := call.value()
	if cells == nil {
		return false
	}
	readOnly := call.args[2].n & (flagSticky | flagEmbedded)
	switch {
	case typ.kind == kInterface:
		call.args = cells[:2]
		ok := valueOf(call)
		if call.results[0].r != nil {
			call.results[2].n |= readOnly
		}
		return ok
	case typ.kind != kPointer || typ.reflectKind() != reflect.Pointer:
		return call.runBody()
	case cells[0].r == nil:
		clear(call.results[:3])
		return true
	}
	return call.returnValue(call.machine.types.target(typ), cells[0], readOnly|flagAddress)
}

// fieldValue models Value.Field.
func fieldValue(call *modelCall) bool {
	typ, _ := call.args[0].r.(*rtype)
	i, ok := call.word(3, kInt64)
	if !ok {
		return false
	}
	if typ == nil || typ.kind != kStruct || i >= uint64(len(typ.fields)) {
		return call.runBody()
	}
	flags := call.args[2].n & (flagSticky | flagAddress)
	if f := typ.goType.Underlying().(*types.Struct).Field(int(i)); !f.Exported() && f.Embedded() {
		flags |= flagEmbedded
	} else if !f.Exported() {
		flags |= flagSticky
	}
	f := typ.fields[i]
	return call.returnValue(f.typ, cell{n: call.args[1].n + uint64(f.offset), r: call.args[1].r}, flags)
}

// fieldType models Type.Field.
func fieldType(call *modelCall) bool {
	t, _ := call.args[0].r.(*rtype)
	i, ok := call.word(1, kInt64)
	if !ok {
		return false
	}
	if t == nil || t.kind != kStruct || i >= uint64(len(t.fields)) {
		return call.runBody()
	}
	out := call.machine.types.rtypeOf(call.fn.ssa.Signature.Results().At(0).Type())
	clear(call.results[:out.size])
	f := t.goType.Underlying().(*types.Struct).Field(int(i))
	call.results[fieldOf(out, "Name").offset] = makeStr(f.Name())
	call.results[fieldOf(out, "Anonymous").offset] = truth(f.Embedded())
	if !f.Exported() {
		call.results[fieldOf(out, "PkgPath").offset] = makeStr(f.Pkg().Path())
	}
	typ := call.results[fieldOf(out, "Type").offset:]
	typ[0], typ[1] = cell{r: call.machine.types.rtypeOf(types.NewPointer(call.fn.ssa.Pkg.Type("rtype").Type()))}, cell{r: t.fields[i].typ}
	return true
}

// indexValue models Value.Index of an array or a slice.
func indexValue(call *modelCall) bool {
	typ, cells := call.value()
	if cells == nil {
		return false
	}
	flags, pointer, number := call.args[2].n&(flagSticky|flagEmbedded), call.args[1], uint64(typ.length)
	if flags != 0 {
		flags = flagSticky
	}
	ok := true
	switch typ.kind {
	case kArray:
		flags |= call.args[2].n & flagAddress
	case kSlice:
		flags |= flagAddress
		pointer = cells[0]
		number, ok = call.machine.settledCount(cells[1], call.machine.capacityFrom(pointer, call.machine.types.target(typ).size))
	default:
		return call.runBody()
	}
	if !ok {
		return false
	}
	i, ok := call.word(3, kInt64)
	if !ok {
		return false
	}
	if i >= number {
		return call.machine.panicString("reflect: " + typ.reflectKind().String() + " index out of range")
	}
	e := call.machine.types.target(typ)
	pointer.n += i * uint64(e.size)
	if o, ok := pointer.r.(*object); ok && !call.machine.buildElements(o, pointer.n, pointer.n+uint64(e.size)) {
		return false
	}
	return call.returnValue(e, pointer, flags)
}

// lenValue models Value.Len.
func lenValue(call *modelCall) bool {
	t, cells := call.value()
	if cells == nil {
		return false
	}
	switch t.kind {
	case kString:
		call.results[0] = textLen(cells[0])
	case kArray:
		call.results[0] = word(uint64(t.length))
	case kMap:
		call.results[0] = word(uint64(referent[hashmap](cells[0]).len()))
	default:
		return call.runBody()
	}
	return true
}

// implements reports whether a type, the second argument, implements an interface.
func implements(c *modelCall) bool {
	to, t := c.args[0].r.(*rtype), c.args[1].r.(*rtype)
	i, ok := to.goType.Underlying().(*types.Interface)
	c.results[0] = truth(ok && c.machine.satisfies(t, to, i))
	return true
}

// assignable reports whether a value of a type, the second argument, can be assigned to the
// first type without a conversion to an interface.
func assignable(c *modelCall) bool {
	to, t := c.args[0].r.(*rtype), c.args[1].r.(*rtype)
	c.results[0] = truth(t == to || to.kind != kInterface && types.AssignableTo(t.goType, to.goType))
	return true
}

func newVariable(c *modelCall) bool {
	t := c.args[0].r.(*rtype)
	o := c.machine.alloc(t, t.size)
	c.results[0] = cell{r: o}
	return o != nil
}

// moveVariable copies a value of a type from the last argument to the second.
func moveVariable(c *modelCall) bool {
	from := c.machine.variable(c.args[2], c.args[0].r.(*rtype).size)
	return from != nil && c.machine.storeTo(c.args[1], from)
}

// reflectKind returns the kind of a type in package reflect.
func (t *rtype) reflectKind() reflect.Kind {
	if b, ok := t.goType.Underlying().(*types.Basic); ok {
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

// pointers reports whether values of a type contain pointers.
func (t *rtype) pointers() bool {
	switch t.kind {
	case kArray:
		return t.length > 0 && t.elem.pointers()
	case kStruct, kTuple:
		return slices.ContainsFunc(t.fields, func(f rfield) bool { return f.typ.pointers() })
	}
	return !t.kind.scalar() && !t.kind.complex()
}

// swapper returns a function that swaps elements i and j of a slice.
func swapper(call *modelCall) bool {
	t := referent[rtype](call.args[0])
	if t == nil || t.kind != kSlice {
		return call.runBody()
	}
	sliceCells := append([]cell(nil), unbox(t, call.args[1])...)
	size := call.machine.types.target(t).size
	number, ok := call.machine.settledCount(sliceCells[1], call.machine.capacityFrom(sliceCells[0], size))
	if !ok {
		return false
	}
	if _, ok = call.machine.readSlice(sliceCells, size); !ok { // builds the elements
		return false
	}
	exchange := func(c *modelCall) bool {
		var at [2][]cell
		for k := range at {
			i, ok := c.word(k, kInt64)
			if !ok {
				return false
			}
			if i >= number {
				return c.machine.panicString("reflect: slice index out of range")
			}
			if at[k] = c.machine.writable(cell{n: sliceCells[0].n + i*uint64(size), r: sliceCells[0].r}, size); at[k] == nil {
				return false
			}
		}
		for k := range size {
			at[0][k], at[1][k] = at[1][k], at[0][k]
		}
		return true
	}
	fn := &function{name: "a function of reflectlite.Swapper", ssa: call.fn.ssa, ready: true, recover: -1, model: exchange}
	call.results[0] = cell{r: &closure{fn: fn}}
	return true
}
