package dse_test

import (
	"nearmiss/dse/internal/toy"
	"nearmiss/term"
)

// A kind is a program of one kind, with a branch that is hard to reach.
type kind struct {
	name  string
	code  func(m *toy.Machine)
	slots int
	conds int // their number
	goal  uint32
	list  int         // the slot that has the length of the list, -1 if there is none
	way   []toy.Guard // the conditions that lead to the goal, outermost first
}

func (k kind) program() *toy.Program {
	p := toy.New(k.code, k.slots)
	p.Guards = map[int][]toy.Guard{int(k.goal >> 1): k.way}
	if k.list >= 0 {
		p.Lists = []toy.List{{Len: k.list, Room: k.slots - k.list - 1}}
	}
	return p
}

// all are the branches of a program, the goal first.
func (k kind) all() []uint32 {
	list := []uint32{k.goal}
	for b := range uint32(2 * k.conds) {
		if b != k.goal {
			list = append(list, b)
		}
	}
	return list
}

func yes(c int) uint32 { return uint32(2*c + 1) }

func when(c int) toy.Guard   { return toy.Guard{Cond: c, Side: true} }
func unless(c int) toy.Guard { return toy.Guard{Cond: c} }

// each calls f for the elements of a list: slot 0 is its length. loop is the
// number of the condition of the loop.
func each(m *toy.Machine, loop int, f func(i int, v *term.Term) bool) bool {
	for i := 0; 1+i < m.Len() && m.Branch(loop, term.LT, m.Int(int64(i)), m.Slot(0)); i++ {
		if !f(i, m.Slot(1+i)) {
			return false
		}
	}
	return true
}

// length finds the length of the list by itself.
func length(m *toy.Machine, loop int) int {
	n := 0
	each(m, loop, func(int, *term.Term) bool { n++; return true })
	return n
}

func text(s string) (list []int64) {
	for _, c := range []byte(s) {
		list = append(list, int64(c))
	}
	return list
}

func kinds() []kind {
	return []kind{
		{name: "sum", code: testLoop(20), slots: 42, conds: 4, goal: yes(3), list: 1, way: []toy.Guard{when(0)}},
		{name: "sum of 60", code: testLoop(20), slots: 62, conds: 4, goal: yes(3), list: 1, way: []toy.Guard{when(0)}},
		{name: "small sum", code: testLoop(6), slots: 12, conds: 4, goal: yes(3), list: 1, way: []toy.Guard{when(0)}},
		{name: "weights", code: weights, slots: 31, conds: 5, goal: yes(4)},
		{name: "hello", code: hello, slots: 31, conds: 7, goal: yes(6), way: []toy.Guard{unless(1), when(2), unless(3), when(4), when(5)}},
		{name: "parser", code: parser, slots: 13, conds: 9, goal: yes(8), way: []toy.Guard{when(2), when(3), when(4), when(5), when(6), when(7)}},
		{name: "sorted", code: ascending, slots: 25, conds: 3, goal: yes(2), way: []toy.Guard{unless(1)}},
		{name: "difference", code: difference, slots: 31, conds: 4, goal: yes(3)},
		{name: "machine", code: machine, slots: 25, conds: 4, goal: yes(3)},
		{name: "inversions", code: inversions, slots: 13, conds: 3, goal: yes(2)},
		{name: "trap", code: trap, slots: 43, conds: 6, goal: yes(5), list: -1, way: []toy.Guard{when(3)}},
		{name: "chain", code: chain, slots: 8, conds: 8, goal: yes(7), list: -1, way: []toy.Guard{when(0), when(1), when(2), when(3), when(4), when(5), when(6)}},
		{name: "flags", code: flags, slots: 21, conds: 7, goal: yes(6), way: []toy.Guard{when(4), when(5)}},
		{name: "parentheses", code: parentheses, slots: 31, conds: 6, goal: yes(5), way: []toy.Guard{unless(3), when(4)}},
		{name: "hash", code: hash, slots: 31, conds: 4, goal: yes(3)},
		{name: "decimal", code: decimal, slots: 31, conds: 6, goal: yes(5)},
		{name: "steps", code: steps, slots: 31, conds: 5, goal: yes(4)},
		{name: "longest", code: longest, slots: 25, conds: 4, goal: yes(3)},
		{name: "countdown", code: countdown, slots: 1, conds: 2, goal: yes(1), list: -1},
		{name: "product", code: product, slots: 31, conds: 4, goal: yes(3)},
		{name: "remainder", code: remainder, slots: 41, conds: 4, goal: yes(3), way: []toy.Guard{when(2)}},
		{name: "nested", code: nestedLoops, slots: 26, conds: 5, goal: yes(4), list: -1},
		{name: "contains", code: contains, slots: 25, conds: 4, goal: yes(3)},
		{name: "needle", code: needle, slots: 31, conds: 5, goal: yes(4), way: []toy.Guard{when(3)}},
		{name: "let", code: let, slots: 25, conds: 5, goal: yes(4), list: 0},
		{name: "protocol", code: protocol, slots: 25, conds: 6, goal: yes(5), list: 0},
		{name: "deeper", code: deeper, slots: 31, conds: 5, goal: yes(4), way: []toy.Guard{unless(2), when(3)}},
		{name: "rounds", code: rounds, slots: 41, conds: 5, goal: yes(4), way: []toy.Guard{when(3)}},
		{name: "outage", code: outage, slots: 25, conds: 5, goal: yes(4), way: []toy.Guard{when(3)}},
		{name: "equal halves", code: equalHalves, slots: 27, conds: 4, goal: yes(3), way: []toy.Guard{when(2)}},
		{name: "flight", code: flight, slots: 25, conds: 3, goal: yes(2), way: []toy.Guard{unless(1)}},
	}
}

