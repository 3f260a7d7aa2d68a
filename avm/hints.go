package avm

import (
	"math"

	"nearmiss/input"
)

// maxHints is how many operands of a class are tried in each variable.
const maxHints = 16

// hinted runs the current vector once more to see what was compared where it
// turned away, and tries those values, and what lies next to them, in every
// variable. It is what a person does who reads the failing comparison.
func (c *climber) hinted() bool {
	if c.opt.Hints == nil {
		return false
	}
	c.opt.Hints.Record(true)
	c.gate.Again(c.vec, &c.next)
	c.opt.Hints.Record(false)
	h := c.opt.Hints.Hints()
	for i := range c.vars {
		v := &c.vars[i]
		switch {
		case v.Role == input.RoleLen && v.Type.Kind == input.String:
			if c.texts(v, h.Strings) {
				return true
			}
		case number(v):
			if c.ints(v, h.Ints) || v.Role == input.RoleFloat && c.floats(v, h.Floats) {
				return true
			}
		}
		if c.gate.Over() {
			return false
		}
	}
	return false
}

func (c *climber) ints(v *input.Var, values []int64) bool {
	for _, x := range values[:min(len(values), maxHints)] {
		w := v.FromInt(x)
		if v.Role == input.RoleUint {
			w = v.Clamp(uint64(x))
		}
		if v.Role != input.RoleFloat && w != uint64(x) { // not of this domain
			continue
		}
		if c.setTo(v, w) || c.setTo(v, v.Move(w, true, 1)) || c.setTo(v, v.Move(w, false, 1)) {
			return true
		}
	}
	return false
}

func (c *climber) floats(v *input.Var, values []float64) bool {
	for _, x := range values[:min(len(values), maxHints)] {
		for _, y := range [...]float64{x, math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1))} {
			if c.setTo(v, math.Float64bits(y)) {
				return true
			}
		}
	}
	return false
}

// texts tries strings for the string whose length v is.
func (c *climber) texts(v *input.Var, values []string) bool {
	for _, s := range values[:min(len(values), maxHints)] {
		if uint64(len(s)) > v.Hi {
			continue
		}
		c.work = append(c.work[:0], c.vec[:v.Off]...)
		c.work = append(c.work, uint64(len(s)))
		for i := range len(s) {
			c.work = append(c.work, uint64(s[i]))
		}
		c.work = append(c.work, c.vec[v.End:]...)
		if c.accept(c.space.Normalize(nil, c.work)) {
			return true
		}
	}
	return false
}
