package worker

import (
	"strings"

	"nearmiss/input"
)

// mostFalls is the number of texts that a job distinguishes; the last one counts all further
// texts.
const mostFalls = 16

// starts records the start of a job.
func (m *machine) starts(job uint32) {
	m.shared.StartJob(job)
	m.falls = nil
}

// fell records a panic of a goroutine other than the function's, in the run of v or, if stray,
// some time before it.
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

// lastWords returns the first line that the runtime prints for an unrecovered panic.
func lastWords(value any) string {
	text, _ := describe(value)
	text, _, _ = strings.Cut("panic: "+text, "\n")
	return text
}
