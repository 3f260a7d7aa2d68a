package term

import "math/bits"

// node is a term before it is made.
type node struct {
	op         Op
	sort       Sort
	ownPartial bool     // the operation may be undefined although its operands are defined
	numArgs    int      // number of operands
	args       [3]*Term // operands; only the first numArgs are used
	bits       uint64
	str        string
}

func unaryNode(op Op, s Sort, x *Term) node {
	return node{op: op, sort: s, numArgs: 1, args: [3]*Term{x}}
}

func binaryNode(op Op, s Sort, x, y *Term) node {
	return node{op: op, sort: s, numArgs: 2, args: [3]*Term{x, y}}
}

func ternaryNode(op Op, s Sort, x, y, z *Term) node {
	return node{op: op, sort: s, numArgs: 3, args: [3]*Term{x, y, z}}
}

// partial reports whether the term may be undefined.
func (n *node) partial() bool {
	for _, a := range n.args[:n.numArgs] {
		if a.Partial {
			return true
		}
	}
	return n.ownPartial
}

func (n *node) hash() uint32 {
	const k = 0x9e3779b97f4a7c15
	h := uint64(n.op)<<32 | uint64(n.sort.Kind)<<24 | uint64(n.sort.Bits)<<16 | uint64(n.sort.Elem)<<8 | uint64(n.sort.ElemBits)
	h = h*k ^ n.bits
	for _, a := range n.args[:n.numArgs] {
		hi, lo := bits.Mul64(h+uint64(a.ID)+1, k)
		h = hi ^ lo
	}
	for i := range len(n.str) {
		h = (h ^ uint64(n.str[i])) * k
	}
	hi, lo := bits.Mul64(h, k)
	return uint32(hi ^ lo)
}

// matches reports whether t is the term of n.
func (n *node) matches(t *Term, partial bool) bool {
	if t.Op != n.op || t.Sort != n.sort || t.Bits != n.bits || t.Partial != partial || t.Str != n.str {
		return false
	}
	for i, a := range t.Args {
		if a != n.args[i] {
			return false
		}
	}
	return true
}

// find returns the term of n, or nil.
func (b *Builder) find(n *node, hash uint32, partial bool) *Term {
	mask := uint32(len(b.table) - 1)
	for i := hash & mask; b.table[i] != nil; i = (i + 1) & mask {
		if t := b.table[i]; t.hash == hash && n.matches(t, partial) {
			return t
		}
	}
	return nil
}

// intern returns the term of n. It makes the term if it does not exist.
func (b *Builder) intern(n *node) *Term {
	h, partial := n.hash(), n.partial()
	if t := b.find(n, h, partial); t != nil {
		return t
	}
	expr := n.alloc()
	expr.Op, expr.Sort, expr.Partial, expr.Bits, expr.Str = n.op, n.sort, partial, n.bits, n.str
	expr.ID, expr.hash, expr.index, expr.builder = b.made, h, int32(len(b.terms)), b
	expr.Traits = expr.traits()
	if expr.Op == Slot {
		slot := int(expr.Bits)
		b.sorts = append(b.sorts, make([]Sort, max(0, slot+1-len(b.sorts)))...)
		b.sorts[slot] = expr.Sort
	}
	expr.listSlots()
	b.made++
	b.terms = append(b.terms, expr)
	if len(b.terms)*2 > len(b.table) {
		b.rehash(len(b.table) * 2)
	} else {
		b.insert(expr)
	}
	return expr
}

// insert adds a term to the table.
func (b *Builder) insert(t *Term) {
	mask := uint32(len(b.table) - 1)
	i := t.hash & mask
	for b.table[i] != nil {
		i = (i + 1) & mask
	}
	b.table[i] = t
}

// alloc allocates a term together with its operands.
func (n *node) alloc() *Term {
	switch n.numArgs {
	case 0:
		return new(Term)
	case 1:
		p := new(struct {
			Term
			args [1]*Term
		})
		p.args[0] = n.args[0]
		p.Args = p.args[:]
		return &p.Term
	case 2:
		p := new(struct {
			Term
			args [2]*Term
		})
		p.args = [2]*Term{n.args[0], n.args[1]}
		p.Args = p.args[:]
		return &p.Term
	}
	p := new(struct {
		Term
		args [3]*Term
	})
	p.args = n.args
	p.Args = p.args[:]
	return &p.Term
}

// rehash makes a table of a size with all terms.
func (b *Builder) rehash(size int) {
	b.table = make([]*Term, size)
	for _, t := range b.terms {
		b.insert(t)
	}
}

// Retain drops every term that the roots do not depend on. The other terms keep their IDs, and
// IDs are not reused. A dropped term keeps its value, but the builder will make another term
// equal to it.
func (b *Builder) Retain(roots ...*Term) {
	b.walk++
	for _, t := range roots {
		b.markReachable(t)
	}
	kept := b.terms[:0]
	for _, t := range b.terms {
		if t.mark == b.walk {
			t.index = int32(len(kept))
			kept = append(kept, t)
		} else {
			t.index = -1
		}
	}
	clear(b.terms[len(kept):])
	b.terms = kept
	b.shrunk++
	size := 64
	for size < 2*len(kept) {
		size *= 2
	}
	b.rehash(size)
}

// markReachable marks t and its subterms.
func (b *Builder) markReachable(t *Term) {
	if t.mark == b.walk {
		return
	}
	t.mark = b.walk
	for _, a := range t.Args {
		b.markReachable(a)
	}
}
