package symexec

import (
	"go/token"
	"math"

	"nearmiss/term"
)

func (m *machine) builtinCall(f *frame, operands *call, args, dst []cell) bool {
	switch operands.builtin {
	case "len", "cap":
		return m.length(operands, args, dst)
	case "append":
		return m.appendTo(operands, args, dst)
	case "copy":
		return m.copyTo(operands, args, dst)
	case "delete":
		h := referent[hashmap](args[0])
		key := operands.types[1]
		id, ok := m.findKey(h, key, args[1:1+key.size])
		if ok {
			m.remove(h, id)
		}
		return ok
	case "clear":
		return m.clearAll(operands, args)
	case "close":
		return m.closeChan(args[0])
	case "min", "max":
		return m.extreme(operands, args, dst)
	case "real":
		dst[0] = args[0]
	case "imag":
		dst[0] = args[1]
	case "complex":
		dst[0], dst[1] = args[0], args[1]
	case "recover":
		m.recovered(f, dst)
	case "panic":
		return m.raise([2]cell(args[:2]), "")
	case "print", "println":
	case "ssa:wrapnilchk":
		if args[0].r == nil {
			s, _ := concreteStr(args[1])
			name, _ := concreteStr(args[2])
			return m.throwPlain("value method " + s + "." + name + " called using nil *" + afterLastDot(s) + " pointer")
		}
		dst[0] = args[0]
	case "ssa:deferstack":
		dst[0] = cell{r: f}
	default:
		return m.unsafeBuiltin(operands, args, dst)
	}
	return true
}

func afterLastDot(s string) string {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return s[i+1:]
		}
	}
	return s
}

// unsafeBuiltin calls a builtin of package unsafe.
func (m *machine) unsafeBuiltin(operands *call, args, dst []cell) bool {
	switch operands.builtin {
	case "SliceData":
		dst[0] = args[0]
	case "StringData":
		if s := fullText(args[0]); s.r != nil {
			dst[0] = cell{n: uint64(strOff(s)), r: m.bytesOf(strData(s))}
		} else {
			dst[0] = cell{}
		}
	case "String", "Slice":
		if size := m.types.target(operands.types[0]).size; args[0].r != nil && m.lengthWithin(args[1], m.capacityFrom(args[0], size)) {
			return m.openAt(operands, args, dst)
		}
		count, ok := m.allocSize(operands.types[1].kind, args[1], 1, "unsafe."+operands.builtin+": len")
		if !ok {
			return false
		}
		if operands.builtin == "Slice" {
			dst[0], dst[1], dst[2] = args[0], word(uint64(count)), word(uint64(count))
			if o, ok := args[0].r.(*object); ok {
				size := uint64(m.types.target(operands.types[0]).size)
				return m.buildElements(o, args[0].n, args[0].n+uint64(count)*size)
			}
			return true
		}
		v, ok := m.readSlice([]cell{args[0], word(uint64(count))}, 1)
		if ok {
			dst[0] = strOfCells(v)
		}
		return ok
	case "Sizeof": // the operand's type is a type parameter
		dst[0] = word(uint64(m.prog.sizes.Sizeof(operands.types[0].goType)))
	case "Add":
		return m.addBytes(args, dst, operands.types[1].kind)
	default:
		return m.stopAt(Unsupported, "the builtin "+operands.builtin)
	}
	return true
}

// openAt makes a string or a slice from a pointer and a symbolic length.
func (m *machine) openAt(c *call, args, dst []cell) (ok bool) {
	if c.builtin == "Slice" {
		dst[0], dst[1], dst[2] = args[0], args[1], args[1]
		return true
	}
	dst[0], ok = m.bytesToOpenText(args)
	return ok
}

