package cover

import (
	"slices"

	"nearmiss/internal/report"
	"nearmiss/internal/wire"
)

// noteLeft notes of a function, once, that goroutines outlive its calls.
func (u *unit) noteLeft(fn *function, r *wire.RunResult) {
	if r == nil || r.Left == 0 {
		return
	}
	const text = "goroutines that it starts go on after the call; what they do later counts for no test"
	if !slices.ContainsFunc(u.notes, func(n report.Note) bool { return n.Text == fn.name+": "+text }) {
		u.noteAbout(fn.position, fn.name, text)
	}
}
