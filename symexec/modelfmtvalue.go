package symexec

import (
	"fmt"
	"go/token"
	"go/types"
	"math"
	"reflect"
	"strings"
	"unsafe"

	"golang.org/x/tools/go/ssa"
)

// operand is an interface as a value of this process: plain values are
// themselves, others know how to print themselves.
func (p *printing) operand(a [2]cell) any {
	t, ok := a[0].r.(*rtype)
	if !ok {
		return nil
	}
	v := unbox(t, a[1])
	if _, basic := t.t.(*types.Basic); basic && (t.kind != kString || !isSymbolic(t, v)) {
		return p.plain(t, v)
	}
	return &operand{p: p, t: t, v: v}
}

// plain is a basic value; a named type is gone.
func (p *printing) plain(t *rtype, v []cell) any {
	x := reflect.New(hostBasic(t)).Elem()
	p.set(x, t, v, true)
	return x.Interface()
}

var basicTypes = [...]reflect.Type{
	kBool: reflect.TypeFor[bool](), kInt8: reflect.TypeFor[int8](), kInt16: reflect.TypeFor[int16](), kInt32: reflect.TypeFor[int32](),
	kInt64: reflect.TypeFor[int64](), kUint8: reflect.TypeFor[uint8](), kUint16: reflect.TypeFor[uint16](), kUint32: reflect.TypeFor[uint32](),
	kUint64: reflect.TypeFor[uint64](), kFloat32: reflect.TypeFor[float32](), kFloat64: reflect.TypeFor[float64](),
	kComplex64: reflect.TypeFor[complex64](), kComplex128: reflect.TypeFor[complex128](), kString: reflect.TypeFor[string](),
	kPointer: reflect.TypeFor[*byte](),
}

// An operand prints a value of the program.
type operand struct {
	p *printing
	t *rtype
	v []cell
}

// Format implements fmt.Formatter.
func (o *operand) Format(s fmt.State, verb rune) {
	p := o.p
	if p.why != "" || p.m.over() {
		return
	}
	if p.has(o.t, "Format") {
		p.why = "a Formatter"
		return
	}
	goSyntax := s.Flag('#') && verb == 'v'
	names := []string{"Error", "String"}
	if goSyntax {
		names = []string{"GoString"}
	}
	if goSyntax || strings.ContainsRune("vsxXq", verb) {
		for _, name := range names {
			if p.m.textMethod(o.t, name) != nil {
				o.byMethod(s, verb, name, goSyntax)
				return
			}
		}
	}
	if o.t.kind != kString || !p.asItIs(s, verb, o.v[0]) {
		o.byValue(s, verb, goSyntax)
	}
}

// byMethod prints what a method returns, or what it panics with.
func (o *operand) byMethod(s fmt.State, verb rune, name string, goSyntax bool) {
	m := o.p.m
	r, panics := m.try(m.function(m.textMethod(o.t, name)), nil, o.v)
	switch {
	case m.over():
		return
	case panics != nil && o.t.kind == kPointer && o.v[0].r == nil:
		fmt.Fprint(s, "<nil>")
		return
	case panics != nil:
		text := panics.text
		if text == "" {
			text = m.describe(panics.value)
		}
		fmt.Fprintf(s, "%%!%c(PANIC=%s method: %s)", verb, name, text)
		return
	}
	if !goSyntax && o.p.asItIs(s, verb, r[0]) {
		return
	}
	text, ok := m.concretizeString(r[0], becauseText)
	switch {
	case !ok:
	case goSyntax:
		fmt.Fprint(s, text)
	default:
		fmt.Fprintf(s, fmt.FormatString(s, verb), text)
	}
}

// try calls a function to its end and catches a panic. Without results and
// without a panic the path has ended.
func (m *machine) try(fn *function, free, args []cell) (results []cell, p *panicking) {
	if m.ready(fn); fn.code == nil || len(m.g.frames) >= m.limits.Calls {
		results, _ = m.call(fn, free, args)
		return results, nil
	}
	m.enter(fn, args, free).stop = true
	if m.loop() && m.end == nil {
		last := len(m.g.panics) - 1
		p = m.g.panics[last]
		m.g.panics = m.g.panics[:last]
		return nil, p
	}
	return m.results, nil
}

