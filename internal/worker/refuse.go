package worker

import (
	"strconv"

	"nearmiss/input"
)

// What jobs may ask for at most.
const (
	mostSlots = 1 << 16 // as many as an instruction of a program can name
	mostLimit = 1 << 22 // of the limits of inputs
)

// refuse says why a job cannot be done, or nothing. starts are the inputs that it
// begins with: what changes inputs takes them to be canonical.
func (w *worker) refuse(entry int, sig *input.Signature, limits input.Limits, starts ...[]uint64) string {
	switch {
	case entry < 0 || entry >= len(w.machine.entries):
		return "worker: no entry " + strconv.Itoa(entry)
	case sig == nil:
		return "worker: job without a signature"
	case max(limits.Len, limits.Steps, limits.Depth, limits.Words) > mostLimit:
		return "worker: limits of inputs out of range"
	}
	for i := range sig.Inputs() {
		if text := notAnInput(sig.Input(i).Type, map[*input.Type]bool{}); text != "" {
			return "worker: " + text
		}
	}
	for _, v := range starts {
		if !sig.Canonical(v) {
			return "worker: job begins with an input that the function does not have"
		}
	}
	return ""
}

// notAnInput names a type within t that is for results only.
func notAnInput(t *input.Type, seen map[*input.Type]bool) string {
	if t == nil || seen[t] {
		return ""
	}
	seen[t] = true
	if t.Kind == input.Error || t.Kind == input.Opaque || t.Kind == input.Dynamic || t.Kind == input.Drained || t.Kind == input.Sealed {
		return "type " + t.Go + " cannot be an input"
	}
	if text := noInputs(t.Fields, seen); text != "" {
		return text
	}
	for i := range t.Alts {
		if text := noInputs(t.Alts[i].Fields, seen); text != "" {
			return text
		}
		if text := notAnInput(t.Alts[i].Steps, seen); text != "" {
			return text
		}
	}
	if text := notAnInput(t.Key, seen); text != "" {
		return text
	}
	return notAnInput(t.Elem, seen)
}

func noInputs(fields []input.Field, seen map[*input.Type]bool) string {
	for _, f := range fields {
		if text := notAnInput(f.Type, seen); text != "" {
			return text
		}
	}
	return ""
}
