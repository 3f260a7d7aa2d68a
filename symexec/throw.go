package symexec

import (
	"go/types"
	"math"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"nearmiss/term"
)

// throw panics with a runtime error. The panic prints "runtime error: " and message.
func (m *machine) throw(message string) bool {
	return m.throwAs(&m.errorString, "errorString", message, "runtime error: "+message)
}

// throwPlain panics with a runtime error. The panic prints text only.
func (m *machine) throwPlain(text string) bool {
	return m.throwAs(&m.plainError, "plainError", text, text)
}

func (m *machine) throwAs(t **rtype, name, value, text string) bool {
	return m.raise(m.runtimeError(t, name, value), text)
}

// runtimeError makes an error of one of the runtime's types.
func (m *machine) runtimeError(t **rtype, name, value string) [2]cell {
	if *t == nil {
		pkg := m.prog.ssa.ImportedPackage("runtime")
		if pkg == nil || pkg.Type(name) == nil {
			panic("symexec: BUG: package runtime has no " + name)
		}
		*t = m.types.rtypeOf(pkg.Type(name).Type())
	}
	return [2]cell{{r: *t}, makeStr(value)}
}

// mirrored is the prefix of the import paths of copied standard packages. A package from which the
// runtime is built is tested as such a copy.
const mirrored = "zznearmisstarget/"

// setLinked sets a variable of math/bits that the linker identifies with a variable of the
// runtime.
func (m *machine) setLinked(g *ssa.Global, target *object) {
	if g.Pkg == nil || strings.TrimPrefix(g.Pkg.Pkg.Path(), mirrored) != "math/bits" {
		return
	}
	text := ""
	switch g.Name() {
	case "overflowError":
		text = "integer overflow"
	case "divideError":
		text = "integer divide by zero"
	default:
		return
	}
	v := m.runtimeError(&m.errorString, "errorString", text)
	copy(target.cells, v[:])
}

// throwNil panics as the use of a nil pointer does.
func (m *machine) throwNil() bool {
	return m.throw("invalid memory address or nil pointer dereference")
}

// badPointer panics or ends the path because of a pointer that refers to no object.
func (m *machine) badPointer(p cell) bool {
	if p.r == nil && p.n == 0 {
		return m.throwNil()
	}
	if isUnknown(p) {
		return m.rejectUnusable(p)
	}
	return m.stopAt(Unsupported, "memory used as another type")
}

// uncaught ends the path with a panic that was not recovered.
func (m *machine) uncaught(p *panicking) {
	text := p.text
	pos := p.pos
	if text == "" {
		m.current.panics = nil
		m.running, m.reporting = false, m.opts.Bound > 0 // making the message is no part of the run
		text = m.describe(p.value)
	}
	if m.end == nil {
		k := Panicked
		if m.preparing {
			k = Unbuilt
		}
		m.end = &End{Kind: k, Detail: text, At: m.prog.position(pos)}
	}
}

// describe returns the value of a panic as fmt.Sprint prints it.
func (m *machine) describe(v [2]cell) string {
	t, _ := v[0].r.(*rtype)
	if t == nil {
		return "<nil>"
	}
	for _, name := range []string{"Error", "String"} {
		if s, ok := m.textOf(t, v[1], name); ok {
			return s
		}
	}
	return m.render(t, unbox(t, v[1]))
}

// textOf calls a method that returns a string, if the type has it.
func (m *machine) textOf(typ *rtype, payload cell, name string) (string, bool) {
	sel := m.prog.ssa.MethodSets.MethodSet(typ.goType).Lookup(nil, name)
	if sel == nil {
		return "", false
	}
	sig := sel.Type().(*types.Signature)
	if sig.Params().Len() != 0 || sig.Results().Len() != 1 || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.String]) {
		return "", false
	}
	f := m.prog.ssa.MethodValue(sel)
	if f == nil {
		return "", false
	}
	r, ok := m.call(m.functionOf(f), nil, unbox(typ, payload))
	if !ok {
		return "", false
	}
	s, _ := m.textUnderWitness(r[0])
	return s, true
}

// render returns a value as fmt prints it without its methods. It supports the types that
// programs usually panic with.
func (m *machine) render(typ *rtype, cells []cell) string {
	switch k := typ.kind; {
	case k == kBool:
		return strconv.FormatBool(m.wordUnderWitness(k, cells[0]) != 0)
	case k.signed():
		return strconv.FormatInt(int64(m.wordUnderWitness(k, cells[0])), 10)
	case k.integer():
		return strconv.FormatUint(m.wordUnderWitness(k, cells[0]), 10)
	case k.float():
		bits := 64
		if k == kFloat32 {
			bits = 32
		}
		return strconv.FormatFloat(math.Float64frombits(m.wordUnderWitness(k, cells[0])), 'g', -1, bits)
	case k == kString:
		s, _ := m.textUnderWitness(cells[0])
		return s
	case k == kStruct:
		var parts []string
		for _, f := range typ.fields {
			parts = append(parts, m.render(f.typ, cells[f.offset:f.offset+f.typ.size]))
		}
		return "{" + strings.Join(parts, " ") + "}"
	case k == kInterface:
		if d, ok := cells[0].r.(*rtype); ok {
			return m.render(d, unbox(d, cells[1]))
		}
		return "<nil>"
	}
	return "(" + typ.String() + ")"
}

// wordUnderWitness returns a scalar under the current witness.
func (m *machine) wordUnderWitness(k kind, c cell) uint64 {
	if t, ok := c.r.(*term.Term); ok {
		m.refreshWitness()
		bits, _ := m.witness.eval.Bits(m.asSort(t, kindSorts[k]))
		return bits
	}
	return c.n
}

// textUnderWitness returns a string under the current witness. ok is false if the string has
// symbolic bytes or a symbolic length.
func (m *machine) textUnderWitness(value cell) (s string, ok bool) {
	if s, ok := concreteStr(value); ok {
		return s, true
	}
	if o, isOpen := value.r.(*openStr); isOpen {
		n := m.wordUnderWitness(kInt64, cell{r: o.length})
		s, _ := m.textUnderWitness(substr(o.base, 0, int(n)))
		return s, false
	}
	b := make([]byte, strLen(value))
	for i := range b {
		b[i] = byte(m.wordUnderWitness(kUint8, byteAt(value, i)))
	}
	return string(b), false
}
