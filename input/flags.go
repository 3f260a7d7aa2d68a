package input

import "slices"

// Constants returns the constants that a word of an integer type is made of: itself, or, if the type is a set of flags, those
// that give it by |, the greatest first. ok is false if there are none. Zero needs none.
func (t *Type) Constants(w uint64) (list []uint64, ok bool) {
	if slices.Contains(t.Words, w) {
		return []uint64{w}, true
	}
	if !t.Flags {
		return nil, w == 0
	}
	words := slices.Sorted(slices.Values(t.Words))
	rest := w
	for _, c := range slices.Backward(words) {
		if c != 0 && c&^w == 0 && c&rest != 0 {
			list, rest = append(list, c), rest&^c
		}
	}
	return list, rest == 0
}
