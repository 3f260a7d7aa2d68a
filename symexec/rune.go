package symexec

import (
	"unicode/utf8"

	"nearmiss/term"
)

// With Options.Fork, a path branches on the number of bytes in the encoding of a symbolic rune. The
// rune and its bytes stay symbolic.

// A runeClass is the set of runes whose encodings have the same number of bytes.
type runeClass struct {
	size        int
	first, last uint64 // first bytes of the encodings
	low, high   uint64 // the runes
}

var runeClasses = [...]runeClass{
	{2, 0xc2, 0xdf, 0x80, 0x7ff},
	{3, 0xe0, 0xef, 0x800, 0xffff},
	{4, 0xf0, 0xf4, 0x10000, utf8.MaxRune},
}

const (
	surrogate, lastSurrogate = 0xd800, 0xdfff
	continuation             = 0x80 // the least continuation byte of an encoding
	continuationBits         = 6    // bits of the rune in each continuation byte
)

// between returns the condition that a number is in an interval.
func (m *machine) between(t *term.Term, low, high uint64) *term.Term {
	return m.builder.Both(m.builder.Compare(term.GE, t, m.builder.Int(t.Sort, low)), m.builder.Compare(term.LE, t, m.builder.Int(t.Sort, high)))
}

// inRuneClass returns the condition that a number is a rune of a class.
func (m *machine) inRuneClass(t *term.Term, c *runeClass) *term.Term {
	in := m.between(t, c.low, c.high)
	if c.low < surrogate && surrogate < c.high {
		in = m.builder.Both(in, m.builder.Not(m.between(t, surrogate, lastSurrogate)))
	}
	return in
}

// decodeLong decodes the rune at byte i of a string. The byte is not ASCII.
func (m *machine) decodeLong(text cell, i int) (value cell, size int, ok bool) {
	rune32 := term.Signed(utf8.UTFMax * 8)
	for j := range runeClasses {
		k := &runeClasses[j]
		if i+k.size > strLen(text) {
			break
		}
		lead := m.termOf(kUint8, byteAt(text, i))
		fits := m.between(lead, k.first, k.last)
		r := m.builder.Binary(term.Sub, m.builder.Convert(lead, rune32), m.builder.Int(rune32, 0xff<<(8-k.size)&0xff))
		for n := 1; n < k.size; n++ {
			b := m.termOf(kUint8, byteAt(text, i+n))
			fits = m.builder.Both(fits, m.between(b, continuation, continuation+1<<continuationBits-1))
			r = m.builder.Binary(term.Mul, r, m.builder.Int(rune32, 1<<continuationBits))
			r = m.builder.Binary(term.Add, r, m.builder.Binary(term.Sub, m.builder.Convert(b, rune32), m.builder.Int(rune32, continuation)))
		}
		holds, ok := m.branch(m.currentSite(), m.builder.Both(fits, m.inRuneClass(r, k)), true)
		if !ok {
			return value, 0, false
		}
		if holds {
			return cellOf(r), k.size, true
		}
	}
	return word(utf8.RuneError), 1, true
}

// encodeRune appends the encoding of a number as a rune.
func (m *machine) encodeRune(dst []cell, k kind, c cell) ([]cell, bool) {
	low, ascii, ok := m.asciiOf(k, c)
	switch {
	case !ok:
		return dst, false
	case ascii:
		return append(dst, low), true
	case symbolic(c) && m.opts.Fork:
		return m.encodeLong(dst, k, c)
	}
	n, ok := m.concretize(k, c)
	if !ok {
		return dst, false
	}
	v := rune(utf8.RuneError)
	if int64(n) == int64(rune(n)) && (k.signed() || n <= utf8.MaxRune) {
		v = rune(n)
	}
	return appendCells(dst, makeStr(string(v))), true
}

// encodeLong appends the encoding of a symbolic number that is not ASCII.
func (m *machine) encodeLong(dst []cell, k kind, c cell) ([]cell, bool) {
	expr := m.asSort(c.r.(*term.Term), kindSorts[k])
	for i := range runeClasses {
		x := &runeClasses[i]
		if k.maxInt() < x.low {
			break
		}
		y := *x
		y.high = min(x.high, k.maxInt())
		holds, ok := m.branch(m.currentSite(), m.inRuneClass(expr, &y), true)
		if !ok {
			return dst, false
		}
		if !holds {
			continue
		}
		for n := range x.size {
			shift, first := continuationBits*(x.size-1-n), uint64(continuation)
			b := m.builder.Binary(term.Div, expr, m.builder.Int(expr.Sort, 1<<shift))
			if n == 0 {
				first = 0xff << (8 - x.size) & 0xff
			} else {
				b = m.builder.Binary(term.And, b, m.builder.Int(expr.Sort, 1<<continuationBits-1))
			}
			b = m.builder.Convert(b, term.Unsigned(8))
			dst = append(dst, cellOf(m.builder.Binary(term.Add, b, m.builder.Int(b.Sort, first))))
		}
		return dst, true
	}
	return appendCells(dst, makeStr(string(utf8.RuneError))), true
}
