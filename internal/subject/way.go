package subject

import (
	"slices"

	"nearmiss/input"
)

// wayOf chooses the alternative of a value that can be made in several ways: for a
// sort.Interface, an IntSlice rather than a Reverse of another one. It prefers alternatives that
// contain a list, then those that contain a list within another choice, then those that need no
// other value of the type. Nil and fall-backs come last. Among equals the first alternative is
// chosen.
func wayOf(t *input.Type) int {
	best, bestRank := 0, -1
	for i := range t.Alts {
		a := &t.Alts[i]
		rank := 0
		switch again := needs(a.Fields, t); {
		case a.Rare || a.Name == "nil" || a.Earlier() != nil:
		case !again && slices.ContainsFunc(a.Fields, func(f input.Field) bool { return f.Type.Has(false, IsList) }):
			rank = 4
		case !again && anySizes(a.Fields):
			rank = 3
		case !again:
			rank = 2
		default:
			rank = 1
		}
		if rank > bestRank {
			best, bestRank = i, rank
		}
	}
	return best
}

// IsList reports whether t is a string, slice or map type.
func IsList(t *input.Type) bool {
	return t.Kind == input.String || t.Kind == input.Slice || t.Kind == input.Map
}

func anySizes(fields []input.Field) bool {
	return slices.ContainsFunc(fields, func(f input.Field) bool { return Sized(f.Type) })
}

// leadsTo reports whether a value of type from may contain one of type to, without looking into
// choices.
func leadsTo(from, to *input.Type) bool {
	return from.Has(false, func(t *input.Type) bool { return t == to })
}

// needs reports whether making the fields needs a value of type t, including their alternatives
// but not their steps.
func needs(fields []input.Field, t *input.Type) bool {
	seen := map[*input.Type]bool{}
	var visit func(u *input.Type) bool
	in := func(f input.Field) bool { return visit(f.Type) }
	visit = func(u *input.Type) bool {
		if u == nil || seen[u] {
			return false
		}
		seen[u] = true
		return u == t || visit(u.Elem) || visit(u.Key) || slices.ContainsFunc(u.Fields, in) ||
			slices.ContainsFunc(u.Alts, func(a input.Alt) bool { return slices.ContainsFunc(a.Fields, in) })
	}
	return slices.ContainsFunc(fields, in)
}
