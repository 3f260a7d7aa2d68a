package avm

// fibonacci searches a bracket at Fibonacci points. With F(n) >= width+2 the
// interval behind left has at most F(n)-1 positions; it is cut at F(n-2)-1 and
// F(n-1)-1, and whichever part is kept holds one of the two points already, so
// that a step costs one evaluation.
func (c *climber) fibonacci(b bracket) {
	// p, q, r are F(n-2), F(n-1), F(n).
	p, q, r := uint64(1), uint64(1), uint64(2)
	for r-2 < b.width && r < 1<<63 {
		p, q, r = q, r, q+r
	}
	left := uint64(0)
	near, far := &c.mid[0], &c.mid[1] // fitness at left+p-1 and left+q-1
	haveNear, haveFar := false, false
	for r > 2 {
		keep := true // the left part
		if left+q-1 <= b.width {
			if !haveNear && !c.at(b, left+p-1, near) || !haveFar && !c.at(b, left+q-1, far) {
				return
			}
			keep = c.gate.Less(near, far)
			haveNear, haveFar = true, true
		}
		if keep {
			// next near is at F(n-3)-1, next far where near was
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
		c.at(b, min(left, b.width), near)
	}
}
