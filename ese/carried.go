package ese

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"nearmiss/input"
	"nearmiss/symexec"
)

// Carried carries what worst paths of small sizes do to a large size, where it is followed
// without questions: the idea of WISE (Burnim, Juvekar and Sen, ICSE 2009), whose
// generators make the worst path of a large size from a pattern, and of PySE's
// pre-training (Koo et al., ICST 2019). The path of the large size takes one question, at its end. If
// no input takes all of it, its longest feasible prefix is found by bisection, the next decision
// takes the side of the prefix's input, and the policy is followed from there again.
//
// The small sizes are 4 to 12 or those of Options.Training, as far as they are below the
// target's. At each of them the first paths of a depth-first walk are taken and, if these
// are not all, as many of Auto. They have a quarter of what time there is.
type Carried struct {
	History int    // decisions of a history; default what serves best at twice the last small size; NoHistory: none
	Lessons uint64 // paths of a size for the walk, and for Auto; default 1000
	Mends   int    // paths that begin again behind a prefix; default 1000; NoMends: none
}

// NoMends takes one path of the target alone.
const NoMends = -1

// HabitsPolicy is the kind of policy of Carried.
const HabitsPolicy = "habits"

// Tallies of Carried.
const (
	CarriedHistory   = "decisions of a history that is carried"
	CarriedSides     = "decisions of the first carried path"
	CarriedKept      = "decisions of the first carried path that hold together"
	CarriedMends     = "carried paths that began again behind a prefix"
	CarriedQuestions = "questions of carried paths"
	Unfamiliar       = "decisions after a history that no worst path of training had"
	Unlearned        = "decisions at a place where no worst path of training came by"
)

// trainFrom and trainTo are the sizes to train on.
const trainFrom, trainTo = 4, 12

// firstLook is how many decisions are taken at first by habits that do not hold together at
// the size where they were tried, and behind a prefix that does: a path that contradicts
// itself can be long. Then it is twice as many.
const firstLook = 1000

// Search implements Strategy.
func (o Carried) Search(g *Gate) error {
	o.Lessons, o.Mends = cmp.Or(o.Lessons, 1000), cmp.Or(o.Mends, 1000)
	h, err := o.habits(g)
	if err != nil {
		return err
	}
	g.leave(HabitsPolicy, h.data)
	g.Tally(CarriedHistory, uint64(h.length))
	limit := h.most(g.target.Size)
	c := &carrier{habits: h, most: limit}
	if h.doubtful {
		c.most = min(firstLook, limit)
	}
	var start input.Vector
	for paths, mends := 0, 0; mends <= max(o.Mends, 0); paths++ {
		u, more := g.takeUnasked(start, c)
		if u == nil {
			break
		}
		if paths == 0 {
			c.tell(g)
			g.Tally(CarriedSides, uint64(u.Sides))
			g.Tally(CarriedKept, uint64(u.Kept))
		} else {
			g.Tally(CarriedMends, 1)
		}
		g.Tally(CarriedQuestions, uint64(u.Queries))
		replay := u.Kept
		if u.Kept < u.Sides {
			replay, mends = u.Kept+1, mends+1 // the next decision is that of the input
		} else if !c.Quit() || c.most == limit {
			break
		}
		if !more || replay > len(u.Decisions) {
			break
		}
		start = u.Input
		c = &carrier{habits: h, most: min(max(firstLook, 2*replay), limit), replay: u.Decisions[:replay]}
	}
	return nil
}

// Learns implements Learner.
func (Carried) Learns() string { return HabitsPolicy }

// WithHistory implements Historian.
func (o Carried) WithHistory(n int) (Strategy, error) {
	if n > maxHabit {
		return o, fmt.Errorf("%d is more than %d", n, maxHabit)
	}
	if o.History = n; n == 0 {
		o.History = NoHistory
	}
	return o, nil
}

