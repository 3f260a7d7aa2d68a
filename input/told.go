package input

// Telling returns a function that returns, for an input and the outcome of its run, what the outcome tells
// beside the input: the words of each result, of each value after the call, of the record of calls, and of each reading of the receiver. A part that
// tells nothing is nil: a result or a reading that is zero or empty, and a value that the call left as it was.
// Of a changed value of unchanged length, only the changed words are listed, each behind its index; of a changed value that
// calls made, all words.
func (s *Signature) Telling() func(vec, out Vector) []Vector {
	var reporting []int // indices in After
	for i := range s.After {
		if s.ReportsChange(i) {
			reporting = append(reporting, i)
		}
	}
	return func(vec, out Vector) (told []Vector) {
		pos := 0
		next := func(t *Type) Vector {
			from := min(pos, len(out))
			pos = Skip(t, out, pos)
			return out[from:min(pos, len(out))]
		}
		for _, f := range s.Results {
			told = append(told, unlessEmpty(f.Type, next(f.Type)))
		}
		for _, f := range s.After {
			told = append(told, s.change(vec, f.Name, next(f.Type)))
		}
		for _, i := range reporting {
			if wordAt(out, pos) == 1 {
				told[len(s.Results)+i] = nil
			}
			pos++
		}
		for _, r := range s.Readers {
			pos++
			returned := wordAt(out, pos-1) == 1
			for _, f := range r.Results {
				var words Vector
				if returned {
					words = unlessEmpty(f.Type, next(f.Type))
				}
				if !r.IsRecord() && !r.OfPackage() && r.OfResult == 0 && (s.Recv == nil || r.Of != s.Recv.Name) { // what the call may leave alone
					words = nil
				}
				told = append(told, words)
			}
		}
		return told
	}
}

// unlessEmpty returns the words of a value, or nil if it is zero, empty or a pointer to such a value.
func unlessEmpty(t *Type, words Vector) Vector {
	for i, w := range words {
		if w != 0 && (i > 0 || w != 1 || t.Kind != Slice && t.Kind != Map && t.Kind != Pointer) {
			return words
		}
	}
	return nil
}

// change returns what the words of the input with the given name after the call tell.
func (s *Signature) change(vec Vector, name string, after Vector) (changed Vector) {
	for i := range s.Inputs() {
		if f := s.Input(i); f.Name == name && f.Type.Kind != Choice {
			before := s.Part(vec, i)
			if len(before) != len(after) {
				return after
			}
			for k, w := range after {
				if w != before[k] {
					changed = append(changed, uint64(k), w)
				}
			}
			return changed
		}
	}
	return after
}