// weights adds different amounts.
func weights(m *toy.Machine) {
	sum := int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		switch {
		case m.Branch(1, term.EQ, v, m.Int(15)):
			sum += 3
		case m.Branch(2, term.EQ, v, m.Int(40)):
			sum += 5
		case m.Branch(3, term.LT, v, m.Int(-3)):
			sum--
		}
		return true
	})
	m.Branch(4, term.EQ, m.Int(sum), m.Int(41))
}

// hello is a string that starts with Hello, ends with World! and has a space.
func hello(m *toy.Machine) {
	n := length(m, 0)
	if m.Branch(1, term.LT, m.Int(int64(n)), m.Int(6)) {
		return
	}
	for i, c := range text("Hello") {
		if !m.Branch(2, term.EQ, m.Slot(1+i), m.Int(c)) {
			return
		}
	}
	space := false
	for i := range n {
		if m.Branch(3, term.EQ, m.Slot(1+i), m.Int(' ')) {
			space = true
			break
		}
	}
	for i, c := range text("World!") {
		if !m.Branch(4, term.EQ, m.Slot(1+n-6+i), m.Int(c)) {
			return
		}
	}
	if space {
		m.Branch(5, term.EQ, m.Int(1), m.Int(1))
		m.Branch(6, term.EQ, m.Int(1), m.Int(1))
	}
}

// ascending wants a long list that ascends.
func ascending(m *toy.Machine) {
	n := 0
	if !each(m, 0, func(i int, v *term.Term) bool {
		n++
		return i == 0 || !m.Branch(1, term.LE, v, m.Slot(i))
	}) {
		return
	}
	m.Branch(2, term.EQ, m.Int(int64(n)), m.Int(17))
}

// difference counts two values against each other.
func difference(m *toy.Machine) {
	d := int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		if m.Branch(1, term.EQ, v, m.Int('a')) {
			d++
		} else if m.Branch(2, term.EQ, v, m.Int('b')) {
			d--
		}
		return true
	})
	m.Branch(3, term.EQ, m.Int(d), m.Int(-8))
}

