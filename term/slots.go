package term

import "slices"

// few is how many slots a term lists unasked. The list of a term that depends
// on more is made when it is wanted, so that a sum of n slots, made step by
// step, does not hold n lists.
const few = 16

// Slots lists the slots that t depends on, in ascending order. It is for
// reading. It belongs to the goroutine of the builder, as do Uses and SlotSet.
func (t *Term) Slots() []int32 {
	if !t.many || t.slots != nil {
		return t.slots
	}
	b := t.home
	b.walk++
	list := b.gather(t, nil)
	slices.Sort(list)
	t.slots = slices.Clip(slices.Compact(list))
	return t.slots
}

// Ground reports whether t depends on no slot.
func (t *Term) Ground() bool { return !t.many && len(t.slots) == 0 }

// Uses reports whether t depends on the slot.
func (t *Term) Uses(slot int) bool {
	_, ok := slices.BinarySearch(t.Slots(), int32(slot))
	return ok
}

// SlotSet is the set of the slots that t depends on, bit by bit.
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

// Walk visits the different sub-terms of t once each, t last. visit must not
// ask for slots, nor make terms.
func (t *Term) Walk(visit func(*Term)) {
	t.home.walk++
	t.walk(t.home.walk, visit)
}

func (t *Term) walk(mark uint32, visit func(*Term)) {
	t.mark = mark
	for _, a := range t.Args {
		if a.mark != mark {
			a.walk(mark, visit)
		}
	}
	visit(t)
}

// gather appends the slots of t, if the present walk has not seen it.
func (b *Builder) gather(t *Term, list []int32) []int32 {
	if t.mark == b.walk {
		return list
	}
	t.mark = b.walk
	if !t.many || t.slots != nil {
		return append(list, t.slots...)
	}
	for _, a := range t.Args {
		list = b.gather(a, list)
	}
	return list
}

// listSlots fills in the list of a new term if it is short. It is that of an
// operand if that has all.
func (t *Term) listSlots() {
	if t.Op == Slot {
		t.slots = []int32{int32(t.Bits)}
		return
	}
	var all []int32
	for _, a := range t.Args {
		if a.many {
			t.many = true
			return
		}
		if all = mergeSlots(all, a.slots); len(all) > few {
			t.many = true
			return
		}
	}
	t.slots = all
}

// mergeSlots is the union of two lists.
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

// subset reports whether all of x are in y.
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
