package symexec

import (
	"go/types"

	"nearmiss/term"
)

// A cell is one word of memory or of a register. The static type of the reader determines the
// content:
//
//		bool, integers   n as term.Sort.Wrap leaves it, r nil; or r a *term.Term
//		floats           n the bits of a float64, r nil; or r a *term.Term
//		complex          two cells of floats
//		string           r a *str, n offset and length in it; the empty one has no r;
//		                 or r an *openStr, if the length is a term
//		pointer          r a *object, n the cell in it; nil has no r
//		slice            a pointer, the length, the capacity; length and capacity may be terms
//		map, chan, func  r a *hashmap, *channel, *closure; nil has no r
//		interface        r a *rtype, nil for none; then the value if it has one
//	                 cell, else a pointer to an object that is never changed
//		array, struct    the cells of the elements, in order
//
// The zero value of every type is therefore cells of zeros.
type cell struct {
	n uint64
	r any
}

func word(n uint64) cell { return cell{n: n} }

func truth(b bool) cell {
	if b {
		return cell{n: 1}
	}
	return cell{}
}

// An object is a variable in memory, made by new, make or a composite literal.
type object struct {
	cells    []cell
	epoch    uint32   // number of the run that made the object or saved it in the undo log; 0 for the initial state
	typ      *rtype   // type of the variable; of an element, if the object has the elements of a slice
	elements *unbuilt // elements that are not built yet; nil for an object without them
}

// A str holds the bytes of one or more strings.
type str struct {
	concrete string
	terms    []*term.Term // by byte: its term, nil for a byte in concrete; terms itself is nil if all bytes are concrete
	obj      *object      // the same bytes as an object, made when they are used as a slice
}

// strBits is the number of bits of the length in the cell of a string; the bits above are the
// offset.
const strBits = 32

// makeStr returns a concrete string.
func makeStr(s string) cell {
	if s == "" {
		return cell{}
	}
	return cell{n: uint64(len(s)), r: &str{concrete: s}}
}

func strOff(c cell) int { return int(c.n >> strBits) }

func strLen(c cell) int {
	if _, isOpen := c.r.(*openStr); isOpen {
		panic("symexec: BUG: the length of a string is open")
	}
	return int(c.n & (1<<strBits - 1))
}

// strData returns the bytes that a string is part of.
func strData(c cell) *str {
	if _, isOpen := c.r.(*openStr); isOpen {
		panic("symexec: BUG: the length of a string is open")
	}
	return c.r.(*str)
}

// substr returns s[lo:hi].
func substr(c cell, lo, hi int) cell {
	if lo == hi {
		return cell{}
	}
	strData(c) // panics if the length of the string is open
	return cell{n: uint64(strOff(c)+lo)<<strBits | uint64(hi-lo), r: c.r}
}

// concreteStr returns the bytes of a string if its bytes and its length are concrete.
func concreteStr(c cell) (string, bool) {
	if c.r == nil {
		return "", true
	}
	d, isClosed := c.r.(*str)
	if !isClosed {
		_ = c.r.(*openStr) // panics if the cell is no string
		return "", false
	}
	lo, n := strOff(c), strLen(c)
	for _, t := range d.symbolic(lo, n) {
		if t != nil {
			return "", false
		}
	}
	return d.concrete[lo : lo+n], true
}

func (d *str) symbolic(lo, n int) []*term.Term {
	if d.terms == nil {
		return nil
	}
	return d.terms[lo : lo+n]
}

// byteAt returns byte i of a string.
func byteAt(c cell, i int) cell {
	d := strData(c)
	i += strOff(c)
	if d.terms != nil && d.terms[i] != nil {
		return cell{r: d.terms[i]}
	}
	return cell{n: uint64(d.concrete[i])}
}

// strOfCells makes a string from bytes.
func strOfCells(cells []cell) cell {
	if len(cells) == 0 {
		return cell{}
	}
	b := make([]byte, len(cells))
	var terms []*term.Term
	for i := range cells {
		if t, ok := cells[i].r.(*term.Term); ok {
			if terms == nil {
				terms = make([]*term.Term, len(cells))
			}
			terms[i] = t
			continue
		}
		b[i] = byte(cells[i].n)
	}
	return cell{n: uint64(len(b)), r: &str{concrete: string(b), terms: terms}}
}