// addBytes moves a pointer by a number of bytes within memory whose elements have one size.
func (m *machine) addBytes(args, dst []cell, k kind) bool {
	number, ok := m.concretize(k, args[1])
	if !ok {
		return false
	}
	dst[0] = args[0]
	if number == 0 {
		return true
	}
	o, ok := args[0].r.(*object)
	if !ok || o.typ == nil {
		return m.stopAt(Unsupported, "arithmetic on addresses")
	}
	t := scalarAt(o.typ)
	if t == nil || t.size != 1 {
		return m.stopAt(Unsupported, "arithmetic on addresses")
	}
	size := m.prog.sizes.Sizeof(t.goType)
	if int64(number)%size != 0 {
		return m.stopAt(Unsupported, "arithmetic on addresses")
	}
	dst[0].n += uint64(int64(number) / size)
	return true
}

func (m *machine) length(operands *call, args, dst []cell) bool {
	typ := operands.types[0]
	if isUnknown(args[0]) {
		return m.rejectUnusable(args[0])
	}
	switch typ.kind {
	case kString:
		dst[0] = textLen(args[0])
	case kSlice:
		dst[0] = args[1+b2i(operands.builtin == "cap")]
	case kArray:
		dst[0] = word(uint64(typ.length))
	case kPointer:
		dst[0] = word(uint64(m.types.target(typ).length))
	case kMap:
		h := referent[hashmap](args[0])
		dst[0] = word(uint64(h.len()))
	case kChan:
		ch := referent[channel](args[0])
		switch {
		case ch == nil:
			dst[0] = cell{}
		case operands.builtin == "cap":
			dst[0] = word(uint64(ch.cap))
		default:
			dst[0] = word(uint64(len(ch.buf)))
		}
	}
	return true
}

// appendTo executes append(s, t...). The capacity of the result is that of Go (see growth).
func (m *machine) appendTo(c *call, args, dst []cell) bool {
	t := c.types[0]
	elem := m.types.target(t)
	added, count, ok := m.appendedElems(c, args, elem)
	if !ok {
		return false
	}
	if count == 0 {
		copy(dst, args[:3])
		return true
	}
	room := m.capacityFrom(args[0], elem.size)
	length, ok := m.settledCount(args[1], room)
	if !ok {
		return false
	}
	limit, ok := m.settledCount(args[2], room)
	if !ok {
		return false
	}
	args[1], args[2] = word(length), word(limit)
	old, capacity := int(length), int(limit)
	if old+count <= capacity {
		p := args[0]
		p.n += uint64(old * elem.size)
		if !m.storeTo(p, added) {
			return false
		}
		dst[0], dst[1], dst[2] = args[0], word(uint64(old+count)), args[2]
		return true
	}
	grown := m.growth(elem, capacity, old+count)
	was, ok := m.readSlice(args, elem.size)
	if !ok {
		return false
	}
	o := m.alloc(elem, grown*elem.size)
	if o == nil {
		return false
	}
	copy(o.cells, was)
	copy(o.cells[old*elem.size:], added)
	dst[0], dst[1], dst[2] = cell{r: o}, word(uint64(old+count)), word(uint64(grown))
	return true
}

// appendedElems returns the cells of the elements that append appends, and the number of elements.
func (m *machine) appendedElems(c *call, args []cell, elem *rtype) (added []cell, n int, ok bool) {
	if c.types[1].kind == kString {
		s, ok := m.settleText(args[3])
		if !ok {
			return nil, 0, false
		}
		return appendCells(nil, s), strLen(s), true
	}
	length, ok := m.settledCount(args[4], m.capacityFrom(args[3], elem.size))
	if !ok {
		return nil, 0, false
	}
	added, ok = m.readSlice([]cell{args[3], word(length)}, elem.size)
	return added, int(length), ok
}

