package explore

import (
	"slices"

	"nearmiss/input"
)

// withoutDuplicateKeys returns the input without map entries that a later entry with the same key
// replaces. The values are the same, but can be written as a Go literal, which allows no duplicate
// keys.
func withoutDuplicateKeys(sig *input.Signature, v input.Vector) input.Vector {
	var out input.Vector
	pos := 0
	for i := range sig.Inputs() {
		out, pos = copyDistinct(out, sig.Input(i).Type, v, pos)
	}
	return out
}

// copyDistinct appends the value at pos to out, and returns the position after it.
func copyDistinct(out input.Vector, t *input.Type, v input.Vector, pos int) (input.Vector, int) {
	each := func(n int, elem func(i int) *input.Type) {
		for i := range n {
			out, pos = copyDistinct(out, elem(i), v, pos)
		}
	}
	switch t.Kind {
	case input.Struct:
		each(len(t.Fields), func(i int) *input.Type { return t.Fields[i].Type })
	case input.Array:
		each(t.Len, func(int) *input.Type { return t.Elem })
	case input.Slice, input.Pointer:
		n := v[pos]
		out, pos = append(out, n), pos+1
		if t.Kind == input.Slice {
			n = max(n, 1) - 1
		}
		each(int(n), func(int) *input.Type { return t.Elem })
	case input.Map:
		return copyDistinctMap(out, t, v, pos)
	default:
		end := input.Skip(t, v, pos)
		return append(out, v[pos:end]...), end
	}
	return out, pos
}

func copyDistinctMap(out input.Vector, t *input.Type, v input.Vector, pos int) (input.Vector, int) {
	type entry struct{ key, value input.Vector }
	var list []entry
	n := v[pos]
	pos++
	for range max(n, 1) - 1 {
		var e entry
		e.key, pos = copyDistinct(nil, t.Key, v, pos)
		e.value, pos = copyDistinct(nil, t.Elem, v, pos)
		list = slices.DeleteFunc(list, func(o entry) bool { return slices.Equal(o.key, e.key) })
		list = append(list, e)
	}
	out = append(out, min(n, 1)+uint64(len(list)))
	for _, e := range list {
		out = append(append(out, e.key...), e.value...)
	}
	return out, pos
}