// habits is the policy that the search is to begin with, or the one that is learned.
func (o Carried) habits(g *Gate) (*habits, error) {
	var kept habitsData
	if ok, err := g.begins(&kept); ok || err != nil {
		return kept.habits(), err
	}
	t := g.Target()
	if t.Sizes == nil {
		return nil, errors.New("ese: a policy is trained on smaller sizes, and there are none")
	}
	sizes := slices.Sorted(slices.Values(g.opt.Training))
	for size := trainFrom; size <= trainTo && g.opt.Training == nil; size++ {
		sizes = append(sizes, size)
	}
	var worst [][]*symexec.Path
	var longest []lengthAt
	for _, size := range sizes {
		if size >= t.Size || g.Over() {
			break
		}
		e, err := t.Sizes.At(size)
		if err != nil {
			return nil, fmt.Errorf("ese: training at size %d: %w", size, err)
		}
		paths, err := o.lesson(g, e, size, g.opt.Budget.Time/time.Duration(4*len(sizes)))
		if err != nil {
			return nil, err
		}
		if len(paths) > 0 {
			worst = append(worst, paths)
			longest = append(longest, lengthAt{size, len(paths[0].Decisions)})
		}
	}
	return o.choose(g, o.candidates(worst, longest)), nil
}

// candidates are habits of each length of history that is allowed, those first after which
// the paths differ least, and of these the shortest.
func (o Carried) candidates(worst [][]*symexec.Path, longest []lengthAt) (list []*habits) {
	from, to := max(o.History, 0), max(o.History, 0)
	if o.History == 0 {
		to = maxHabit
	}
	conflicts := map[*habits]int{}
	for length := from; length <= to; length++ {
		h, n := learnHabits(worst, length)
		h.longest, conflicts[h] = longest, n
		list = append(list, h)
	}
	slices.SortStableFunc(list, func(a, b *habits) int { return cmp.Compare(conflicts[a], conflicts[b]) })
	return list
}

// choose returns the first of the habits whose path is the costliest at twice the last size
// of training: what fits all small sizes may be no more than how these begin and end. It is
// the very first, if the target is no larger than that. It takes a quarter of what time there is.
func (o Carried) choose(g *Gate, list []*habits) *habits {
	best := list[0]
	if len(best.longest) == 0 {
		return best
	}
	size := 2 * best.longest[len(best.longest)-1].Size
	e, err := g.target.Sizes.At(size)
	if size >= g.target.Size || err != nil {
		return best
	}
	part, most := g.On(e, size), uint64(0)
	part.opt.Budget.Time = g.whole().Budget().Time / 4
	for _, h := range list {
		c := &carrier{habits: h, most: h.most(size)}
		if u, _ := part.takeUnasked(nil, c); u != nil {
			h.doubtful = u.Kept < u.Sides
			if g.Cost(u.Path) > most {
				best, most = h, g.Cost(u.Path)
			}
		}
	}
	return best
}

// A carrier takes the sides of one path by habit.
type carrier struct {
	*habits
	past
	replay     []symexec.Decision // that the path begins with
	most       int                // decisions that may be taken
	taken      int
	unfamiliar uint64
	unlearned  uint64
}

// Choose implements symexec.Chooser.
func (c *carrier) Choose(b *symexec.Branch) bool {
	if b.Depth < len(c.replay) {
		return c.replay[b.Depth].Side
	}
	side, known := c.side(b.Site, &c.past)
	switch {
	case known < 0:
		c.unlearned++
		return b.Witness
	case known < c.length:
		c.unfamiliar++
	}
	return side
}

// Took implements symexec.Chooser.
func (c *carrier) Took(b *symexec.Branch, side bool, _ symexec.Why) {
	c.push(b.Site, side)
	c.taken++
}

// Quit implements symexec.Quitter: sides that contradict each other can lead round a loop for
// ever.
func (c *carrier) Quit() bool { return c.taken >= c.most }

// tell tallies what the habits did not know.
func (c *carrier) tell(g *Gate) {
	g.Tally(Unfamiliar, c.unfamiliar)
	g.Tally(Unlearned, c.unlearned)
}