// byValue prints the value itself.
func (o *operand) byValue(s fmt.State, verb rune, goSyntax bool) {
	t := o.p.hostType(o.t, true, 0)
	if t == nil {
		return
	}
	if goSyntax && o.t.kind >= kArray {
		o.p.why = "%#v of a value with types of its own"
		return
	}
	x := reflect.New(t).Elem()
	o.p.set(x, o.t, o.v, true)
	if o.p.why != "" || o.p.m.over() {
		return
	}
	text := fmt.Sprintf(fmt.FormatString(s, verb), x.Interface())
	bad := fmt.Sprintf("%%!%c(%s=", verb, t)
	if rest, ok := strings.CutPrefix(text, bad); ok && o.t.kind <= kString {
		text = fmt.Sprintf("%%!%c(%s=%s", verb, qualified(o.t.t), rest)
	} else if strings.Contains(text, fmt.Sprintf("%%!%c(", verb)) && !o.p.unnamed(o.t, 0) {
		o.p.why = "a verb that does not fit a named type"
		return
	}
	fmt.Fprint(s, text)
}

// textMethod is the method of a type that returns a string of noEffect, if it
// has one of that name.
func (m *machine) textMethod(t *rtype, name string) *ssa.Function {
	sel := m.prog.ssa.MethodSets.MethodSet(t.t).Lookup(nil, name)
	if sel == nil {
		return nil
	}
	sig := sel.Type().(*types.Signature)
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.String]) {
		return nil
	}
	return m.prog.ssa.MethodValue(sel)
}

// has reports whether a type has a method.
func (p *printing) has(t *rtype, name string) bool {
	return p.m.prog.ssa.MethodSets.MethodSet(t.t).Lookup(nil, name) != nil
}

// own reports whether fmt calls methods of a type.
func (p *printing) own(t *rtype) bool {
	for _, name := range []string{"Error", "String", "GoString", "Format"} {
		if p.has(t, name) {
			return true
		}
	}
	return false
}

// hostType is a type of this process that prints like t. Methods are called
// only where fields are exported all the way.
func (p *printing) hostType(t *rtype, visible bool, depth int) reflect.Type {
	if depth > 0 && visible && p.own(t) {
		return reflect.TypeFor[*operand]()
	}
	switch t.kind {
	case kPointer:
		if to := p.m.types.target(t); depth == 0 && to != nil && (to.kind == kStruct || to.kind == kArray || to.kind == kSlice || to.kind == kMap) {
			if e := p.hostType(to, visible, depth+1); e != nil {
				return reflect.PointerTo(e)
			}
			return nil
		}
		return basicTypes[kPointer]
	case kSlice, kArray:
		e := p.hostType(p.m.types.target(t), visible, depth+1)
		switch {
		case e == nil:
			return nil
		case t.kind == kSlice:
			return reflect.SliceOf(e)
		}
		return reflect.ArrayOf(t.length, e)
	case kStruct:
		return p.hostStruct(t, visible, depth)
	case kInterface:
		return reflect.TypeFor[any]()
	case kMap, kChan, kFunc, kTuple, kOpaque:
		p.why = "a value of type " + t.String()
		return nil
	}
	return hostBasic(t)
}

// hostBasic is the basic type below t.
func hostBasic(t *rtype) reflect.Type {
	switch t.reflectKind() {
	case reflect.Int:
		return reflect.TypeFor[int]()
	case reflect.Uint:
		return reflect.TypeFor[uint]()
	case reflect.Uintptr:
		return reflect.TypeFor[uintptr]()
	}
	return basicTypes[t.kind]
}

// unnamed reports whether no part of t has a name that a format without a fit
// would show.
func (p *printing) unnamed(t *rtype, depth int) bool {
	switch t.kind {
	case kArray, kSlice:
		return p.unnamed(p.m.types.target(t), depth+1)
	case kPointer:
		return depth == 0 && p.m.types.target(t) != nil && p.unnamed(p.m.types.target(t), depth+1)
	case kStruct:
		for _, f := range t.fields {
			if !p.unnamed(f.typ, depth+1) {
				return false
			}
		}
		return true
	}
	_, basic := t.basic()
	return basic
}

