package smt

import "nearmiss/term"

// overlay is an environment that overrides a base for some slots.
type overlay struct {
	base  term.Env
	value []term.Value // by slot: the value set last
	stamp []uint32     // by slot: the value of round when the slot was set
	round uint32       // number of the current overrides: reset increments it
}

// reset sets the base and removes all overrides.
func (o *overlay) reset(base term.Env) {
	o.base = base
	o.round++
	if o.round == 0 {
		clear(o.stamp)
		o.round = 1
	}
}

func (o *overlay) set(slot int, v term.Value) {
	for slot >= len(o.stamp) {
		o.stamp = append(o.stamp, make([]uint32, slot+1)...)
		o.value = append(o.value, make([]term.Value, slot+1)...)
	}
	o.stamp[slot], o.value[slot] = o.round, v
}

// env implements term.Env.
func (o *overlay) env(slot int) (term.Value, bool) {
	if slot < len(o.stamp) && o.stamp[slot] == o.round {
		return o.value[slot], true
	}
	return o.base(slot)
}
