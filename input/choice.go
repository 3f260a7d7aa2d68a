package input

// alt returns the alternative that a word of a Choice selects. A larger word selects the last
// one.
func (t *Type) alt(w uint64) *Alt { return &t.Alts[min(w, uint64(len(t.Alts)-1))] }

// HeldAlt returns the alternative that the first word of a Dynamic selects. It returns nil for a
// nil interface, and for a value that is not reported.
func (t *Type) HeldAlt(w uint64) *Alt {
	if w < 2 || w-2 >= uint64(len(t.Alts)) {
		return nil
	}
	return &t.Alts[w-2]
}

// minWords returns the number of words of the smallest payload of the alternative.
func (a *Alt) minWords() int {
	n := 0
	for i := range a.Fields {
		n += MinWords(a.Fields[i].Type)
	}
	if a.Steps != nil {
		n++
	}
	return n
}

// skipPayload returns the position behind the payload that begins at pos.
func (a *Alt) skipPayload(vec Vector, pos int) int {
	if pos = a.stepsAt(vec, pos); a.Steps != nil {
		pos = Skip(a.Steps, vec, pos)
	}
	return pos
}

// maxLen returns the largest number of elements of a list at a place.
func (l *Limits) maxLen(place Place) int {
	if place.Steps {
		return min(l.Len, l.Steps)
	}
	return l.Len
}

// choice draws an alternative of a Choice and its payload. A rare alternative is drawn seldom, and
// the first one more often at greater depth.
func (d *drawer) choice(t *Type) {
	if d.place.Depth < d.limits.Depth {
		if w := d.drawAlternative(t); d.capacity(t.Alts[w].minWords()) > 0 {
			d.makeAlt(t, uint64(w))
			return
		}
	}
	d.smallest(t)
}

// makeAlt appends alternative w of a Choice with a random payload.
func (d *drawer) makeAlt(t *Type, w uint64) {
	d.put(w)
	d.place.each(t, w, d.value)
	d.returns.unlessKey(d.place.Key).add(t.alt(w))
}

// drawAlternative draws the index of an alternative of a Choice.
func (d *drawer) drawAlternative(t *Type) int {
	n := int(d.returns.unlessKey(d.place.Key).lastMakeable(t)) + 1
	if d.s.Paper || n == 1 {
		return d.rng.IntN(n)
	}
	if depth := d.place.Depth; depth > 0 && d.rng.IntN(16) < depth {
		return 0
	}
	var common, rare, repeated []int
	for i := range n {
		switch {
		case t.Alts[i].Rare:
			rare = append(rare, i)
		case t.Alts[i].Repeats:
			repeated = append(repeated, i)
		default:
			common = append(common, i)
		}
	}
	const seldom = 16
	if len(repeated) > 0 && d.rng.IntN(seldom/2) == 0 {
		common = repeated
	}
	if len(common) == 0 || len(rare) > 0 && d.rng.IntN(seldom) == 0 {
		common = rare
	}
	return common[d.rng.IntN(len(common))]
}

// drawSteps draws the first word of the steps of a Choice: none in a quarter of the cases.
func (d *drawer) drawSteps(t *Type) uint64 {
	n := 0
	if d.place.Depth < d.limits.Depth && d.rng.IntN(4) > 0 {
		n = d.length(min(d.capacity(MinWords(t.Elem)), d.limits.maxLen(d.place)), d.place.Depth)
	}
	if n == 0 {
		return 0
	}
	return uint64(n) + 1
}

// steps draws the steps of a Choice. Half of them call the method of the step before: where an object
// has many methods, the calls of one that fill it would seldom follow each other.
func (d *drawer) steps(t *Type) {
	word := d.drawSteps(t)
	d.put(word)
	before := -1 // alternative of the step before
	d.place.each(t, word, func(elem *Type) {
		start := len(d.out)
		if before >= 0 && !d.s.Paper && d.rng.IntN(2) == 0 && d.place.Depth < d.limits.Depth && d.capacity(elem.Alts[before].minWords()) > 0 {
			d.makeAlt(elem, uint64(before))
		} else {
			d.value(elem)
		}
		if before = int(d.out[start]); elem.Alts[before].Repeats {
			before = -1
		}
	})
}

// ChooseSmallest returns a new vector in which the Choice of v has alternative w with the smallest
// payload: zeros and no steps.
func (s *Space) ChooseSmallest(vec Vector, v *Var, w uint64) Vector {
	w = v.Clamp(w)
	return s.splice(vec, v, appendZeros(Vector{w}, v.Type.alt(w).minWords()))
}

// Choose returns a new vector in which the Choice of v has alternative w. Its payload takes over
// the steps of the old payload, and for each field the first unused old field of the same type.
// Other fields have their smallest value.
func (s *Space) Choose(vec Vector, v *Var, w uint64) Vector {
	return s.splice(vec, v, withAlternative(vec, v, v.Clamp(w)))
}

