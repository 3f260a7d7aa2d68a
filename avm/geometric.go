package avm

// halve searches a bracket by bisection: of two neighbours in the middle the
// better one says which half holds the optimum.
func (c *climber) halve(b bracket) {
	left, right := uint64(0), b.width
	for left < right {
		m := left + (right-left)/2
		if !c.at(b, m, &c.mid[0]) || !c.at(b, m+1, &c.mid[1]) {
			return
		}
		if c.gate.Less(&c.mid[0], &c.mid[1]) {
			right = m
		} else {
			left = m + 1
		}
	}
}
