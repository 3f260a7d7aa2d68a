package explore

import (
	"slices"

	"nearmiss/input"
)

// start returns the first input: zeros, nil pointers and empty lists. A value that can be made
// in several ways is not nil unless nil is an ordinary value, and is made from data that the
// search can change. The other ways are not tried, because inputs made in different ways share
// no tree.
func start(sig *input.Signature) input.Vector {
	space := input.NewSpace(sig, input.Limits{})
	in := space.Zero()
	vars := space.Vars(nil, in)
	for i := 0; i < len(vars); i++ {
		v := &vars[i]
		if v.Role != input.RoleAlt || v.Depth > maxChoiceDepth {
			continue
		}
		if w := usefulAlternative(v.Type); w != in[v.Off] {
			in = space.ChooseSmallest(in, v, w)
			vars = space.Vars(vars[:0], in) // variables up to i are unchanged
		}
	}
	return in
}

// maxChoiceDepth is the nesting depth up to which usefulAlternative chooses the alternative of a
// value: the arguments of a constructor, but not their arguments.
const maxChoiceDepth = 1

// usefulAlternative returns the most useful alternative of a choice. It takes nil only if nil is as
// ordinary as the other values. It prefers alternatives that are not rare, then alternatives
// made from plain data, which the search can change, then constants, then alternatives that
// contain another choice.
func usefulAlternative(t *input.Type) uint64 {
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
		if rank = 3*rank + dataRank(a.Fields); rank > most {
			best, most = i, rank
		}
	}
	return uint64(best)
}

// dataRank ranks fields: 2 if all are plain data, 1 if there are none, and 0 if there is a choice
// among them.
func dataRank(fields []input.Field) int {
	if slices.ContainsFunc(fields, func(f input.Field) bool {
		return f.Type.Has(false, func(t *input.Type) bool { return t.Kind == input.Choice })
	}) {
		return 0
	}
	return min(len(fields), 1) + 1
}
