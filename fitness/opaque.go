package fitness

import (
	"sync"

	"nearmiss/cfg"
	"nearmiss/term"
)

// The result of a call is unknown, but it is one value:
//
//	n, err := read()
//	if err != nil {
//		return err
//	}
//	if n == 0 && err != nil {  // never
//
// A loc that is assigned an unknown value holds a slot whose number is greater than those of the
// layout: an opaque value. The distance of a condition over an opaque value is not defined, so that
// the condition is dropped from path conditions. It is kept among the facts, which later conditions
// may contradict.

// nameUnknowns gives names to the unknown values that a block assigns, unless the block is on a
// cycle: a name stands for one value.
func (a *Analysis) nameUnknowns(b *cfg.Block) {
	notRepeated := sync.OnceValue(func() bool { return !isRepeated(b) })
	for _, o := range a.blocks[b] {
		for i, v := range o.src {
			if l := a.lowering.locs.all[o.dst[i]]; v == nil && l.holdsValue() && notRepeated() {
				t := a.terms.Slot(len(a.Layout.Slots)+a.numOpaque, l.sort, false)
				a.numOpaque++
				o.src[i] = &value{kind: opaqueValue, konst: t, loc: -1, content: -1}
			}
		}
	}
}

// holdsValue reports whether the term of a loc determines its value completely.
func (l *loc) holdsValue() bool {
	if l.path.Root == nil {
		return false
	}
	switch l.class {
	case Slice, Array, Len, Cap:
		return false
	}
	return true
}

// isOpaque reports whether a term depends on an opaque value.
func (a *Analysis) isOpaque(t *term.Term) bool {
	slots := t.Slots()
	return len(slots) > 0 && int(slots[len(slots)-1]) >= len(a.Layout.Slots)
}

// isRepeated reports whether a block is on a cycle.
func isRepeated(b *cfg.Block) bool {
	seen := map[*cfg.Block]bool{}
	stack := []*cfg.Block{b}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, e := range x.Succs {
			if e.To == b {
				return true
			}
			if !seen[e.To] {
				seen[e.To] = true
				stack = append(stack, e.To)
			}
		}
	}
	return false
}
