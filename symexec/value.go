package symexec

import (
	"nearmiss/term"
)

// A cell is one word of memory or of a register. What it holds is known from
// the static type of whoever looks:
//
//	bool, integers   n as term.Sort.Wrap leaves it, r nil; or r a *term.Term
//	floats           n the bits of a float64, r nil; or r a *term.Term
//	complex          two cells of floats
//	string           r a *str, n offset and length in it; the empty one has no r;
//	                 or r an *open, if the length is a term
//	pointer          r a *object, n the cell in it; nil has no r
//	slice            a pointer, the length, the capacity; the latter may be terms
//	map, chan, func  r a *hashmap, *channel, *closure; nil has no r
//	interface        r a *rtype, nil for none; then the value if it has one
//	                 cell, else a pointer to an object that nobody changes
//	array, struct    the cells of the elements, in order
//
// So the zero value of every type is cells of zeros.
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

// A object is a variable in memory: what new, make and composite literals make.
type object struct {
	cells []cell
	epoch uint32 // of the run that made it or has saved it
	typ   *rtype // of one element
	list  *unbuilt
}

// A str is the bytes that strings share.
type str struct {
	s     string
	terms []*term.Term // by byte, nil where s has it; nil as a whole if s has all
	obj   *object      // the same as memory, once somebody asked for it
}

const strBits = 32

// makeStr is a concrete string.
func makeStr(s string) cell {
	if s == "" {
		return cell{}
	}
	return cell{n: uint64(len(s)), r: &str{s: s}}
}

func strOff(c cell) int { return int(c.n >> strBits) }

func strLen(c cell) int {
	if _, isOpen := c.r.(*open); isOpen {
		panic("symexec: BUG: the length of a string is open")
	}
	return int(c.n & (1<<strBits - 1))
}

// data is the bytes that a string is part of.
func data(c cell) *str {
	if _, isOpen := c.r.(*open); isOpen {
		panic("symexec: BUG: the length of a string is open")
	}
	return c.r.(*str)
}

// substr is s[lo:hi].
func substr(c cell, lo, hi int) cell {
	if lo == hi {
		return cell{}
	}
	_ = data(c)
	return cell{n: uint64(strOff(c)+lo)<<strBits | uint64(hi-lo), r: c.r}
}

// concreteStr returns the bytes of a string that has no symbolic ones, nor a
// symbolic length.
func concreteStr(c cell) (string, bool) {
	if c.r == nil {
		return "", true
	}
	d, isClosed := c.r.(*str)
	if !isClosed {
		_ = c.r.(*open)
		return "", false
	}
	lo, n := strOff(c), strLen(c)
	for _, t := range d.symbolic(lo, n) {
		if t != nil {
			return "", false
		}
	}
	return d.s[lo : lo+n], true
}

func (d *str) symbolic(lo, n int) []*term.Term {
	if d.terms == nil {
		return nil
	}
	return d.terms[lo : lo+n]
}

// byteAt is byte i of a string.
func byteAt(c cell, i int) cell {
	d := data(c)
	i += strOff(c)
	if d.terms != nil && d.terms[i] != nil {
		return cell{r: d.terms[i]}
	}
	return cell{n: uint64(d.s[i])}
}

// strOfCells makes a string of bytes.
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
	return cell{n: uint64(len(b)), r: &str{s: string(b), terms: terms}}
}

// appendCells appends the bytes of a string.
func appendCells(dst []cell, c cell) []cell {
	if c.r == nil {
		return dst
	}
	d := data(c)
	lo, n := strOff(c), strLen(c)
	terms := d.symbolic(lo, n)
	for i := range n {
		if terms != nil && terms[i] != nil {
			dst = append(dst, cell{r: terms[i]})
			continue
		}
		dst = append(dst, cell{n: uint64(d.s[lo+i])})
	}
	return dst
}

// A closure is a function value.
type closure struct {
	fn   *function
	free []cell
}

// An iterator goes over a string or a map.
type iterator struct {
	s   cell
	m   *hashmap
	pos int
}
