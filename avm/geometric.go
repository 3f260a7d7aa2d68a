package avm

// halve searches a bracket by bisection. The better one of two neighbours in the middle shows
// the half with the optimum.
func (c *climber) halve(b bracket) {
	left, right := uint64(0), b.width
	for left < right {
		m := left + (right-left)/2
		if !c.evaluateAt(b, m, &c.midFitness[0]) || !c.evaluateAt(b, m+1, &c.midFitness[1]) {
			return
		}
		if c.gate.Less(&c.midFitness[0], &c.midFitness[1]) {
			right = m
		} else {
			left = m + 1
		}
	}
}
