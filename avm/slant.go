package avm

// maxSlope is the largest coefficient of a drawn direction.
const maxSlope = 3

// slanted moves up to four variables along drawn directions such as (2, 1, -3),
// which keep linear relations between them. Steps double while they pay.
func (c *climber) slanted() bool {
	at := c.numbers()
	if len(at) < 2 {
		return false
	}
	var slope [4]int64
	for range 16 * min(len(at), len(slope)) {
		c.rng.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
		k := min(len(at), 2+c.rng.IntN(len(slope)-1))
		for i := range k {
			slope[i] = c.rng.Int64N(2*maxSlope+1) - maxSlope
		}
		if c.along(at[:k], slope[:k]) {
			return true
		}
		if c.gate.Over() {
			return false
		}
	}
	return false
}

// along moves variables by n times their slopes, n = 1, 2, 4 … as long as that
// improves, then from 1 again, back and forth, until nothing improves.
func (c *climber) along(at []int, slope []int64) (improved bool) {
	for idle := 0; idle < 2 && !c.gate.Over(); idle++ {
		for n := uint64(1); c.lean(at, slope, n); n = double(n) {
			improved, idle = true, 0
		}
		if !improved {
			return false
		}
		for i := range slope {
			slope[i] = -slope[i]
		}
	}
	return improved
}

// lean tries one move along a direction.
func (c *climber) lean(at []int, slope []int64, n uint64) bool {
	c.work = append(c.work[:0], c.vec...)
	moved := false
	for i, k := range at {
		v := &c.vars[k]
		w := v.Move(c.vec[v.Off], slope[i] > 0, times(uint64(max(slope[i], -slope[i])), n))
		moved = moved || w != c.vec[v.Off]
		c.work[v.Off] = w
	}
	return moved && !c.gate.Over() && c.accept(c.work)
}
