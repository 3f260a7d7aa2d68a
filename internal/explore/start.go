package explore

import (
	"slices"

	"nearmiss/input"
)

// start is the input to begin with: zeros, nulls and empty lists. What can be
// made in several ways is not nil, where nil says nothing, and made from what
// the search can change. The other ways are not tried, as inputs that are made
// in different ways have no tree in common.
func start(sig *input.Signature) input.Vector {
	space := input.NewSpace(sig, input.Limits{})
	in := space.Zero()
	vars := space.Vars(nil, in)
	for i := 0; i < len(vars); i++ {
		v := &vars[i]
		if v.Role != input.RoleAlt || v.Depth > mostNested {
			continue
		}
		if w := telling(v.Type); w != in[v.Off] {
			in = space.Blank(in, v, w)
			vars = space.Vars(vars[:0], in) // those before it are as they were
		}
	}
	return in
}

// mostNested is how far within other values a choice is made with care: in what
// a constructor is given, and no further.
const mostNested = 1

// telling is the alternative of a choice that says most: no nil, unless that is
// as good as any other value; of the others one that careful callers use, and of
// these one made from plain data, which the search can change, rather than a
// constant, and a constant rather than what is a choice again.
func telling(t *input.Type) uint64 {
	const isNil = "nil"
	best, most := 0, -1
	for i, a := range t.Alts {
		rank := 0
		switch {
		case a.Name == isNil && a.Rare, a.Earlier() != nil:
			continue
		case a.Name == isNil:
			return uint64(i)
		case !a.Rare:
			rank = 1
		}
		if rank = 3*rank + data(a.Fields); rank > most {
			best, most = i, rank
		}
	}
	return uint64(best)
}

// data is 2 for fields of plain data, 1 for none, and 0 if there is a choice among
// them.
func data(fields []input.Field) int {
	if slices.ContainsFunc(fields, func(f input.Field) bool {
		return f.Type.Has(false, func(t *input.Type) bool { return t.Kind == input.Choice })
	}) {
		return 0
	}
	return min(len(fields), 1) + 1
}
