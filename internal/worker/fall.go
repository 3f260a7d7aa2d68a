package worker

import (
	"strings"

	"nearmiss/input"
)

// mostFalls is how many texts a job tells apart; the last has what else there was.
const mostFalls = 16

// starts says that a job begins.
func (m *machine) starts(job uint32) {
	m.shared.StartJob(job)
	m.falls = nil
}

// fell takes down that another goroutine than the function's has panicked, of the
// run of v or, as a stray, some time before.
func (m *machine) fell(v input.Vector, value any, stray bool) {
	m.said = lastWords(value)
	at := -1
	for i := range m.falls {
		if f := &m.falls[i]; f.Text == m.said && f.Stray == stray {
			at = i
		}
	}
	if at < 0 && len(m.falls) == mostFalls {
		at = mostFalls - 1
	}
	if at >= 0 {
		m.falls[at].Count++
		return
	}
	m.falls = append(m.falls, Fall{
		Vector: append(input.Vector(nil), v...), Evaluations: m.shared.Counters().Evaluations, Text: m.said, Count: 1, Stray: stray,
	})
}

// lastWords is what the runtime would have said of a panic that nobody catches.
func lastWords(value any) string {
	text, _ := describe(value)
	text, _, _ = strings.Cut("panic: "+text, "\n")
	return text
}
