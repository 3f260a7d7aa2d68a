package search

import (
	"maps"
	"slices"

	"nearmiss/input"
)

// Diversify replaces values of v that hide what a function does with them: values that are neutral in many
// operations, as 0, 1, "" and nil are, and values that equal an earlier one. Each becomes a small value that the
// input does not have yet, if keep accepts the input: 2 + 3 shows more than 0 + 0 or 1 + 1. Equal neutral values
// may also change together, because a function may compare them. Diversify returns the input and the number
// of calls of keep, at most limit.
func Diversify(space *input.Space, v input.Vector, limit uint64, keep func(input.Vector) bool) (input.Vector, uint64) {
	d := &diversifier{space: space, limit: limit, acceptable: keep, proposed: map[uint64]bool{Hash(v): true}}
	d.accept(v)
	for before := -1; before < d.accepted; {
		before = d.accepted
		for _, together := range [...]bool{false, true} {
			for i := 0; i < len(d.vars) && d.tried < d.limit; i++ {
				d.diversify(i, together)
			}
		}
	}
	return d.best, d.tried
}

// A diversifier holds the state of one call of Diversify.
type diversifier struct {
	space      *input.Space
	best       input.Vector
	vars       []input.Var     // variables of best
	taken      map[uint64]bool // words of its scalars
	accepted   int
	limit      uint64
	tried      uint64
	acceptable func(input.Vector) bool
	proposed   map[uint64]bool // hashes of the vectors proposed so far, and of the first
}

func (d *diversifier) accept(v input.Vector) {
	d.best = slices.Clone(v)
	d.vars = d.space.Vars(nil, d.best)
	d.taken = map[uint64]bool{}
	for i := range d.vars {
		if isScalar(&d.vars[i]) {
			d.taken[d.best[d.vars[i].Off]] = true
		}
	}
	d.accepted++
}

// try proposes the best vector with other words for the values of variables, which are in ascending order.
func (d *diversifier) try(list []input.Var, words ...uint64) bool {
	vec := slices.Clone(d.best)
	for _, v := range slices.Backward(list) {
		vec = slices.Replace(vec, v.Off, v.End, words...)
	}
	return d.propose(d.space.Normalize(nil, vec))
}

func (d *diversifier) propose(vec input.Vector) bool {
	h := Hash(vec)
	if d.tried >= d.limit || d.proposed[h] {
		return false
	}
	d.proposed[h] = true
	if d.tried++; !d.acceptable(vec) {
		return false
	}
	d.accept(vec)
	return true
}

// diversify proposes other values for variable i if its value is neutral, or equal to an earlier one. With together
// it proposes another neutral value for all variables that have it.
func (d *diversifier) diversify(i int, together bool) {
	v := d.vars[i]
	if !isValue(&v) {
		if !together {
			d.fill(&v)
			d.hold(&v)
		}
		return
	}
	var same []input.Var // variables with the value of v
	for _, u := range d.vars {
		if isValue(&u) && u.Role == v.Role && u.Char() == v.Char() && slices.Equal(d.best[u.Off:u.End], d.best[v.Off:v.End]) {
			same = append(same, u)
		}
	}
	neutral := isNeutral(&v, d.best[v.Off])
	if !neutral && (same[0].Off == v.Off || v.Role == input.RoleBool) {
		return
	}
	if together && (!neutral || len(same) == 1) {
		return
	}
	if !together {
		same = []input.Var{v}
	}
	for _, words := range d.others(&v) {
		if d.try(same, words...) {
			return
		}
	}
}

// isValue reports whether v is a scalar or a string.
func isValue(v *input.Var) bool {
	return isScalar(v) && v.Type.Kind != input.Earlier || v.Role == input.RoleLen && v.Type.Kind == input.String
}

// isNeutral reports whether a value that begins with word w has no effect in many operations.
func isNeutral(v *input.Var, w uint64) bool {
	n, whole := numberOf(v, w)
	switch {
	case v.Role == input.RoleBool || v.Role == input.RoleLen:
		return w == 0
	case v.Char():
		return w == 0 || w == '0'
	}
	return whole && n.size <= 1
}

