package cover

import (
	"encoding/binary"

	"nearmiss/input"
)

// structureOf is the part of an input that the executor takes as it is: which
// alternatives values are made by, and all that these are made from. Inputs of
// the same structure have a tree in common. It takes time linear in the input.
func structureOf(sig *input.Signature, v input.Vector) string {
	w := &structure{v: v}
	for i := range sig.Inputs() {
		w.value(sig.Input(i).Type)
	}
	return string(w.key)
}

// A structure walks through an input. The key has, for each choice, where it
// stands among the values, and its words; what is as in the zero input has none.
type structure struct {
	v    input.Vector
	pos  int
	path []uint64 // elements of lists around
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
	default:
		w.pos++
	}
}

// elements passes over a list, or what a pointer points to. Values in an element
// are numbered from its beginning: how long lists are moves no other value.
func (w *structure) elements(n uint64, types ...*input.Type) {
	next := w.next
	for i := range n {
		w.path = append(w.path, next, i)
		w.next = 0
		for _, t := range types {
			w.value(t)
		}
		w.path = w.path[:len(w.path)-2]
		if w.pos > len(w.v) {
			break
		}
	}
	w.next = next
}

func (w *structure) choice(t *input.Type) {
	from := w.pos
	w.pos = input.Skip(t, w.v, from)
	words := w.v[min(from, len(w.v)):min(w.pos, len(w.v))]
	zero := w.pos-from == input.MinWords(t)
	for _, x := range words {
		zero = zero && x == 0
	}
	if zero {
		return
	}
	w.key = binary.AppendUvarint(w.key, uint64(len(w.path)))
	for _, x := range w.path {
		w.key = binary.AppendUvarint(w.key, x)
	}
	w.key = binary.AppendUvarint(w.key, w.next)
	w.key = binary.AppendUvarint(w.key, uint64(len(words)))
	for _, x := range words {
		w.key = binary.AppendUvarint(w.key, x)
	}
}

// fixed reports whether all inputs of a signature have one structure without
// lists and pointers: numbers and truth values alone, all of which are symbolic.
func fixed(sig *input.Signature) bool {
	for i := range sig.Inputs() {
		if !fixedType(sig.Input(i).Type) {
			return false
		}
	}
	return true
}

func fixedType(t *input.Type) bool {
	switch t.Kind {
	case input.Bool, input.Int, input.Uint:
		return true
	case input.Array:
		return t.Len == 0 || fixedType(t.Elem)
	case input.Struct:
		for i := range t.Fields {
			if !fixedType(t.Fields[i].Type) {
				return false
			}
		}
		return t.Hidden == 0
	}
	return false
}
