package input

// The result of a call may be an argument of a later call: the element that l.PushBack(1)
// returns is moved by l.MoveToFront. The calls run in the order of the vector. An alternative or
// step with a type in Returns adds a value of this type; an Earlier selects one of the values of
// its type so far, by index. Indices count from the first value, so that a change of later calls
// does not affect them. A value is added after its steps, since most calls do not work with
// their receiver as an argument.
//
// An Earlier is the only field of its alternative, which is the last of its Choice. If there is
// no value yet, the first alternative is used instead.

// returnCounts counts the values of each type that calls have returned so far. It is nil for a
// space without an Earlier.
type returnCounts struct{ types []typeCount }

type typeCount struct {
	goType string // Go text of the type
	count  int
}

func (s *Space) newReturnCounts() *returnCounts {
	if !s.Sig.Shares {
		return nil
	}
	return new(returnCounts)
}

// unlessKey returns the counts to use for a value: nil for a map key. Entries are sorted by the
// words of their keys, so a key neither contains an Earlier nor adds a value.
func (r *returnCounts) unlessKey(key bool) *returnCounts {
	if key {
		return nil
	}
	return r
}

// add counts the value of an alternative that was made, or of a step that was done.
func (r *returnCounts) add(a *Alt) {
	if r == nil || a.Returns == "" {
		return
	}
	for i := range r.types {
		if r.types[i].goType == a.Returns {
			r.types[i].count++
			return
		}
	}
	r.types = append(r.types, typeCount{a.Returns, 1})
}

// count returns the number of values that an Earlier of type t can select.
func (r *returnCounts) count(t *Type) int {
	if r != nil {
		for _, c := range r.types {
			if c.goType == t.Go {
				return c.count
			}
		}
	}
	return 0
}

// Earlier returns the field type of the alternative if it is an Earlier, or nil.
func (a *Alt) Earlier() *Type {
	if len(a.Fields) == 1 && a.Fields[0].Type.Kind == Earlier {
		return a.Fields[0].Type
	}
	return nil
}

// canMake reports whether the alternative can be made: an Earlier needs a value that it can select.
func (r *returnCounts) canMake(a *Alt) bool {
	t := a.Earlier()
	return t == nil || r.count(t) > 0
}

// lastMakeable returns the index of the last alternative of a Choice that can be made.
func (r *returnCounts) lastMakeable(t *Type) uint64 {
	n := len(t.Alts) - 1
	if n > 0 && !r.canMake(&t.Alts[n]) {
		n--
	}
	return uint64(n)
}

// returnedBefore counts the values returned by calls before the word at index off.
func (s *Space) returnedBefore(vars []Var, vec Vector, off int) *returnCounts {
	r := s.newReturnCounts()
	for i := 0; r != nil && i < len(vars) && vars[i].Off < off; i++ {
		if v := &vars[i]; v.Role == RoleAlt && !v.Key {
			if v.End <= off {
				r.add(v.Type.alt(vec[v.Off]))
			}
		}
	}
	return r
}
