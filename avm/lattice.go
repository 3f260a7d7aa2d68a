package avm

// fibonacci narrows a bracket to one position. The interval begins at position left and has F(n)-1
// positions; at first n is the least number with F(n) >= width+2. A step compares the positions
// left+F(n-2)-1 and left+F(n-1)-1 and keeps the F(n-1)-1 positions around the better one. The better
// one is also a position of the next step, so that a step costs one evaluation. Positions above
// width count as worse.
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
			// the next near is at left+F(n-3)-1, the next far at the place of near
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