// ChooseTrue returns a new vector in which the Choice of a variable has alternative w with true for
// each bool and the smallest payload otherwise. It returns nil if no field is a bool.
func (s *Space) ChooseTrue(vec Vector, variable *Var, w uint64) Vector {
	a := variable.Type.alt(w)
	mid, some := append(make(Vector, 0, a.minWords()+1), variable.Clamp(w)), false
	for i := range a.Fields {
		if t := a.Fields[i].Type; t.Kind == Bool {
			mid, some = append(mid, 1), true
		} else {
			mid = appendZeros(mid, MinWords(t))
		}
	}
	if !some {
		return nil
	}
	if a.Steps != nil {
		mid = append(mid, 0)
	}
	return s.splice(vec, variable, mid)
}

// sameLayout reports whether two types have the same values in the same layout. It may report false
// for equal types that are hard to compare.
func sameLayout(a, b *Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind || a.Go != b.Go || a.Bits != b.Bits || a.Len != b.Len {
		return false
	}
	switch a.Kind {
	case Bool, Int, Uint, Float, Complex, String:
		return true
	case Slice, Array, Map:
		return sameLayout(a.Key, b.Key) && sameLayout(a.Elem, b.Elem)
	}
	return false
}

// withAlternative returns the words of the Choice of a variable with alternative w, which keeps the
// fitting parts of the old payload.
func withAlternative(vec Vector, variable *Var, w uint64) Vector {
	from, to := variable.Type.alt(vec[variable.Off]), variable.Type.alt(w)
	mid := append(make(Vector, 0, to.minWords()+variable.End-variable.Off), w)
	used := make([]bool, len(from.Fields))
	for i := range to.Fields {
		typ := to.Fields[i].Type
		pos, found := variable.Off+1, false
		for j := range from.Fields {
			end := Skip(from.Fields[j].Type, vec, pos)
			if sameLayout(from.Fields[j].Type, typ) && !used[j] {
				mid = append(mid, vec[pos:end]...)
				used[j], found = true, true
				break
			}
			pos = end
		}
		if !found {
			mid = appendZeros(mid, MinWords(typ))
		}
	}
	switch {
	case to.Steps == nil:
	case to.Steps == from.Steps:
		return append(mid, vec[from.stepsAt(vec, variable.Off+1):variable.End]...)
	default:
		mid = append(mid, 0)
	}
	return mid
}

// stepsAt returns the position of the steps in the payload at pos.
func (a *Alt) stepsAt(vec Vector, pos int) int {
	for i := range a.Fields {
		pos = Skip(a.Fields[i].Type, vec, pos)
	}
	return pos
}

// rechoose changes the value of the Choice of a variable: another alternative, with a new payload
// or with the parts of the old one that fit, or the same alternative with a new payload.
func (m *mutator) rechoose(vec Vector, variable *Var) Vector {
	if variable.Hi == 0 {
		return m.redraw(vec, variable)
	}
	switch m.rng.IntN(4) {
	case 0:
		return m.redraw(vec, variable)
	case 1:
		m.draw(vec, variable)
		m.d.makeAlt(variable.Type, vec[variable.Off])
		return m.s.splice(vec, variable, m.d.out)
	}
	m.draw(vec, variable)
	w := m.otherAlternative(variable, vec[variable.Off])
	if m.rng.IntN(3) == 0 {
		return m.s.Choose(vec, variable, w)
	}
	m.draw(vec, variable)
	m.d.makeAlt(variable.Type, w)
	return m.s.splice(vec, variable, m.d.out)
}

// otherAlternative draws an alternative of the Choice of v other than old.
func (m *mutator) otherAlternative(v *Var, old uint64) uint64 {
	m.d.place.Depth = 0
	if w := uint64(m.d.drawAlternative(v.Type)); w != old {
		return w
	}
	w := m.rng.Uint64N(v.Hi)
	if w >= old {
		w++
	}
	return w
}

// choice crosses two different alternatives. The child takes the alternative of one parent, and
// the steps are crossed if they have the same type.
func (c *crosser) choice(t *Type, pa, pb int) (ea, eb int) {
	a, b := t.alt(c.a[pa]), t.alt(c.b[pb])
	if a.Steps == nil || a.Steps != b.Steps {
		ea, eb = Skip(t, c.a, pa), Skip(t, c.b, pb)
		c.either(c.a[pa:ea], c.b[pb:eb])
		return ea, eb
	}
	sa, sb := a.stepsAt(c.a, pa+1), b.stepsAt(c.b, pb+1)
	c.either(c.a[pa:sa], c.b[pb:sb])
	return c.list(a.Steps, sa, sb, c.limits.maxLen(Place{Steps: true}))
}
