package avm

// fibonacci searches a bracket at Fibonacci points. With F(n) >= width+2 the interval from left on
// has at most F(n)-1 positions. It is cut at F(n-2)-1 and F(n-1)-1. Both parts contain one of the
// two points, which is already evaluated, so that a step costs one evaluation.
func (c *climber) fibonacci(b bracket) {
	// p, q, r are F(n-2), F(n-1), F(n).
	p, q, r := uint64(1), uint64(1), uint64(2)
	for r-2 < b.width && r < 1<<63 {
		p, q, r = q, r, q+r
	}
	left := uint64(0)
	near, far := &c.midFitness[0], &c.midFitness[1] // fitness at left+p-1 and left+q-1
	haveNear, haveFar := false, false
	for r > 2 {
		keep := true // keep the left part
		if left+q-1 <= b.width {
			if !haveNear && !c.evaluateAt(b, left+p-1, near) || !haveFar && !c.evaluateAt(b, left+q-1, far) {
				return
			}
			keep = c.gate.Less(near, far)
			haveNear, haveFar = true, true
		}
		if keep {
			// the next near is at F(n-3)-1, the next far at the place of near
			near, far = far, near
			haveNear, haveFar = false, haveNear
		} else {
			left += p
			near, far = far, near
			haveNear, haveFar = true, false
		}
		p, q, r = q-p, p, q
	}
	if !haveNear && !haveFar {
		c.evaluateAt(b, min(left, b.width), near)
	}
}
