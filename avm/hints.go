package avm

import (
	"bytes"
	"math"
	"slices"

	"nearmiss/input"
)

const (
	maxHints = 16  // operands of a class that are tried everywhere
	maxSwaps = 256 // operands that are tried in place of others
	maxSeeds = 128 // operands of a class that random draws may use
)

// hinted runs the current vector once more to see what was compared where it
// turned away, and tries those values, and what lies next to them. First in
// the variables that hold the other side of such a comparison now, then in
// all that matter. If nothing was compared there, as with err != nil, the
// comparisons of the whole run stand in. It is what a person does who reads
// the failing condition.
func (c *climber) hinted() bool {
	if c.opt.Source == nil {
		return false
	}
	h := c.record(Failing)
	if len(h.Ints)+len(h.Floats)+len(h.Strings) > 0 {
		return c.swapped(h) || c.everywhere(h)
	}
	return c.swapped(c.record(Everything))
}

// record takes down operands of the current vector's run.
func (c *climber) record(d Detail) *input.Seeds {
	c.opt.Source.Record(d)
	c.gate.Observe(c.vec)
	c.opt.Source.Record(Nothing)
	h := c.opt.Source.Hints()
	s := &c.space.Seeds
	s.Ints = learn(s.Ints, h.Ints)
	s.Floats = learn(s.Floats, h.Floats)
	s.Strings = learn(s.Strings, h.Strings)
	return h
}

// learn adds values to a list that it does not share with anyone.
func learn[T comparable](known, values []T) []T {
	known = slices.Clip(known)
	for _, x := range values {
		if len(known) < maxSeeds && !slices.Contains(known, x) {
			known = append(known, x)
		}
	}
	return known
}

// swapped tries other operands in the place of those that variables hold.
func (c *climber) swapped(h *input.Seeds) bool {
	left := maxSwaps
	for i := range c.vars {
		v := &c.vars[i]
		if !number(v) || v.Role == input.RoleFloat || !slices.Contains(h.Ints, v.Int(c.vec[v.Off])) {
			continue
		}
		if c.ints(v, h.Ints, &left) {
			return true
		}
		if left <= 0 || c.gate.Over() {
			return false
		}
	}
	return c.texts(h.Strings, &left)
}

// everywhere tries operands in every variable on turn.
func (c *climber) everywhere(h *input.Seeds) bool {
	left := maxSwaps
	ints, floats := h.Ints[:min(len(h.Ints), maxHints)], h.Floats[:min(len(h.Floats), maxHints)]
	for _, i := range c.turn {
		v := &c.vars[i]
		if !number(v) {
			continue
		}
		if c.ints(v, ints, &left) || v.Role == input.RoleFloat && c.floats(v, floats, &left) {
			return true
		}
		if left <= 0 || c.gate.Over() {
			return false
		}
	}
	return false
}

// ints tries numbers and their neighbours in a variable.
func (c *climber) ints(v *input.Var, values []int64, left *int) bool {
	for _, x := range values {
		w := v.FromInt(x)
		if v.Role == input.RoleUint {
			w = v.Clamp(uint64(x))
		}
		if v.Role != input.RoleFloat && w != uint64(x) || *left <= 0 { // not of this domain
			continue
		}
		*left -= 3
		if c.setTo(v, w) || c.setTo(v, v.Move(w, true, 1)) || c.setTo(v, v.Move(w, false, 1)) {
			return true
		}
	}
	return false
}

func (c *climber) floats(v *input.Var, values []float64, left *int) bool {
	for _, x := range values {
		for _, y := range [...]float64{x, math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1))} {
			*left--
			if c.setTo(v, math.Float64bits(y)) {
				return true
			}
		}
	}
	return false
}

// texts tries strings in the place of others: of a whole string, or of the
// part of it that was compared.
func (c *climber) texts(values []string, left *int) bool {
	values = values[:min(len(values), maxHints)]
	for i := range c.vars {
		v := &c.vars[i]
		if v.Role != input.RoleLen || v.Type.Kind != input.String {
			continue
		}
		now := textOf(c.vec[v.Off+1 : v.End])
		for _, s := range values {
			if c.text(v, []byte(s), left) {
				return true
			}
		}
		for _, part := range values {
			at := bytes.Index(now, []byte(part))
			if at < 0 || part == "" || len(part) == len(now) {
				continue
			}
			for _, s := range values {
				if s != part && c.text(v, slices.Replace(slices.Clone(now), at, at+len(part), []byte(s)...), left) {
					return true
				}
			}
		}
	}
	return false
}

func textOf(words input.Vector) []byte {
	b := make([]byte, len(words))
	for i, w := range words {
		b[i] = byte(w)
	}
	return b
}

// text tries a string for the one whose length v is.
func (c *climber) text(v *input.Var, s []byte, left *int) bool {
	if uint64(len(s)) > v.Hi || *left <= 0 || c.gate.Over() {
		return false
	}
	*left--
	c.work = append(c.work[:0], c.vec[:v.Off]...)
	c.work = append(c.work, uint64(len(s)))
	for _, b := range s {
		c.work = append(c.work, uint64(b))
	}
	c.work = append(c.work, c.vec[v.End:]...)
	return c.accept(c.space.Normalize(nil, c.work))
}
