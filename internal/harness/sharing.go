package harness

import (
	"slices"

	"nearmiss/input"
)

// callSharing caches, for types of inputs, which calls return values while an input is made, and
// whether parts of the input may be values returned earlier.
type callSharing struct {
	parts           map[*input.Type]*callParts
	sharesCallCache map[*input.Type]bool // results of partsShareCall
}

// callParts holds, for the parts of a value, the types that calls return and the types of values
// returned earlier.
type callParts struct{ returns, earlier []string }

// hasSharedParts reports whether an input may be or contain a value that an earlier call of the
// same run has returned. It is false for a single input made by a constructor that takes no such
// value.
func (c *Coder) hasSharedParts(sig *input.Signature) bool {
	var list []*input.Type
	for i := range sig.Inputs() {
		list = append(list, sig.Input(i).Type)
	}
	return c.sharing.inOrder(list...) || slices.ContainsFunc(list, func(t *input.Type) bool {
		return len(c.sharing.partsOf(t).earlier) > 0 && t.Has(true, c.sharing.partsShareCall)
	})
}

// partsOf returns the types that calls return within t, and the types of values returned earlier
// within t.
func (s *callSharing) partsOf(t *input.Type) *callParts {
	if p := s.parts[t]; p != nil {
		return p
	}
	p := &callParts{}
	add := func(list *[]string, of string) {
		if of != "" && !slices.Contains(*list, of) {
			*list = append(*list, of)
		}
	}
	t.Has(true, func(t *input.Type) bool {
		if t.Kind == input.Earlier {
			add(&p.earlier, t.Go)
		}
		for i := range t.Alts {
			add(&p.returns, t.Alts[i].Returns)
		}
		return false
	})
	s.parts[t] = p
	return p
}

// inOrder reports whether, of values made in this order, a later value may be returned by a call
// that makes an earlier value.
func (s *callSharing) inOrder(list ...*input.Type) bool {
	var before []string
	for _, t := range list {
		p := s.partsOf(t)
		if slices.ContainsFunc(p.earlier, func(of string) bool { return slices.Contains(before, of) }) {
			return true
		}
		before = append(before, p.returns...)
	}
	return false
}

// partsShareCall reports whether a call that makes one part of a value of type t may return a later
// part of the value. It caches the results.
func (s *callSharing) partsShareCall(t *input.Type) bool {
	known, ok := s.sharesCallCache[t]
	if !ok {
		known = s.findSharedCall(t)
		s.sharesCallCache[t] = known
	}
	return known
}

// findSharedCall computes the result of partsShareCall.
func (s *callSharing) findSharedCall(t *input.Type) bool {
	switch t.Kind {
	case input.Slice, input.Array:
		return s.inOrder(t.Elem, t.Elem)
	case input.Map:
		return s.inOrder(t.Key, t.Elem, t.Key, t.Elem)
	case input.Struct:
		return s.inOrder(typesOf(t.Fields)...)
	case input.Choice:
		return slices.ContainsFunc(t.Alts, func(a input.Alt) bool {
			list := typesOf(a.Fields)
			if a.Steps == nil {
				return s.inOrder(list...)
			}
			return s.inOrder(append(list, a.Steps)...)
		})
	}
	return false
}

func typesOf(fields []input.Field) (list []*input.Type) {
	for _, f := range fields {
		list = append(list, f.Type)
	}
	return list
}
