package dse_test

import (
	"nearmiss/dse/internal/toy"
	"nearmiss/term"
)

// parser takes PROGRAM name ; { name = number ; } BEGIN { name ; } END . where
// slots are tokens.
func parser(m *toy.Machine) {
	at := 0
	accept := func(cond int, token int64) bool {
		if 1+at >= m.Len() || !m.Branch(0, term.LT, m.Int(int64(at)), m.Slot(0)) {
			return false
		}
		ok := m.Branch(cond, term.EQ, m.Slot(1+at), m.Int(token))
		if ok {
			at++
		}
		return ok
	}
	const (
		program = 101 + iota
		name
		semicolon
		begin
		end
		dot
		number
		equal
	)
	if !accept(2, program) || !accept(3, name) || !accept(4, semicolon) {
		return
	}
	for accept(1, name) {
		if !accept(1, equal) || !accept(1, number) || !accept(1, semicolon) {
			return
		}
	}
	if !accept(5, begin) {
		return
	}
	for accept(1, name) {
		if !accept(1, semicolon) {
			return
		}
	}
	if accept(6, end) && accept(7, dot) {
		m.Branch(8, term.EQ, m.Int(int64(at)), m.Int(10))
	}
}

// let reads let a = a + a ; where letters are one token each and words are of
// several elements, by a function that is called from everywhere.
func let(m *toy.Machine) {
	at := 0
	word := func(place uint64, w string) (ok bool) {
		m.Call(place, func() {
			for i, c := range text(w) {
				if 1+at+i >= m.Len() || !m.Branch(0, term.LT, m.Int(int64(at+i)), m.Slot(0)) || !m.Branch(1, term.EQ, m.Slot(1+at+i), m.Int(c)) {
					return
				}
			}
			at += len(w)
			ok = true
		})
		return ok
	}
	name := func(place uint64) (ok bool) {
		m.Call(place, func() {
			for 1+at < m.Len() && m.Branch(0, term.LT, m.Int(int64(at)), m.Slot(0)) && m.Branch(2, term.GE, m.Slot(1+at), m.Int('a')) && m.Branch(3, term.LE, m.Slot(1+at), m.Int('z')) {
				at++
				ok = true
			}
		})
		return ok
	}
	if word(1, "LET") && name(2) && word(3, "=") && name(4) && word(5, "+") && name(6) {
		ok := int64(0)
		if word(7, ";") {
			ok = 1
		}
		m.Branch(4, term.EQ, m.Int(ok), m.Int(1))
	}
}

// protocol wants a greeting, a login, data twice, and the end.
func protocol(m *toy.Machine) {
	const (
		closed = iota
		greeted
		open
		some
		enough
		done
	)
	state := int64(closed)
	each(m, 0, func(i int, v *term.Term) bool {
		is := func(cond int, c int64) bool { return m.Branch(cond, term.EQ, v, m.Int(c)) }
		switch {
		case state == closed && is(1, 7):
			state = greeted
		case state == greeted && is(2, 21):
			state = open
		case state == open && is(3, 33):
			state = some
		case state == some && is(3, 33):
			state = enough
		case state == enough && is(4, 99):
			state = done
		default:
			state = closed
		}
		return true
	})
	m.Branch(5, term.EQ, m.Int(state), m.Int(done))
}