func (p *printing) hostStruct(t *rtype, visible bool, depth int) reflect.Type {
	u := t.t.Underlying().(*types.Struct)
	fields := make([]reflect.StructField, u.NumFields())
	for i := range fields {
		f := u.Field(i)
		shown := visible && token.IsExported(f.Name())
		e := p.hostType(t.fields[i].typ, shown, depth+1)
		if e == nil || f.Name() == "_" {
			p.why = "a value of type " + t.String()
			return nil
		}
		fields[i] = reflect.StructField{Name: f.Name(), Type: e}
		if !token.IsExported(f.Name()) {
			fields[i].PkgPath = "symexec"
		}
	}
	return reflect.StructOf(fields)
}

// set gives x, which is of the type that hostType chose, a value.
func (p *printing) set(x reflect.Value, t *rtype, v []cell, visible bool) {
	if x.Type() == reflect.TypeFor[*operand]() {
		x.Set(reflect.ValueOf(&operand{p: p, t: t, v: v}))
		return
	}
	switch k := t.kind; {
	case k.scalar():
		n, ok := p.m.concretize(k, v[0], becauseText)
		if ok {
			setScalar(x, k, n)
		}
	case k.complex():
		a, ok := p.m.concretize(k.part(), v[0], becauseText)
		if !ok {
			return
		}
		b, _ := p.m.concretize(k.part(), v[1], becauseText)
		x.SetComplex(complex(math.Float64frombits(a), math.Float64frombits(b)))
	case k == kString:
		if s, ok := p.m.concretizeString(v[0], becauseText); ok {
			x.SetString(s)
		}
	case k == kStruct:
		for i, f := range t.fields {
			field := x.Field(i)
			field = reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem()
			p.set(field, f.typ, v[f.off:f.off+f.typ.size], visible && x.Type().Field(i).IsExported())
		}
	case k == kArray:
		for i := range t.length {
			p.set(x.Index(i), t.elem, v[i*t.elem.size:(i+1)*t.elem.size], visible)
		}
	case k == kInterface:
		p.setInterface(x, v, visible)
	default:
		p.setReference(x, t, v, visible)
	}
}

func setScalar(x reflect.Value, k kind, n uint64) {
	switch {
	case k == kBool:
		x.SetBool(n != 0)
	case k.signed():
		x.SetInt(int64(n))
	case k.integer():
		x.SetUint(n)
	default:
		x.SetFloat(math.Float64frombits(n))
	}
}

// setInterface sets x to what an interface holds.
func (p *printing) setInterface(x reflect.Value, v []cell, visible bool) {
	t, ok := v[0].r.(*rtype)
	if !ok {
		return
	}
	if visible {
		x.Set(reflect.ValueOf(p.operand([2]cell(v))))
		return
	}
	if e := p.hostType(t, false, 1); e != nil {
		y := reflect.New(e).Elem()
		p.set(y, t, unbox(t, v[1]), false)
		x.Set(y)
	}
}

// setReference sets x to a slice, or to a pointer that is printed as what it
// leads to. Any other one is an address, unless it is nil.
func (p *printing) setReference(x reflect.Value, t *rtype, v []cell, visible bool) {
	if v[0].r == nil {
		return
	}
	to := p.m.types.target(t)
	switch {
	case t.kind == kSlice:
		cells, ok := p.m.readSlice(v, to.size)
		if !ok {
			return
		}
		n := len(cells)
		if to.size > 0 {
			n /= to.size
		} else {
			n = int(closed(v[1]))
		}
		x.Set(reflect.MakeSlice(x.Type(), n, n))
		for i := range n {
			p.set(x.Index(i), to, cells[i*to.size:(i+1)*to.size], visible)
		}
	case t.kind == kPointer && x.Type() != basicTypes[kPointer]:
		cells := p.m.variable(v[0], to.size)
		if cells == nil {
			return
		}
		x.Set(reflect.New(x.Type().Elem()))
		p.set(x.Elem(), to, cells, visible)
	default:
		p.why = "an address"
	}
}
