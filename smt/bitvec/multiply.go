package bitvec

import "math/bits"

// times returns x * y, truncated to their width.
func (c *circuit) times(x, y vector) vector {
	width := len(x)
	if v, ok := x.value(); ok {
		return c.scale(y, v)
	}
	if v, ok := y.value(); ok {
		return c.scale(x, v)
	}
	n := min(width, x.significant()+y.significant())
	x, y = x[:n], y[:n]
	if y.significant() > x.significant() {
		x, y = y, x // fewer rows
	}
	return c.multiplyRows(x, y).signed(width)
}

// multiplyRows adds a shifted x for each bit of y. The bits of y from its sign on are one row with a
// negative weight.
func (c *circuit) multiplyRows(x, y vector) vector {
	width := len(x)
	k := y.significant() - 1
	z := constant(0, width)
	for i := range y[:k] {
		z = c.addRow(z, x, y[i], i, constFalse)
	}
	if k < width {
		z = c.addRow(z, x, y[k], k, constTrue)
	}
	return z
}

// addRow returns z + (x << offset) where bit holds, else z. If subtract is constTrue, it subtracts.
func (c *circuit) addRow(z, x vector, bit lit, offset int, subtract lit) vector {
	if bit == constFalse {
		return z
	}
	n := len(z) - offset
	row := make(vector, n)
	for i := range row {
		row[i] = c.and(x[i], bit).flip(subtract == constTrue)
	}
	high, _ := c.sum(z[offset:], row, subtract)
	return append(append(vector(nil), z[:offset]...), high...)
}

// scale returns x * factor as a sum of shifted x with signs, one for each digit of the non-adjacent
// form of factor.
func (c *circuit) scale(x vector, factor uint64) vector {
	width := len(x)
	if width < 64 {
		factor = uint64(int64(factor<<(64-width)) >> (64 - width))
	}
	n := min(width, x.significant()+bits.Len64(min(factor, -factor)))
	y := x[:n]
	z := constant(0, n)
	for offset := 0; offset < n && factor != 0; offset++ {
		if factor&1 == 0 {
			factor = uint64(int64(factor) >> 1)
			continue
		}
		if factor&2 == 0 {
			z = c.addShifted(z, y, offset, constFalse)
			factor = uint64(int64(factor-1) >> 1)
		} else {
			z = c.addShifted(z, y, offset, constTrue)
			factor = uint64(int64(factor+1) >> 1)
		}
	}
	return z.signed(width)
}

func (c *circuit) addShifted(z, x vector, offset int, subtract lit) vector {
	row := x[:len(z)-offset]
	if subtract == constTrue {
		row = row.not()
	}
	high, _ := c.sum(z[offset:], row, subtract)
	return append(append(vector(nil), z[:offset]...), high...)
}
