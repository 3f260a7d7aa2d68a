package term

import "slices"

// maxListed is the largest number of slots that a new term lists. A longer list is made on
// demand, so that a sum of n slots, built step by step, does not hold n lists.
const maxListed = 16

// Slots returns the slots that t depends on, sorted. The caller must not change the slice. Only
// the goroutine of the builder may call Slots, Uses and SlotSet.
func (t *Term) Slots() []int32 {
	if !t.unlisted || t.slots != nil {
		return t.slots
	}
	b := t.builder
	b.walk++
	list := b.gather(t, nil)
	slices.Sort(list)
	t.slots = slices.Clip(slices.Compact(list))
	return t.slots
}

// Ground reports whether t depends on no slot.
func (t *Term) Ground() bool { return !t.unlisted && len(t.slots) == 0 }

// Uses reports whether t depends on a slot.
func (t *Term) Uses(slot int) bool {
	_, ok := slices.BinarySearch(t.Slots(), int32(slot))
	return ok
}

// SlotSet returns the slots that t depends on as a bit set.
func (t *Term) SlotSet() []uint64 {
	list := t.Slots()
	if len(list) == 0 {
		return nil
	}
	set := make([]uint64, list[len(list)-1]/64+1)
	for _, s := range list {
		set[s/64] |= 1 << (s % 64)
	}
	return set
}

// gather appends the slots of t, unless the current walk has visited t.
func (b *Builder) gather(t *Term, list []int32) []int32 {
	if t.mark == b.walk {
		return list
	}
	t.mark = b.walk
	if !t.unlisted || t.slots != nil {
		return append(list, t.slots...)
	}
	for _, a := range t.Args {
		list = b.gather(a, list)
	}
	return list
}

// listSlots sets the list of slots of a new term if it is short. It shares the list of an
// operand if that has all slots.
func (t *Term) listSlots() {
	if t.Op == Slot {
		t.slots = []int32{int32(t.Bits)}
		return
	}
	var all []int32
	for _, a := range t.Args {
		if a.unlisted {
			t.unlisted = true
			return
		}
		if all = mergeSlots(all, a.slots); len(all) > maxListed {
			t.unlisted = true
			return
		}
	}
	t.slots = all
}

// mergeSlots returns the union of two lists.
func mergeSlots(x, y []int32) []int32 {
	if len(x) < len(y) {
		x, y = y, x
	}
	if subset(y, x) {
		return x
	}
	out := make([]int32, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] < y[0]:
			out, x = append(out, x[0]), x[1:]
		case x[0] > y[0]:
			out, y = append(out, y[0]), y[1:]
		default:
			out, x, y = append(out, x[0]), x[1:], y[1:]
		}
	}
	return append(append(out, x...), y...)
}

// subset reports whether y has all elements of x.
func subset(x, y []int32) bool {
	for _, s := range x {
		for len(y) > 0 && y[0] < s {
			y = y[1:]
		}
		if len(y) == 0 || y[0] != s {
			return false
		}
	}
	return true
}
