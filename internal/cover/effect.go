package cover

import (
	"fmt"
	"slices"

	"nearmiss/internal/value"
)

// sceneGoals returns the goals of a scenario: the effects of its steps, and each of those before the last one together with that, if
// both changed something.
func sceneGoals(c *testCase) (list []string) {
	effects := effectsOf(c)
	for i, e := range effects {
		if e.tells {
			list = append(list, e.text)
		}
		if last := effects[len(effects)-1]; i < len(effects)-1 && e.changes && last.changes {
			list = append(list, e.text+", "+last.text)
		}
	}
	return list
}

// An effect is what a step did, as its caller sees it.
type effect struct {
	step    int    // its number, from 1
	text    string // the method, which results are not zero, and which readers say something else than before
	changes bool   // some reader says something else
	tells   bool   // it changes something, or some result is not zero
}

// effectsOf returns the effects of the steps of a scenario. Before the first step, readers say zero or nothing.
func effectsOf(c *testCase) (list []effect) {
	d := &value.Decoder{Words: c.result.Out}
	said, returns := map[string]string{}, map[string]bool{}
	for _, r := range c.fn.sig.Readers {
		returns[r.Method] = r.IsStep && len(r.Results) > 0
		if d.Next() != 1 { // another method was called, or the reader panicked
			continue
		}
		var values []*value.Value
		for _, f := range r.Results {
			v, err := d.Read(f.Type)
			if err != nil {
				return nil
			}
			values = append(values, v)
		}
		last := len(list) - 1
		switch {
		case r.IsRecord():
		case r.IsStep:
			e := effect{step: r.Step, text: r.Method}
			for _, v := range values {
				e.tells = e.tells || !v.IsZero()
				e.text += fmt.Sprint(" ", v.IsZero())
			}
			list = append(list, e)
		default:
			now, empty := "", true
			for _, v := range values {
				now += textOf(v)
				empty = empty && (v.IsZero() || len(v.Kids) == 0 && v.Word == 0 && v.Text == "")
			}
			before, known := said[r.Method]
			said[r.Method] = now
			if last < 0 || list[last].step < r.Step {
				e := effect{step: r.Step, text: stepName(c, r.Step)}
				if last++; returns[e.text] { // what a repetition of its method returns is not told
					continue
				}
				list = append(list, e)
			}
			if known && before != now || !known && !empty {
				list[last].changes, list[last].tells = true, true
				list[last].text += " " + r.Method
			}
		}
	}
	return list
}

// stepName returns the name of the method that a step of a scenario calls.
func stepName(c *testCase, number int) string {
	v, err := (&value.Decoder{Words: c.vector}).Read(c.fn.sig.Recv.Type)
	if err != nil || number > len(v.Steps) {
		return ""
	}
	return v.Steps[number-1].Alt().Name
}

// textOf returns a text that tells values apart.
func textOf(v *value.Value) string {
	text := fmt.Sprint(v.Word, v.Imag, v.Text, v.IsNil, v.LeftOut, len(v.Kids))
	for _, k := range slices.Concat(v.Keys, v.Kids) {
		text += "(" + textOf(k) + ")"
	}
	return text
}
