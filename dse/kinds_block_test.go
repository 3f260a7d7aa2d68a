package dse_test

import (
	"nearmiss/dse/internal/toy"
	"nearmiss/term"
)

// deeper is parentheses that are 11 deep.
func deeper(m *toy.Machine) {
	depth, most := int64(0), int64(0)
	if !each(m, 0, func(i int, v *term.Term) bool {
		if m.Branch(1, term.EQ, v, m.Int('[')) {
			depth++
		} else {
			depth--
		}
		most = max(most, depth)
		return !m.Branch(2, term.LT, m.Int(depth), m.Int(0))
	}) {
		return
	}
	if m.Branch(3, term.EQ, m.Int(depth), m.Int(0)) {
		m.Branch(4, term.EQ, m.Int(most), m.Int(11))
	}
}

// rounds wants three steps in order, 12 times, and nothing else.
func rounds(m *toy.Machine) {
	state, n, wrong := int64(0), int64(0), int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		if m.Branch(1, term.EQ, v, m.Int(40+7*state)) {
			state = (state + 1) % 3
			if m.Branch(2, term.EQ, m.Int(state), m.Int(0)) {
				n++
			}
		} else {
			wrong++
		}
		return true
	})
	if m.Branch(3, term.EQ, m.Int(wrong), m.Int(0)) {
		m.Branch(4, term.EQ, m.Int(n), m.Int(12))
	}
}

// outage wants one repair, and then 14 failures in a row.
func outage(m *toy.Machine) {
	failures, repairs := int64(0), int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		if m.Branch(1, term.GT, v, m.Int(70)) {
			failures++
			return true
		}
		if m.Branch(2, term.GT, m.Int(failures), m.Int(0)) {
			repairs++
		}
		failures = 0
		return true
	})
	if m.Branch(3, term.GE, m.Int(failures), m.Int(14)) {
		m.Branch(4, term.EQ, m.Int(repairs), m.Int(1))
	}
}

// equalHalves wants as many high elements as there are low ones behind them.
func equalHalves(m *toy.Machine) {
	high, low, over := int64(0), int64(0), false
	each(m, 0, func(i int, v *term.Term) bool {
		switch m.Branch(1, term.GT, v, m.Int(30)) {
		case true:
			high++
			over = over || low > 0
		default:
			low++
		}
		return true
	})
	if !over && m.Branch(2, term.EQ, m.Int(high), m.Int(low)) {
		m.Branch(3, term.EQ, m.Int(high), m.Int(13))
	}
}

// flight is a list in which each element is 5 more than the one before.
func flight(m *toy.Machine) {
	n := int64(0)
	if !each(m, 0, func(i int, v *term.Term) bool {
		n++
		return i == 0 || !m.Branch(1, term.NE, v, m.Add(m.Slot(i), m.Int(5)))
	}) {
		return
	}
	m.Branch(2, term.EQ, m.Int(n), m.Int(22))
}
