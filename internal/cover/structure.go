package cover

import (
	"encoding/binary"

	"nearmiss/input"
)

// structureOf is the part of an input that the executor takes as it is: which
// alternatives values are made by, and by how many steps. Inputs of the same
// structure have a tree in common. It takes time linear in the input.
func structureOf(sig *input.Signature, v input.Vector) string {
	w := &structure{v: v}
	for i := range sig.Inputs() {
		w.value(sig.Input(i).Type)
	}
	return string(w.key)
}

// A structure walks through an input. The key has, for each choice, where it
// stands among the values, and the alternative; what is as in the zero input has
// none.
type structure struct {
	v    input.Vector
	pos  int
	path []uint64 // values around, and which part of each
	next uint64   // number of the value
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

// elements passes over a list, or what a pointer points to.
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

// within passes over part number i of the value at hand. Values in it are
// numbered from its beginning: how long lists are, and how values are made,
// moves no other value.
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

// made takes down a word that says how the value at hand is made.
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
