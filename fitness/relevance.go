package fitness

import (
	wire "encoding/binary"

	"nearmiss/term"
)

// relevance says which facts can still be contradicted at a state, given what
// the live locs hold there.
type relevance struct {
	arrival *arrival // one of those with the store
	known   bool
	keys    set // numbers of keys that a condition to come has for sure
	reach   set // slots that the other conditions may depend on; nil: there are none
}

// relevant returns the facts that matter. A condition whose locs stay as they
// are until it comes has the keys that it would have here; of others it is
// only known which slots their terms can depend on.
func (x *executor) relevant(s int, r *relevance, f facts) facts {
	if len(f) == 0 {
		return f
	}
	kept := make(facts, 0, len(f))
	if x.steady(s) {
		keys := x.keysOver(s, r.arrival)
		for _, y := range f {
			if n, ok := x.numbers[y.key]; ok && keys[n].meets(x.after[s]) {
				kept = append(kept, y)
			}
		}
		return kept
	}
	if !r.known {
		x.relate(s, r)
	}
	for _, y := range f {
		if n, ok := x.numbers[y.key]; ok && r.keys.has(n) || r.reach != nil && x.slotsOf(y.key).within(r.reach) {
			kept = append(kept, y)
		}
	}
	return kept
}

// keysOver returns the conditions that have each key, by its number, over what the live
// locs of a state hold. It is found out once for all states at which they hold the same.
func (x *executor) keysOver(s int, a *arrival) map[int]set {
	id := x.held[:0]
	for i, l := range x.list[s] {
		id = appendTerm(wire.AppendUvarint(id, uint64(l)), a.store[i])
	}
	x.held = id
	if keys := x.keys[string(id)]; keys != nil {
		return keys
	}
	keys := map[int]set{}
	for l := range x.store {
		x.store[l] = nil
	}
	for i, l := range x.list[s] {
		x.store[l] = a.store[i]
	}
	for c := range x.conds {
		for _, k := range x.keysOf(c) {
			keys[k] = keys[k].with(c)
		}
	}
	x.keys[string(id)] = keys
	return keys
}

// recent is what a condition was when it was last evaluated.
type recent struct {
	known bool
	held  []*term.Term // what the locs held that it depends on
	keys  []int
}

// keysOf are the numbers of the keys that a condition has over the current store.
func (x *executor) keysOf(c int) []int {
	v := x.a.conds[x.conds[c]].value
	if v == nil {
		return nil
	}
	r := &x.recent[c]
	same := r.known
	if !same {
		r.held = make([]*term.Term, len(x.reads[c]))
	}
	for i, l := range x.reads[c] {
		if t := x.store[l]; r.held[i] != t {
			r.held[i], same = t, false
		}
	}
	if same {
		return r.keys
	}
	r.known, r.keys = true, r.keys[:0]
	t := v.eval(x.a.terms, x.store)
	if t == nil || t.IsConst() {
		return nil
	}
	for _, want := range [2]bool{false, true} {
		atoms, _ := x.know.atoms(t, want, nil)
		for _, a := range atoms {
			r.keys = append(r.keys, x.number(a.key))
		}
	}
	return r.keys
}

// number is the number of a key.
func (x *executor) number(k factKey) int {
	n, ok := x.numbers[k]
	if !ok {
		n = len(x.numbers)
		x.numbers[k] = n
	}
	return n
}

func (x *executor) slotsOf(k factKey) set {
	s := set(x.a.terms.Term(k.x).SlotSet())
	if k.y >= 0 {
		s = s.union(x.a.terms.Term(k.y).SlotSet())
	}
	return s
}

func (x *executor) relate(s int, r *relevance) {
	r.known = true
	for i, l := range x.list[s] {
		x.store[l] = r.arrival.store[i]
	}
	changed := x.changed(s)
	if x.after[s].meets(changed) {
		r.reach = x.reach(s, r)
	}
	r.keys = make(set, len(x.numbers)>>6+1)
	for c := range x.after[s].all() {
		if changed.has(c) {
			continue
		}
		for _, k := range x.keysOf(c) {
			r.keys = r.keys.with(k)
		}
	}
}

// reach is the set of slots that the live locs depend on.
func (x *executor) reach(s int, r *relevance) set {
	if r.reach != nil {
		return r.reach
	}
	reach := set{0}
	for i := range x.list[s] {
		if t := r.arrival.store[i]; t != nil {
			reach.add(t.SlotSet())
		}
	}
	return reach
}

// same makes a lead to the state of b.
func (a *arrival) same(b *arrival) { a.twin = b }

// home returns the arrival that stands for a.
func (a *arrival) home() *arrival {
	for a.twin != nil {
		a = a.twin
	}
	return a
}

// negated reports whether two clauses are the two outcomes of one condition,
// one of which always holds.
func (c clause) negated(d clause) bool {
	return c.term == d.term && c.want != d.want && !c.term.Partial && c.term.Op != term.Const
}