// copyTo executes copy.
func (m *machine) copyTo(c *call, args, dst []cell) bool {
	elem := m.types.target(c.types[0])
	length, ok := m.settledCount(args[1], m.capacityFrom(args[0], elem.size))
	if !ok {
		return false
	}
	count := int(length)
	var from []cell
	if c.types[1].kind == kString {
		s, ok := m.settleText(args[3])
		if !ok {
			return false
		}
		count = min(count, strLen(s))
		from = appendCells(nil, substr(s, 0, count))
	} else {
		if length, ok = m.settledCount(args[4], m.capacityFrom(args[3], elem.size)); !ok {
			return false
		}
		count = min(count, int(length))
		v, ok := m.readSlice([]cell{args[3], word(uint64(count))}, elem.size)
		if !ok {
			return false
		}
		from = v
	}
	if len(dst) > 0 {
		dst[0] = word(uint64(count))
	}
	return count == 0 || m.storeTo(args[0], from)
}

func (m *machine) clearAll(c *call, args []cell) bool {
	if c.types[0].kind == kMap {
		h := referent[hashmap](args[0])
		m.clearMap(h)
		return true
	}
	size := m.types.target(c.types[0]).size
	length, ok := m.settledCount(args[1], m.capacityFrom(args[0], size))
	if !ok {
		return false
	}
	n := int(length) * size
	return n == 0 || m.storeTo(args[0], make([]cell, n))
}

// recovered executes recover.
func (m *machine) recovered(f *frame, dst []cell) {
	if len(dst) > 0 {
		dst[0], dst[1] = cell{}, cell{}
	}
	if f.owner == nil || f.owner.unwinding == nil {
		return
	}
	p := f.owner.unwinding
	if p.recovered || p.goexit {
		return
	}
	p.recovered = true
	if len(dst) > 0 {
		copy(dst[:2], p.value[:])
	}
}

// extreme executes min and max.
func (m *machine) extreme(c *call, args, dst []cell) bool {
	op, rel := token.LSS, term.LT
	if c.builtin == "max" {
		op, rel = token.GTR, term.GT
	}
	best := args[0]
	k := c.types[0].kind
	for _, x := range args[1:] {
		switch {
		case k == kString:
			less, ok := m.relateStrings(rel, x, best)
			if !ok {
				return false
			}
			side := less.n != 0
			if t, ok := less.r.(*term.Term); ok {
				if side, ok = m.branch(m.currentSite(), t, true); !ok {
					return false
				}
			}
			if side {
				best = x
			}
		case best.r == nil && x.r == nil:
			best = word(extremeWord(k, op, best.n, x.n))
		case k.float():
			return m.extremeFloat(k, op, args, dst)
		default:
			a, b := m.termOf(k, x), m.termOf(k, best)
			best = cellOf(m.builder.If(m.builder.Compare(rel, a, b), a, b))
		}
	}
	dst[0] = best
	return true
}

func extremeWord(k kind, op token.Token, x, y uint64) uint64 {
	if k.float() {
		a, b := math.Float64frombits(x), math.Float64frombits(y)
		if op == token.LSS {
			return math.Float64bits(min(a, b))
		}
		return math.Float64bits(max(a, b))
	}
	if holdsForInts(op, k.signed(), y, x) {
		return y
	}
	return x
}

// extremeFloat executes min and max of symbolic floats. It branches on whether two operands are in
// the relation < or >; if not (they are equal, or one is NaN), they become concrete.
func (m *machine) extremeFloat(k kind, op token.Token, args, dst []cell) bool {
	best := args[0]
	rel, _ := term.RelOf(op)
	for _, x := range args[1:] {
		a, b := m.termOf(k, best), m.termOf(k, x)
		plain := m.builder.Either(m.builder.Compare(term.LT, a, b), m.builder.Compare(term.GT, a, b))
		if side, ok := m.branch(m.currentSite(), plain, true); !ok {
			return false
		} else if side {
			best = cellOf(m.builder.If(m.builder.Compare(rel, b, a), b, a))
			continue
		}
		p, ok := m.concretize(k, best)
		if !ok {
			return false
		}
		q, ok := m.concretize(k, x)
		if !ok {
			return false
		}
		best = word(extremeWord(k, op, p, q))
	}
	dst[0] = best
	return true
}
