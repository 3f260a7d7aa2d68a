package symexec

import (
	"slices"

	"nearmiss/term"
)

// checked returns the model of a check of rewritten code, which returns its operand: the code panics next under the condition
// that failure returns. A check is a condition of the path if the observer observes it; else the operation alone is one.
func checked(failure func(m *machine, k kind, operand cell, more []cell) cell) model {
	return func(c *modelCall) bool {
		m, branch := c.machine, uint32(c.args[0].n)
		c.results[0] = c.args[1]
		unclear := func(x cell) bool { return x.r != nil && !symbolic(x) } // an address, or an unknown value
		if !m.running || m.opts.Observer == nil || !m.opts.Observer.Observes(int(branch>>1)) || slices.ContainsFunc(c.args[1:], unclear) {
			return true
		}
		side, ok := m.choose(branch, failure(m, c.param(1).kind, c.args[1], c.args[2:]))
		if ok {
			m.observe(branch, side, relTruth, kBool, nil, nil, 0)
		}
		return ok
	}
}

func indexFails(m *machine, k kind, i cell, more []cell) cell {
	i = m.asInt(k, i)
	return m.eitherHolds(m.relate(term.LT, kInt64, i, word(0)), m.relate(term.GE, kInt64, i, more[0]))
}

func boundFails(m *machine, k kind, j cell, more []cell) cell {
	j = m.asInt(k, j)
	return m.eitherHolds(m.outOfBoundsCell(more[0], j), m.outOfBoundsCell(j, more[1]))
}

func divisorFails(m *machine, k kind, d cell, _ []cell) cell { return m.relate(term.EQ, k, d, word(0)) }

func countFails(m *machine, k kind, n cell, _ []cell) cell { return m.relate(term.LT, k, n, word(0)) }

// asInt converts a number to int, if it is one.
func (m *machine) asInt(k kind, c cell) cell {
	if t, ok := c.r.(*term.Term); ok {
		return cellOf(m.converted(m.asSort(t, kindSorts[k]), kInt64))
	}
	return c
}