// machine goes from state to state, and back to the first at a wrong byte.
func machine(m *toy.Machine) {
	state := 0
	word := text("abcdefgh")
	each(m, 0, func(i int, v *term.Term) bool {
		if state == len(word) {
			return true
		}
		if m.Branch(1, term.EQ, v, m.Int(word[state])) {
			state++
		} else if m.Branch(2, term.NE, v, m.Int(0)) {
			state = 0
		}
		return true
	})
	m.Branch(3, term.EQ, m.Int(int64(state)), m.Int(8))
}

// inversions counts the pairs that are out of order.
func inversions(m *toy.Machine) {
	n := int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		for j := range i {
			if m.Branch(1, term.GT, m.Slot(1+j), v) {
				n++
			}
		}
		return true
	})
	m.Branch(2, term.EQ, m.Int(n), m.Int(15))
}

// trap has a branch that is one element too far, before what can be reached.
func trap(m *toy.Machine) {
	sum, other := 0, 0
	for i := range 20 {
		if m.Branch(0, term.GT, m.Slot(i), m.Int(0)) {
			sum++
		}
	}
	m.Branch(1, term.GT, m.Int(int64(sum)), m.Int(20))
	for i := 20; i < 42; i++ {
		if m.Branch(2, term.EQ, m.Slot(i), m.Int(7)) {
			other++
		}
	}
	if m.Branch(3, term.GE, m.Int(int64(other)), m.Int(4)) {
		m.Branch(4, term.EQ, m.Slot(42), m.Int(5))
		m.Branch(5, term.EQ, m.Int(int64(other)), m.Int(9))
	}
}

// chain is what a solver does without help.
func chain(m *toy.Machine) {
	for i := range 7 {
		if !m.Branch(i, term.GT, m.Add(m.Slot(i), m.Slot(i+1)), m.Int(int64(10*i+5))) {
			return
		}
	}
	m.Branch(7, term.EQ, m.Slot(0), m.Slot(7))
}

// flags are set in a loop, at any place.
func flags(m *toy.Machine) {
	var a, b bool
	n := int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		if m.Branch(1, term.EQ, v, m.Int(17)) {
			a = true
		} else if m.Branch(2, term.EQ, v, m.Int(23)) {
			b = true
		} else if m.Branch(3, term.GT, v, m.Int(99)) {
			n++
		}
		return true
	})
	flag := func(cond int, v bool) bool {
		x := int64(0)
		if v {
			x = 1
		}
		return m.Branch(cond, term.EQ, m.Int(x), m.Int(1))
	}
	if flag(4, a) && flag(5, b) {
		m.Branch(6, term.EQ, m.Int(n), m.Int(6))
	}
}

// parentheses have to balance, and to be deep.
func parentheses(m *toy.Machine) {
	depth, most := int64(0), int64(0)
	if !each(m, 0, func(i int, v *term.Term) bool {
		switch {
		case m.Branch(1, term.EQ, v, m.Int('(')):
			depth++
		case m.Branch(2, term.EQ, v, m.Int(')')):
			depth--
		}
		most = max(most, depth)
		return !m.Branch(3, term.LT, m.Int(depth), m.Int(0))
	}) {
		return
	}
	if m.Branch(4, term.EQ, m.Int(depth), m.Int(0)) {
		m.Branch(5, term.GE, m.Int(most), m.Int(3))
	}
}

// longest is about the longest run of equal elements.
func longest(m *toy.Machine) {
	n, most := int64(0), int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		if i > 0 && m.Branch(1, term.EQ, v, m.Add(m.Slot(i), m.Int(1))) {
			n++
		} else {
			n = 0
		}
		most = max(most, n)
		return true
	})
	m.Branch(2, term.GE, m.Int(most), m.Int(3))
	m.Branch(3, term.GE, m.Int(most), m.Int(9))
}

// countdown has the length of a loop in a number.
func countdown(m *toy.Machine) {
	n := int64(0)
	for x := m.Slot(0); n < 60 && m.Branch(0, term.GT, x, m.Int(0)); n++ {
		x = m.Add(x, m.Int(-3))
	}
	m.Branch(1, term.EQ, m.Int(n), m.Int(31))
}