// others returns values to propose for v in the place of its value, the best first.
func (d *diversifier) others(v *input.Var) [][]uint64 {
	w, ok := fresh(v, d.best[v.Off], d.taken)
	switch {
	case !ok:
		return nil
	case v.Role == input.RoleLen:
		return [][]uint64{{1, w}}
	case v.Role == input.RoleBool || v.Char():
		return [][]uint64{{w}}
	}
	return [][]uint64{{w}, {v.FromInt(1)}, {v.FromFloat(-v.Float(w))}}
}

// fresh returns a word for a value of v, now old, that is not among taken: a small number, or a letter or digit.
// ok is false if there is none.
func fresh(v *input.Var, old uint64, taken map[uint64]bool) (word uint64, ok bool) {
	from, to, offset := uint64(2), uint64(99), 0.0
	switch {
	case v.Role == input.RoleBool:
		return v.Clamp(1), true
	case v.Char() && old >= 'A' && old <= 'Z':
		from, to = 'A', 'Z'
	case v.Char() && old >= '0' && old <= '9':
		from, to = '1', '9'
	case v.Role == input.RoleLen || v.Char() && (old == 0 || old >= 'a' && old <= 'z'):
		from, to = 'a', 'z'
	case v.Char():
		return 0, false
	case v.Role == input.RoleFloat:
		offset = 0.5
	case v.Type.IsDuration(): // calls may wait for it
		return 0, false
	case len(v.Type.Words) > 0:
		i := slices.IndexFunc(v.Type.Words, func(w uint64) bool { return w != 0 && !taken[w] && v.Clamp(w) == w })
		if i < 0 {
			return 0, false
		}
		return v.Type.Words[i], true
	}
	for n := from; n <= to; n++ {
		w := n
		if v.Role != input.RoleLen {
			w = v.FromFloat(float64(n) + offset)
		}
		if !taken[w] {
			return w, true
		}
	}
	return 0, false
}

// fill proposes a pointer in the place of nil, or an element in the place of none, with fresh values inside. It
// leaves nested values and what calls make, whose texts would become long.
func (d *diversifier) fill(v *input.Var) {
	if v.Depth > 0 || v.Role != input.RoleNil && v.Role != input.RoleLen || v.Steps || d.best[v.Off] > 1 || v.Role == input.RoleNil && d.best[v.Off] == 1 {
		return
	}
	d.propose(d.filled(d.space.Set(slices.Clone(d.best), v, min(v.Hi, 2)), v))
}

// hold proposes a number or a text in the place of nil in an interface.
func (d *diversifier) hold(v *input.Var) {
	if v.Role != input.RoleAlt || v.Key || v.Type.Alts[min(d.best[v.Off], v.Hi)].Name != "nil" {
		return
	}
	for _, name := range [...]string{"int", "string"} {
		i := slices.IndexFunc(v.Type.Alts, func(a input.Alt) bool { return a.Name == name && len(a.Fields) == 1 && a.Fields[0].Type.Go == name })
		if i >= 0 && uint64(i) <= v.Hi && d.propose(d.filled(d.space.Set(slices.Clone(d.best), v, uint64(i)), v)) {
			return
		}
	}
}

// filled returns vec with fresh values inside the value that begins where v does.
func (d *diversifier) filled(vec input.Vector, v *input.Var) input.Vector {
	taken := maps.Clone(d.taken)
	for i := 0; ; i++ {
		vars := d.space.Vars(nil, vec)
		for i < len(vars) && vars[i].Off <= v.Off {
			i++
		}
		if i == len(vars) || vars[i].Off >= d.space.Var(nil, vec, v.Off).End {
			break
		}
		switch u := vars[i]; {
		case u.Role == input.RoleNil && u.Depth <= 1, u.Role == input.RoleLen && u.Type.Kind == input.String:
			vec = d.space.Set(vec, &u, 1)
		case isScalar(&u):
			if w, ok := fresh(&u, vec[u.Off], taken); ok {
				vec, taken[w] = d.space.Set(vec, &u, w), true
			}
		}
	}
	return vec
}
