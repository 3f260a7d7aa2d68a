package subject

import (
	"slices"

	"nearmiss/input"
)

// wayOf chooses how to make a value that can be made in several ways: a
// sort.Interface, say, is an IntSlice rather than a Reverse of another one.
// What is nil or a fall-back comes last. Of the others comes first what holds a
// list of its own, then what holds one by way of another choice, then what
// needs no other value of its kind. Equals come in the order of the type.
func wayOf(t *input.Type) int {
	best, rank := 0, -1
	for i := range t.Alts {
		a := &t.Alts[i]
		is := 0
		switch again := reaches(a.Fields, func(u *input.Type) bool { return u == t }, true); {
		case a.Rare || a.Name == "nil":
		case !again && reaches(a.Fields, listed, false):
			is = 4
		case !again && anySizes(a.Fields):
			is = 3
		case !again:
			is = 2
		default:
			is = 1
		}
		if is > rank {
			best, rank = i, is
		}
	}
	return best
}

func listed(t *input.Type) bool {
	return t.Kind == input.String || t.Kind == input.Slice || t.Kind == input.Map
}

func anySizes(fields []input.Field) bool {
	return slices.ContainsFunc(fields, func(f input.Field) bool { return Sized(f.Type) })
}

// leadsTo reports whether a value of type from may hold one of type to, the
// choices within left aside.
func leadsTo(from, to *input.Type) bool {
	return Within(from, func(t *input.Type) bool { return t == to })
}

// Within reports whether a type, or one that it is made of, is wanted. What choices are made
// from is not looked at.
func Within(t *input.Type, wanted func(*input.Type) bool) bool {
	return reaches([]input.Field{{Type: t}}, wanted, false)
}

// reaches reports whether a type that is wanted is among those that the fields
// are made of, their choices included or not.
func reaches(fields []input.Field, wanted func(*input.Type) bool, choices bool) bool {
	seen := map[*input.Type]bool{}
	var visit func(t *input.Type) bool
	visit = func(t *input.Type) bool {
		if t == nil || seen[t] {
			return false
		}
		seen[t] = true
		in := func(f input.Field) bool { return visit(f.Type) }
		return wanted(t) || visit(t.Elem) || visit(t.Key) || slices.ContainsFunc(t.Fields, in) ||
			choices && slices.ContainsFunc(t.Alts, func(a input.Alt) bool { return slices.ContainsFunc(a.Fields, in) })
	}
	return slices.ContainsFunc(fields, func(f input.Field) bool { return visit(f.Type) })
}