// product is of two counters.
func product(m *toy.Machine) {
	a, b := int64(0), int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		if m.Branch(1, term.GT, v, m.Int('2')) {
			a++
		} else if m.Branch(2, term.LT, v, m.Int(-50)) {
			b++
		}
		return true
	})
	m.Branch(3, term.EQ, m.Int(a*b), m.Int(24))
}

// remainder is of a counter, behind a length.
func remainder(m *toy.Machine) {
	n, all := int64(0), int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		all++
		if m.Branch(1, term.EQ, v, m.Int(9)) {
			n++
		}
		return true
	})
	if m.Branch(2, term.GE, m.Int(all), m.Int(12)) {
		m.Branch(3, term.EQ, m.Int(n%11), m.Int(10))
	}
}

// nestedLoops counts rows of a square that have enough.
func nestedLoops(m *toy.Machine) {
	rows := int64(0)
	for i := 0; i < 5 && m.Branch(0, term.LT, m.Int(int64(i)), m.Slot(0)); i++ {
		n := int64(0)
		for j := range 5 {
			if m.Branch(1, term.EQ, m.Slot(1+5*i+j), m.Int(1)) {
				n++
			}
		}
		if m.Branch(2, term.GE, m.Int(n), m.Int(3)) {
			rows++
		}
	}
	m.Branch(3, term.GE, m.Int(rows), m.Int(1))
	m.Branch(4, term.EQ, m.Int(rows), m.Int(4))
}

// contains looks for a word at each place, by the plain algorithm.
func contains(m *toy.Machine) {
	n := length(m, 0)
	word := text("needle")
	found := int64(0)
	for at := 0; at+len(word) <= n; at++ {
		i := 0
		for i < len(word) && m.Branch(1, term.EQ, m.Slot(1+at+i), m.Int(word[i])) {
			i++
		}
		if m.Branch(2, term.EQ, m.Int(int64(i)), m.Int(int64(len(word)))) {
			found++
		}
	}
	m.Branch(3, term.EQ, m.Int(found), m.Int(2))
}

// needle counts digits, and then wants a value where their number says.
func needle(m *toy.Machine) {
	digits := 0
	each(m, 0, func(i int, v *term.Term) bool {
		if m.Branch(1, term.GE, v, m.Int('0')) && m.Branch(2, term.LE, v, m.Int('9')) {
			digits++
		}
		return true
	})
	if m.Branch(3, term.EQ, m.Int(int64(digits)), m.Int(7)) {
		m.Branch(4, term.EQ, m.Slot(1+digits), m.Int('x'))
	}
}

// hash computes from the elements what says little about how far they are right.
func hash(m *toy.Machine) {
	h := int64(1)
	each(m, 0, func(i int, v *term.Term) bool {
		if m.Branch(1, term.EQ, v, m.Int('A')) {
			h = h*2 + 1
		} else if m.Branch(2, term.EQ, v, m.Int('B')) {
			h = h * 3
		}
		return true
	})
	m.Branch(3, term.EQ, m.Int(h), m.Int(((3*3*2+1)*3*2+1)*3))
}

// decimal reads a number, of which the first digits count most.
func decimal(m *toy.Machine) {
	h := int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		switch {
		case m.Branch(1, term.EQ, v, m.Int('1')):
			h = h*10 + 1
		case m.Branch(2, term.EQ, v, m.Int('2')):
			h = h*10 + 2
		case m.Branch(3, term.EQ, v, m.Int('3')):
			h = h*10 + 3
		}
		return true
	})
	m.Branch(4, term.GT, m.Int(h), m.Int(30))
	m.Branch(5, term.EQ, m.Int(h), m.Int(3123))
}

// steps adds amounts of different size.
func steps(m *toy.Machine) {
	sum := int64(0)
	each(m, 0, func(i int, v *term.Term) bool {
		switch {
		case m.Branch(1, term.EQ, v, m.Int(1)):
			sum += 1000
		case m.Branch(2, term.EQ, v, m.Int(2)):
			sum += 100
		case m.Branch(3, term.EQ, v, m.Int(3)):
			sum++
		}
		return true
	})
	m.Branch(4, term.EQ, m.Int(sum), m.Int(3204))
}
