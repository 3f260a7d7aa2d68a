package instrument

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/cfg"
	"nearmiss/fitness"
)

// hook returns the text to insert before and after the probe of c, so that the live
// values are recorded first: (Want && reads && Eval || probe). Both are "" if there
// are no live values. needsUntyped makes the hook an untyped bool.
func (w *writer) hook(c *cfg.Cond, needsUntyped bool) (before, after string) {
	if w.layout == nil {
		return "", ""
	}
	if !w.layout.Evaluates(c) {
		return "", ""
	}
	calls := []string{fmt.Sprintf("%s(%d)", w.probe("Want"), w.condID(c))}
	calls = append(calls, w.readSlots(w.layout.At(c))...)
	calls = append(calls, fmt.Sprintf("%s(%d)", w.probe("Eval"), w.condID(c)))
	h := strings.Join(calls, " && ")
	if needsUntyped {
		h = "(" + h + ") == " + w.probe("Yes")
	}
	return "(" + h + " || ", ")"
}

// readSlots returns calls that record slots. Each call returns true.
func (w *writer) readSlots(slots []fitness.Slot) (out []string) {
	for i := 0; i < len(slots); {
		guards := slots[i].Path.Guards()
		j := i + 1
		for j < len(slots) && slices.Equal(slots[j].Path.Guards(), guards) {
			j++
		}
		out = append(out, w.readGuarded(guards, slots[i:j]))
		i = j
	}
	return out
}

// readGuarded returns calls that record slots with the same guards, which are pointers that must
// not be nil. If one is nil, the calls record the slots as undefined.
func (w *writer) readGuarded(guards []string, slots []fitness.Slot) string {
	var sets, undefs []string
	for i := 0; i < len(slots); {
		first := slots[i].Index
		for next := first; i < len(slots) && slots[i].Index == next; next++ {
			sets = append(sets, w.readSlot(slots[i]))
			i++
		}
		undefs = append(undefs, fmt.Sprintf("%s(%d, %d)", w.probe("Undef"), first, slots[i-1].Index))
	}
	set := strings.Join(sets, " && ")
	if len(guards) == 0 {
		return set
	}
	nils := strings.Join(guards, " == nil || ") + " == nil"
	return fmt.Sprintf("((%s) && %s || %s)", nils, strings.Join(undefs, " && "), set)
}

// readSlot returns the call that records one slot.
func (w *writer) readSlot(slot fitness.Slot) string {
	path, class := slot.Path.String(), scalarClasses[slot.Class]
	switch slot.Class {
	case fitness.Slice:
		return fmt.Sprintf("%s(%d, %d, %s)", w.probe("SetSlice"), slot.Index, w.elemSize(slot), path)
	case fitness.Array:
		n := slot.Type.Underlying().(*types.Array).Len()
		return fmt.Sprintf("%s(%d, %d, %d, &%s)", w.probe("SetArray"), slot.Index, n, w.elemSize(slot), path)
	case fitness.Len:
		path, class = "len("+path+")", "I"
	case fitness.Cap:
		path, class = "cap("+path+")", "I"
	}
	if class == "" {
		return fmt.Sprintf("%s(%d, %s == nil)", w.probe("SetB"), slot.Index, path)
	}
	return fmt.Sprintf("%s(%d, %s(%s))", w.probe("Set"+class), slot.Index, w.probe(class), path)
}

// scalarClasses maps classes of scalar slots to suffixes of probe names.
var scalarClasses = map[fitness.Class]string{fitness.Int: "I", fitness.Uint: "U", fitness.Float: "F", fitness.Bool: "B", fitness.String: "S"}

// elemSize returns the size in bytes of the elements that a slot records, 0 if it records none.
func (w *writer) elemSize(s fitness.Slot) int64 {
	if s.Elem == types.Invalid {
		return 0
	}
	return w.pkg.Sizes.Sizeof(types.Typ[s.Elem])
}
