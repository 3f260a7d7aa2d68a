package symexec

import (
	"math/bits"

	"nearmiss/term"
)

// bitModels are the functions of package math/bits whose Go code compares, or
// looks into tables that an index which is not known settles by hundreds of
// branches. Here each is one term. Those of internal/runtime/sys are the same
// again. All others of math/bits are arithmetic as they stand.
func bitModels() map[string]Model {
	table := map[string]Model{}
	for _, f := range []struct {
		name string
		k    kind
		out  kind
		of   func(uint64) uint64
		term func(m *machine, x *term.Term) *term.Term
	}{
		{"Len8", kUint8, kInt64, bitLen, lenTerm}, {"Len16", kUint16, kInt64, bitLen, lenTerm},
		{"Len32", kUint32, kInt64, bitLen, lenTerm}, {"Len64", kUint64, kInt64, bitLen, lenTerm},
		{"TrailingZeros8", kUint8, kInt64, zerosBelow(8), trailingTerm}, {"TrailingZeros16", kUint16, kInt64, zerosBelow(16), trailingTerm},
		{"TrailingZeros32", kUint32, kInt64, zerosBelow(32), trailingTerm}, {"TrailingZeros64", kUint64, kInt64, zerosBelow(64), trailingTerm},
		{"OnesCount8", kUint8, kInt64, onesCount, onesTerm}, {"OnesCount16", kUint16, kInt64, onesCount, onesTerm},
		{"OnesCount32", kUint32, kInt64, onesCount, onesTerm}, {"OnesCount64", kUint64, kInt64, onesCount, onesTerm},
		{"Reverse8", kUint8, kUint8, func(x uint64) uint64 { return uint64(bits.Reverse8(uint8(x))) }, reverseTerm},
		{"Reverse16", kUint16, kUint16, func(x uint64) uint64 { return uint64(bits.Reverse16(uint16(x))) }, reverseTerm},
	} {
		model := func(c *Call) bool {
			t, ok := c.Args[0].r.(*term.Term)
			if !ok {
				if c.Args[0].r != nil {
					return c.m.odd(c.Args[0])
				}
				c.Results[0] = word(f.of(c.Args[0].n))
				return true
			}
			c.Results[0] = cellOf(c.m.converted(f.term(c.m, c.m.sorted(t, kindSorts[f.k])), f.out))
			return true
		}
		table["math/bits."+f.name] = model
		switch f.name {
		case "Len8", "Len64", "TrailingZeros8", "TrailingZeros32", "TrailingZeros64", "OnesCount64":
			table["internal/runtime/sys."+f.name] = model
		}
	}
	return table
}

func bitLen(x uint64) uint64 { return uint64(bits.Len64(x)) }

func onesCount(x uint64) uint64 { return uint64(bits.OnesCount64(x)) }

func zerosBelow(width int) func(uint64) uint64 {
	return func(x uint64) uint64 { return uint64(min(bits.TrailingZeros64(x), width)) }
}

// steps chooses among the numbers from lo to hi by halving: reaches(n) says
// whether the number is at least n.
func (m *machine) steps(s term.Sort, lo, hi int, reaches func(n int) *term.Term) *term.Term {
	if lo == hi {
		return m.b.Int(s, uint64(lo))
	}
	mid := (lo + hi + 1) / 2
	return m.b.If(reaches(mid), m.steps(s, mid, hi, reaches), m.steps(s, lo, mid-1, reaches))
}

// lenTerm is at least n if the word is at least 1<<(n-1).
func lenTerm(m *machine, x *term.Term) *term.Term {
	return m.steps(x.Sort, 0, int(x.Sort.Bits), func(n int) *term.Term {
		return m.b.Compare(term.GE, x, m.b.Int(x.Sort, 1<<(n-1)))
	})
}

// trailingTerm is at least n if the lowest n bits are zero.
func trailingTerm(m *machine, x *term.Term) *term.Term {
	return m.steps(x.Sort, 0, int(x.Sort.Bits), func(n int) *term.Term {
		low := m.b.Int(x.Sort, ^uint64(0)>>(64-n))
		return m.b.Compare(term.EQ, m.b.Binary(term.And, x, low), m.b.Int(x.Sort, 0))
	})
}

// fields are the words in which every other group of n bits is set, the lowest
// one among them.
func fields(n int) uint64 { return ^uint64(0) / (1<<n + 1) }

// onesTerm adds neighbours, first bits, then sums of two bits, of four, and so
// on.
func onesTerm(m *machine, x *term.Term) *term.Term {
	for n := 1; n < int(x.Sort.Bits); n *= 2 {
		mask := m.b.Int(x.Sort, x.Sort.Wrap(fields(n)))
		high := m.b.Binary(term.Shr, x, m.b.Int(x.Sort, uint64(n)))
		x = m.b.Binary(term.Add, m.b.Binary(term.And, x, mask), m.b.Binary(term.And, high, mask))
	}
	return x
}

// reverseTerm exchanges neighbours, first bits, then pairs of bits, and so on.
func reverseTerm(m *machine, x *term.Term) *term.Term {
	for n := 1; n < int(x.Sort.Bits); n *= 2 {
		mask, by := m.b.Int(x.Sort, x.Sort.Wrap(fields(n))), m.b.Int(x.Sort, uint64(n))
		high := m.b.Binary(term.And, m.b.Binary(term.Shr, x, by), mask)
		x = m.b.Binary(term.Or, high, m.b.Binary(term.Shl, m.b.Binary(term.And, x, mask), by))
	}
	return x
}
