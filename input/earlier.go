package input

// What a call returns may be an argument of a later one: the element of
// l.PushBack(1) is moved by l.MoveToFront. In the order of the vector, which is
// the order of the calls, alternatives and steps that say what they return add a
// value of that type; an Earlier is one of those of its type so far, by number.
// Numbers count from the first, so that calls behind change nothing. A value counts
// when its steps are done: most calls do not bear their receiver as an argument.
//
// An Earlier is the only field of its alternative, which is the last of its
// Choice. Where there is no such value yet, the first alternative is left.

// returned counts the values of each type that calls have returned. A space
// without an Earlier counts nothing: then it is nil.
type returned struct{ types []typeCount }

type typeCount struct {
	of string
	n  int
}

func (s *Space) returned() *returned {
	if !s.Sig.Shares {
		return nil
	}
	return new(returned)
}

// outside is what counts where a value is no part of a map key, whose order is
// that of its words: nothing in a key is, or may be, what a call has returned.
func (r *returned) outside(key bool) *returned {
	if key {
		return nil
	}
	return r
}

// add notes that an alternative was made, or a step done.
func (r *returned) add(a *Alt) {
	if r == nil || a.Returns == "" {
		return
	}
	for i := range r.types {
		if r.types[i].of == a.Returns {
			r.types[i].n++
			return
		}
	}
	r.types = append(r.types, typeCount{a.Returns, 1})
}

// count is how many values an Earlier of type t may be.
func (r *returned) count(t *Type) int {
	if r != nil {
		for _, c := range r.types {
			if c.of == t.Go {
				return c.n
			}
		}
	}
	return 0
}

// Earlier returns the type of the Earlier that the alternative is, nil if it is
// none.
func (a *Alt) Earlier() *Type {
	if len(a.Fields) == 1 && a.Fields[0].Type.Kind == Earlier {
		return a.Fields[0].Type
	}
	return nil
}

// has reports whether there is something for the alternative to be.
func (r *returned) has(a *Alt) bool {
	t := a.Earlier()
	return t == nil || r.count(t) > 0
}

// last is the number of the last alternative that has something to be.
func (r *returned) last(t *Type) uint64 {
	n := len(t.Alts) - 1
	if n > 0 && !r.has(&t.Alts[n]) {
		n--
	}
	return uint64(n)
}

// returnedBefore counts what was returned before word off.
func (s *Space) returnedBefore(vars []Var, vec Vector, off int) *returned {
	r := s.returned()
	for i := 0; r != nil && i < len(vars) && vars[i].Off < off; i++ {
		if v := &vars[i]; v.Role == RoleAlt && !v.Key {
			if v.End <= off {
				r.add(v.Type.alt(vec[v.Off]))
			}
		}
	}
	return r
}
