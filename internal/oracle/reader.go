package oracle

import (
	"slices"

	"nearmiss/internal/value"
)

// A Reading is what a method says after the call: its results.
type Reading []*Observed

// maxReadings is the most methods that a test asks after the call.
const maxReadings = 3

// readings chooses the methods to ask after the call: those that tell the most cases apart first; then
// those that say something other than zero in more cases; then those that say more.
func (d *decider) readings() {
	list := slices.DeleteFunc(slices.Clone(d.Readings), func(r Reading) bool { return d.compares(r[0]) })
	rank := map[*Observed]variety{}
	for _, r := range list {
		rank[r[0]] = r.variety()
	}
	slices.SortStableFunc(list, func(a, b Reading) int { return slices.Compare(rank[b[0]], rank[a[0]]) })
	asked := 0
	for _, r := range list {
		before, said := len(d.verdict.Checks), len(d.verdict.Silences)
		for _, o := range r {
			d.observe(o)
		}
		if r[0].Instead { // that the result is not compared is said
			d.verdict.Silences = d.verdict.Silences[:said]
		}
		if !slices.ContainsFunc(d.verdict.Checks[before:], (*Check).saysMore) {
			d.verdict.Checks = d.verdict.Checks[:before]
		}
		if len(d.verdict.Checks) > before {
			asked++
		}
		if asked == maxReadings {
			return
		}
	}
}

// saysMore reports whether a check says more than that no error is returned.
func (c *Check) saysMore() bool {
	return c.How != Errors || slices.ContainsFunc(c.Errors, func(e ErrorWant) bool { return e.Kind != NoError && e.Kind != Unchecked })
}

// withoutTold removes the views of results whose methods tell as many cases apart; a comparison with nil remains where some result is nil.
// It removes the silences of results whose methods are asked.
func (d *decider) withoutTold() {
	var list []*Check
	for _, c := range d.verdict.Checks {
		if c.Part == Result && d.told(c) {
			if !slices.ContainsFunc(c.Wants, func(v *value.Value) bool { return v != nil && v.IsNil }) {
				continue
			}
			c = &Check{Observed: c.Observed, Level: Nilness, How: Null, Wants: c.Wants, Partial: c.Partial}
		}
		list = append(list, c)
	}
	d.verdict.Checks = list
	d.verdict.Silences = slices.DeleteFunc(d.verdict.Silences, func(s Silence) bool {
		return !s.Found && s.ID.Part == Result && d.verdict.asks(s.ID.Index)
	})
}

// compares reports whether a check compares the result whose method a reading is, and not only some of its fields unless these suffice.
func (d *decider) compares(r *Observed) bool {
	return r.OfResult > 0 && slices.ContainsFunc(d.verdict.Checks, func(c *Check) bool {
		return c.Part == Result && c.Index == r.OfResult-1 && c.Level == Full && c.How != Null && (r.Instead || !c.Form.isView())
	})
}

// variety is the number of distinct values of a reading over all cases, the number of cases in which some
// result is not zero, and the number of parts of all values.
type variety []int

func (r Reading) variety() variety {
	n := make(variety, 3)
	var seen [][]*value.Value
	for i := range r[0].Values {
		if r[0].Values[i] == nil {
			continue
		}
		said, some := make([]*value.Value, len(r)), 0
		for j, o := range r {
			v := o.Values[i]
			if said[j] = v; !v.IsZero() {
				some = 1
			}
			v.AnyPart(func(*value.Value) bool { n[2]++; return false })
		}
		n[1] += some
		if !slices.ContainsFunc(seen, func(s []*value.Value) bool { return slices.CompareFunc(s, said, (*value.Value).Compare) == 0 }) {
			seen = append(seen, said)
		}
	}
	n[0] = len(seen)
	return n
}
