package worker

import (
	"strings"

	"nearmiss/input"
)

// maxGoroutinePanics is the number of texts that a job distinguishes; the last one counts all further
// texts.
const maxGoroutinePanics = 16

// startJob records the start of a job.
func (m *machine) startJob(job uint32) {
	m.shared.StartJob(job)
	m.goroutinePanics = nil
}

// recordGoroutinePanic records a panic of a goroutine other than the function's, in the run of vector
// or, if stray, some time before it.
func (m *machine) recordGoroutinePanic(vector input.Vector, value any, stray bool) {
	m.goroutinePanicText = panicLine(value)
	index := -1
	for i := range m.goroutinePanics {
		if f := &m.goroutinePanics[i]; f.Text == m.goroutinePanicText && f.Stray == stray {
			index = i
		}
	}
	if index < 0 && len(m.goroutinePanics) == maxGoroutinePanics {
		index = maxGoroutinePanics - 1
	}
	if index >= 0 {
		m.goroutinePanics[index].Count++
		return
	}
	m.goroutinePanics = append(m.goroutinePanics, GoroutinePanic{
		Vector: append(input.Vector(nil), vector...), Evaluations: m.shared.Counters().Evaluations, Text: m.goroutinePanicText, Count: 1, Stray: stray,
	})
}

// panicLine returns the first line that the runtime prints for an unrecovered panic.
func panicLine(value any) string {
	text, _ := describe(value)
	text, _, _ = strings.Cut("panic: "+text, "\n")
	return text
}