// appendCells appends the bytes of the string c to dst, a cell for each.
func appendCells(dst []cell, c cell) []cell {
	if c.r == nil {
		return dst
	}
	d := strData(c)
	lo, n := strOff(c), strLen(c)
	terms := d.symbolic(lo, n)
	for i := range n {
		if terms != nil && terms[i] != nil {
			dst = append(dst, cell{r: terms[i]})
			continue
		}
		dst = append(dst, cell{n: uint64(d.concrete[lo+i])})
	}
	return dst
}

// A closure is a function value.
type closure struct {
	fn   *function
	free []cell
}

// An iterator ranges over a string or a map.
type iterator struct {
	s   cell
	m   *hashmap
	pos int // index of the next entry or byte
}

// box returns a value of type t as an interface.
func (m *machine) box(t *rtype, cells []cell) (c [2]cell, ok bool) {
	c[0].r = t
	switch t.size {
	case 0:
	case 1:
		c[1] = cells[0]
	default:
		o := m.alloc(t, t.size)
		if o == nil {
			return c, false
		}
		copy(o.cells, cells)
		c[1].r = o
	}
	return c, true
}

// unbox returns the value in an interface that holds a t. The caller must not change it.
func unbox(t *rtype, payload cell) []cell {
	switch t.size {
	case 0:
		return nil
	case 1:
		return []cell{payload}
	}
	return payload.r.(*object).cells
}

func (m *machine) makeIface(r []cell, in *instr) bool {
	t := in.aux.(*rtype)
	if t.size == 1 {
		r[in.dst+1] = r[in.a]
		r[in.dst] = cell{r: t}
		return true
	}
	c, ok := m.box(t, r[in.a:int(in.a)+t.size])
	copy(r[in.dst:], c[:])
	return ok
}

// typeAssert executes x.(T).
func (m *machine) typeAssert(regs []cell, in *instr) bool {
	a := in.aux.(*assertion)
	if isUnknown(regs[in.a]) {
		return m.rejectUnusable(regs[in.a])
	}
	typ := referent[rtype](regs[in.a])
	payload := regs[in.a+1]
	var holds bool
	iface, toIface := a.to.goType.Underlying().(*types.Interface)
	if toIface {
		holds = typ != nil && m.satisfies(typ, a.to, iface)
	} else {
		holds = typ == a.to
	}
	if !holds && !a.commaOk {
		return m.throwAssertion(a, typ, iface)
	}
	dst := regs[in.dst:]
	count := a.to.size
	switch {
	case !holds:
		clear(dst[:count])
	case toIface:
		dst[0], dst[1] = cell{r: typ}, payload
	case count == 1:
		dst[0] = payload
	default:
		copy(dst[:count], unbox(typ, payload))
	}
	if a.commaOk {
		dst[count] = truth(holds)
	}
	return true
}

// satisfies reports whether a dynamic type implements an interface.
func (m *machine) satisfies(t, to *rtype, i *types.Interface) bool {
	if i.NumMethods() == 0 {
		return true
	}
	key := [2]int{t.id, to.id}
	v, ok := m.satisfied[key]
	if !ok {
		v = types.Implements(t.goType, i)
		m.satisfied[key] = v
	}
	return v
}

// throwAssertion panics with the message of a failed type assertion.
func (m *machine) throwAssertion(a *assertion, typ *rtype, iface *types.Interface) bool {
	text := "interface conversion: "
	switch from := a.from.String(); {
	case typ == nil && iface != nil:
		text += "interface is nil, not " + a.to.String()
	case typ == nil:
		text += from + " is nil, not " + a.to.String()
	case iface == nil:
		text += from + " is " + typ.String() + ", not " + a.to.String()
	default:
		missing, _ := types.MissingMethod(typ.goType, iface, true)
		text += typ.String() + " is not " + a.to.String() + ": missing method " + missing.Name()
	}
	return m.throwPlain(text)
}
