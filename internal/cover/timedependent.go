package cover

import (
	"context"
	"slices"

	"nearmiss/input"
	wire "nearmiss/internal/worker"
)

// Inputs of functions that look at the clock are not written if they mean something else
// at another time. A search comes close to now by itself: it climbs to what a moment is
// compared with, and making an input smaller brings it back there. Most branches are
// taken as well by a moment that is past or far ahead for good, and by a long life.

// mostLasting is how many numbers of one input are replaced.
const mostLasting = 8

// clocked reports whether a function, or what makes its inputs, looks at the clock.
func (f *function) clocked() bool {
	if f.unit.now == 0 {
		return false
	}
	main := f.main()
	if main.clock == unasked {
		main.clock = still
		list := append(f.unit.coder.Brings(f.signed).Funcs, f.cfg.Obj)
		if slices.ContainsFunc(list, f.unit.reader().Reads) {
			main.clock = moves
		}
	}
	return main.clock == moves
}

// What is known of a function and the clock.
type clockState uint8

const (
	unasked clockState = iota
	still              // it does not look at the clock
	moves              // it does
)

// passes reports whether an input of a function means something else at another time.
func (f *function) passes(v input.Vector) bool {
	return f.clocked() && len(input.NewSpace(f.sig, f.limits).Passing(v, f.unit.now)) > 0
}

// lasting puts inputs that mean the same at any time in the place of those that do not,
// where such are found that take the same branches and end alike: with all their numbers
// replaced at once, or one by one. Where one takes only some of the branches, it becomes a case
// beside the other.
func (u *unit) lasting(ctx context.Context, cases []*testCase) ([]*testCase, error) {
	open := slices.DeleteFunc(slices.Clone(cases), func(c *testCase) bool { return c.result == nil || len(c.boundaries) > 0 || !c.fn.passes(c.vector) })
	for round := 0; round <= mostLasting && len(open) > 0 && ctx.Err() == nil; round++ {
		replace := oneReplaced
		if round == 0 {
			replace = allReplaced
		}
		var tries, of []*testCase
		for _, c := range open {
			for _, v := range replace(input.NewSpace(c.fn.sig, c.fn.limits), c.vector, u.now) {
				tries, of = append(tries, &testCase{fn: c.fn, vector: v, keep: c.keep}), append(of, c)
			}
		}
		if err := u.runIn(ctx, u.pool, tries, false); err != nil {
			return nil, err
		}
		better := map[*testCase]bool{}
		for i, t := range tries {
			if c := of[i]; !better[c] && t.as(c) {
				better[c], c.vector, c.result = true, t.vector, t.result
			}
		}
		cases = append(cases, parts(tries, of, better)...)
		open = slices.DeleteFunc(open, func(c *testCase) bool { return round > 0 && !better[c] || !c.fn.passes(c.vector) })
	}
	return cases, nil
}

// oneReplaced are inputs with another word in the place of one that passes.
func oneReplaced(space *input.Space, vec input.Vector, now int64) (list []input.Vector) {
	passing := space.Passing(vec, now)
	for _, v := range passing[:min(len(passing), mostLasting)] {
		for _, w := range input.Lasting(v.Type, vec[v.Off], now) {
			list = append(list, space.Set(slices.Clone(vec), &v, w))
		}
	}
	return list
}

// allReplaced are inputs with other words in the places of all that pass: the first of each,
// the second, or the third.
func allReplaced(space *input.Space, vec input.Vector, now int64) (list []input.Vector) {
	passing := len(space.Passing(vec, now))
	for nth := range 3 {
		v := slices.Clone(vec)
		for range passing {
			left := space.Passing(v, now)
			if len(left) == 0 {
				break
			}
			words := input.Lasting(left[0].Type, v[left[0].Off], now)
			if len(words) == 0 {
				break
			}
			v = space.Set(v, &left[0], words[min(nth, len(words)-1)])
		}
		if len(space.Passing(v, now)) == 0 && !slices.ContainsFunc(list, func(w input.Vector) bool { return slices.Equal(w, v) }) {
			list = append(list, v)
		}
	}
	return list
}

// as reports whether what was tried takes the branches of a case and ends where it does.
func (t *testCase) as(c *testCase) bool {
	r := t.result
	return r != nil && r.Outcome == c.result.Outcome && r.Site == c.result.Site && containsAll(r.Covered, c.keep) &&
		(r.Outcome != wire.Returned || !slices.ContainsFunc(c.unlike, func(out []uint64) bool { return slices.Equal(out, r.Out) }))
}

// parts are, of the cases that nothing replaced, the inputs that mean the same at any time
// and take most of the branches.
func parts(tries, of []*testCase, better map[*testCase]bool) (list []*testCase) {
	best := map[*testCase]*testCase{}
	for i, t := range tries {
		c := of[i]
		if better[c] || c.panic != 0 || t.result == nil || t.result.Outcome != c.result.Outcome || t.fn.passes(t.vector) {
			continue
		}
		t.keep = common(c.keep, t.result.Covered)
		switch b := best[c]; {
		case len(t.keep) == 0 || b != nil && len(t.keep) <= len(b.keep):
		case b == nil:
			best[c] = t
			list = append(list, t)
		default:
			best[c] = t
			list[slices.Index(list, b)] = t
		}
	}
	return list
}

// durable leaves out what means something else at another time, unless it shows a panic,
// which is told without its test, too.
func durable(cases []*testCase) (kept []*testCase, fell []drop) {
	gone, kept := parted(cases, func(c *testCase) bool { return c.panic == 0 && c.fn.passes(c.vector) })
	return kept, dropAll(gone, selecting, timeDependent)
}
