package oracle

import "slices"

// Not all checks of a case need be written. Results, also those of the steps of a scenario, and panics are always compared, but for
// views of results that say themselves what they are.
// Of the other checks package cover chooses, by mutants, few that notice as much as all of them.

// Optional returns the checks of case i that may be spared, without their levels, in the order of preference: the record
// of calls, what methods say, those that tell most first; then what the call has changed; then views, which show
// fields that users of an object do not see. enough reports whether the case makes another check than that an error
// is nil.
func (v *Verdict) Optional(i int) (list []ID, enough bool) {
	rank := func(c *Check) int {
		switch {
		case c.Part == Reader:
			return 1
		case !c.Form.isView():
			return 2
		}
		return 3
	}
	enough = v.Texts[i]
	var optional []*Check
	for _, c := range v.Checks {
		switch {
		case !c.Checks(i):
		case c.Part != Result && !c.Step, c.Part == Result && c.Form.isView() && v.asks(c.Index):
			optional = append(optional, c)
		default:
			enough = enough || c.How != Errors || c.Errors[i].Kind != NoError
		}
	}
	slices.SortStableFunc(optional, func(a, b *Check) int { return rank(a) - rank(b) })
	for _, c := range optional {
		if id := c.ID().Whole(); !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list, enough
}

// asks reports whether a method of a result is asked.
func (v *Verdict) asks(result int) bool {
	return slices.ContainsFunc(v.Checks, func(c *Check) bool { return c.OfResult == result+1 })
}

// Whole returns the ID without the level: checks of one value at several levels are spared together.
func (id ID) Whole() ID { return ID{Part: id.Part, Index: id.Index} }

// Spare marks the checks that each case spares, unless it would make none. A check that no case needs is removed, with
// all that would be said of the value.
func (v *Verdict) Spare(spared [][]ID) {
	needed := map[ID]bool{}
	for i, list := range spared {
		spares := func(c *Check) bool { return slices.Contains(list, c.ID().Whole()) }
		none := !v.Texts[i] && !slices.ContainsFunc(v.Checks, func(c *Check) bool { return c.Checks(i) && !spares(c) })
		for _, c := range v.Checks {
			is := !none && spares(c)
			if c.Spared = append(c.Spared, is); c.Checks(i) && !is {
				needed[c.ID().Whole()] = true
			}
		}
	}
	v.Checks = slices.DeleteFunc(v.Checks, func(c *Check) bool { return !needed[c.ID().Whole()] })
	v.Silences = slices.DeleteFunc(v.Silences, func(s Silence) bool {
		return slices.ContainsFunc(spared, func(list []ID) bool { return slices.Contains(list, s.ID.Whole()) }) && !needed[s.ID.Whole()]
	})
}

// Made returns how many checks all cases make together.
func (v *Verdict) Made() (n int) {
	for _, c := range v.Checks {
		for i := range v.Texts {
			if c.Checks(i) {
				n++
			}
		}
	}
	return n
}

// isView reports whether a form shows the fields of a struct.
func (f *Form) isView() bool {
	return f != nil && (f.Kind == View || f.Kind == Target && f.Elem.Kind == View)
}
