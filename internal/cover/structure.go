package cover

import (
	"encoding/binary"

	"nearmiss/input"
)

// structureOf returns the structure of an input: the choices that the executor treats as fixed,
// that is, which alternative makes each value and in how many steps. Inputs of the same
// structure share an execution tree. It takes time linear in the size of the input.
func structureOf(sig *input.Signature, v input.Vector) string {
	w := &structure{v: v}
	for i := range sig.Inputs() {
		w.value(sig.Input(i).Type)
	}
	return string(w.key)
}

// A structure walks through an input and builds its key. For each choice that differs from the
// zero input, the key has the position of the value and the alternative.
type structure struct {
	v    input.Vector
	pos  int
	path []uint64 // enclosing values, each with the index of the part that contains the position
	next uint64   // number of the next value within the part
	key  []byte
}

func (w *structure) word() uint64 {
	w.pos++
	if w.pos > len(w.v) {
		return 0
	}
	return w.v[w.pos-1]
}

func (w *structure) value(t *input.Type) {
	w.next++
	switch t.Kind {
	case input.Struct:
		for i := range t.Fields {
			w.value(t.Fields[i].Type)
		}
	case input.Array:
		w.elements(uint64(t.Len), t.Elem)
	case input.Pointer:
		w.elements(min(w.word(), 1), t.Elem)
	case input.String:
		w.pos += int(w.word())
	case input.Slice:
		w.elements(max(w.word(), 1)-1, t.Elem)
	case input.Map:
		w.elements(max(w.word(), 1)-1, t.Key, t.Elem)
	case input.Choice:
		w.choice(t)
	case input.Complex:
		w.pos += 2
	case input.Earlier:
		w.made(w.word())
	default:
		w.pos++
	}
}

// elements walks through the elements of a list or the target of a pointer.
func (w *structure) elements(n uint64, types ...*input.Type) {
	for i := range n {
		w.within(i, func() {
			for _, t := range types {
				w.value(t)
			}
		})
		if w.pos > len(w.v) {
			break
		}
	}
}

// within walks through part i of the current value. Values in the part are numbered from its
// beginning, so that the lengths of lists and the alternatives of values do not change the
// number of any other value.
func (w *structure) within(i uint64, pass func()) {
	next := w.next
	w.path = append(w.path, next, i)
	w.next = 0
	pass()
	w.path, w.next = w.path[:len(w.path)-2], next
}

func (w *structure) choice(t *input.Type) {
	n := w.word()
	w.made(n)
	a := &t.Alts[min(n, uint64(len(t.Alts)-1))]
	w.within(0, func() {
		for i := range a.Fields {
			w.value(a.Fields[i].Type)
		}
		if a.Steps != nil {
			w.next++
			steps := w.word()
			w.made(steps)
			w.elements(max(steps, 1)-1, a.Steps.Elem)
		}
	})
}

// made adds a word that says how the current value is made to the key, unless it is zero.
func (w *structure) made(word uint64) {
	if word == 0 {
		return
	}
	w.key = binary.AppendUvarint(w.key, uint64(len(w.path)))
	for _, x := range w.path {
		w.key = binary.AppendUvarint(w.key, x)
	}
	w.key = binary.AppendUvarint(w.key, w.next)
	w.key = binary.AppendUvarint(w.key, word)
}
