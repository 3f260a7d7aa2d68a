package instrument

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/cfg"
	"nearmiss/fitness"
)

// hook is the text around the probe of c that hands over the live values:
// (Want && reads && Eval || probe). neutral makes it an untyped bool.
func (w *writer) hook(c *cfg.Cond, neutral bool) (before, after string) {
	if w.layout == nil {
		return "", ""
	}
	slots := w.layout.At(c)
	if len(slots) == 0 {
		return "", ""
	}
	h := fmt.Sprintf("%s(%d) && %s && %s(%d)", w.probe("Want"), w.id(c), w.reads(slots), w.probe("Eval"), w.id(c))
	if neutral {
		h = "(" + h + ") == " + w.probe("Yes")
	}
	return "(" + h + " || ", ")"
}

// reads is a chain of calls, each true, that hand over slots.
func (w *writer) reads(slots []fitness.Slot) string {
	var out []string
	for i := 0; i < len(slots); {
		guards := slots[i].Path.Guards()
		j := i + 1
		for j < len(slots) && slices.Equal(slots[j].Path.Guards(), guards) {
			j++
		}
		out = append(out, w.guarded(guards, slots[i:j]))
		i = j
	}
	return strings.Join(out, " && ")
}

// guarded reads slots that have one list of guards.
func (w *writer) guarded(guards []string, slots []fitness.Slot) string {
	var sets, undefs []string
	for _, s := range slots {
		sets = append(sets, w.read(s))
		undefs = append(undefs, fmt.Sprintf("%s(%d)", w.probe("Undef"), s.Index))
	}
	set := strings.Join(sets, " && ")
	if len(guards) == 0 {
		return set
	}
	nils := strings.Join(guards, " == nil || ") + " == nil"
	return fmt.Sprintf("((%s) && %s || %s)", nils, strings.Join(undefs, " && "), set)
}

// read hands over one slot whose path can be read.
func (w *writer) read(s fitness.Slot) string {
	p, class := s.Path.String(), scalarClasses[s.Class]
	switch s.Class {
	case fitness.Slice:
		return fmt.Sprintf("%s(%d, %d, %s)", w.probe("SetSlice"), s.Index, w.size(s), p)
	case fitness.Array:
		n := s.Type.Underlying().(*types.Array).Len()
		return fmt.Sprintf("%s(%d, %d, %d, &%s)", w.probe("SetArray"), s.Index, n, w.size(s), p)
	case fitness.Len:
		p, class = "len("+p+")", "I"
	case fitness.Cap:
		p, class = "cap("+p+")", "I"
	}
	if class == "" {
		return fmt.Sprintf("%s(%d, %s == nil)", w.probe("SetB"), s.Index, p)
	}
	return fmt.Sprintf("%s(%d, %s(%s))", w.probe("Set"+class), s.Index, w.probe(class), p)
}

// scalarClasses are the names of the probes for what one word says.
var scalarClasses = map[fitness.Class]string{fitness.Int: "I", fitness.Uint: "U", fitness.Float: "F", fitness.Bool: "B", fitness.String: "S"}

// size is the number of bytes of an element whose content is handed over.
func (w *writer) size(s fitness.Slot) int64 {
	if s.Elem == types.Invalid {
		return 0
	}
	return w.pkg.Sizes.Sizeof(types.Typ[s.Elem])
}
