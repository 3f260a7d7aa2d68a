package cover

import (
	"slices"

	"nearmiss/input"
)

const (
	mostWaiting = 64 // structures of a function that wait for room
	mostVaried  = 4  // inputs that are made in other ways, when none waits
	vainly      = 2  // errands in vain before trees make room for what waits
	stays       = 6  // errands in vain before the best tree does so, too
)

// A function whose inputs are made in many ways has more structures than there
// is room for trees. The others wait: when an errand was in vain, what was
// explored goes behind the last, and those in front have their turn. When none
// waits, inputs to start from are made in other ways, one choice at a time.

// waiting is a structure without a tree.
type waiting struct {
	key   string
	start input.Vector
}

// await queues the structure of an input, unless it had its turn or waits.
func (x *explorer) await(key string, v input.Vector) {
	if !x.known[key] && len(x.waiting) < mostWaiting {
		x.known[key] = true
		x.waiting = append(x.waiting, waiting{key, v})
	}
}

// rotate makes room for structures that wait: of trees in which nothing is left
// to flip, and, when the last errands were in vain, of those that had a turn. The
// best tree stays a while longer.
func (x *explorer) rotate(bases []input.Vector) {
	best := x.best()
	spent := func(t *explored) bool {
		return t.program != nil && t.turns > 0 && (t.dry || x.idle >= vainly && (t != best || x.idle%stays == 0))
	}
	if len(x.waiting) == 0 && slices.ContainsFunc(x.trees, spent) {
		x.vary(bases)
	}
	room := len(x.waiting)
	x.trees = slices.DeleteFunc(x.trees, func(t *explored) bool {
		if room == 0 || !spent(t) {
			return false
		}
		room--
		t.close()
		x.lost(t)
		if !t.dry {
			x.waiting = append(x.waiting, waiting{t.key, t.start})
		}
		return true
	})
}

// best is the tree, of those that take memory, that took the most branches.
func (x *explorer) best() (best *explored) {
	for _, t := range x.trees {
		if t.program != nil && (best == nil || t.took() > best.took()) {
			best = t
		}
	}
	return best
}

// took is how many branches the runs of a tree took.
func (t *explored) took() int {
	if t.result == nil {
		return 0
	}
	return len(t.result.Covered)
}

// vary queues the structures that inputs have when one choice is made in
// another way.
func (x *explorer) vary(bases []input.Vector) {
	space := input.NewSpace(x.fn.sig, x.fn.limits)
	for _, v := range bases {
		for _, at := range space.Vars(nil, v) {
			if at.Role != input.RoleAlt {
				continue
			}
			for w := at.Lo; w <= at.Hi; w++ {
				if w != v[at.Off] {
					u := space.Make(v, &at, w)
					x.await(structureOf(x.fn.sig, u), u)
				}
			}
		}
	}
}

// admit takes the structure that waited longest.
func (x *explorer) admit() (v input.Vector, ok bool) {
	if len(x.waiting) == 0 || x.open() >= mostTrees {
		return nil, false
	}
	v = x.waiting[0].start
	x.waiting = x.waiting[1:]
	return v, true
}
