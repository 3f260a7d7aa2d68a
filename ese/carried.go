package ese

import (
	"cmp"
	"errors"
	"fmt"
	"math"
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
	History int    // decisions of a history; default 8; NoHistory: none
	Lessons uint64 // paths of a size for the walk, and for Auto; default 1000
	Mends   int    // paths that begin again behind a prefix; default 1000; NoMends: none
}

// NoMends takes one path of the target alone.
const NoMends = -1

// SuffixesPolicy is the kind of policy of Carried.
const SuffixesPolicy = "suffixes"

// Tallies of Carried.
const (
	CarriedSides     = "decisions of the first carried path"
	CarriedKept      = "decisions of the first carried path that hold together"
	CarriedMends     = "carried paths that began again behind a prefix"
	CarriedQuestions = "questions of carried paths"
	Unfamiliar       = "decisions after a history that no worst path of training had"
	Unlearned        = "decisions at a place where no worst path of training came by"
)

// trainFrom and trainTo are the sizes to train on.
const trainFrom, trainTo = 4, 12

// firstLook is how many decisions are taken at first behind a prefix: a path that contradicts
// itself can be long. Then it is twice as many.
const firstLook = 1000

// Search implements Strategy.
func (o Carried) Search(g *Gate) error {
	o.Lessons, o.Mends = cmp.Or(o.Lessons, 1000), cmp.Or(o.Mends, 1000)
	if o.History = max(cmp.Or(o.History, suffixLength), 0); o.History > MaxHistory {
		return fmt.Errorf("ese: a history of %d decisions is longer than %d", o.History, MaxHistory)
	}
	l, err := o.policy(g)
	if err != nil {
		return err
	}
	g.leave(SuffixesPolicy, l.data)
	limit := l.most(g.target.Size)
	c := &carrier{suffixes: l.follow(), most: limit}
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
		c = &carrier{suffixes: l.follow(), most: min(max(firstLook, 2*replay), limit), replay: u.Decisions[:replay]}
	}
	return nil
}

// Learns implements Learner.
func (Carried) Learns() string { return SuffixesPolicy }

// WithHistory implements Historian.
func (o Carried) WithHistory(n int) (Strategy, error) {
	if n > MaxHistory {
		return o, fmt.Errorf("%d is more than %d", n, MaxHistory)
	}
	if o.History = n; n == 0 {
		o.History = NoHistory
	}
	return o, nil
}

// policy is the one that the search is to begin with, or that is learned.
func (o Carried) policy(g *Gate) (*carriedPolicy, error) {
	var kept suffixesData
	if ok, err := g.begins(&kept); ok || err != nil {
		return kept.policy(), err
	}
	t := g.Target()
	if t.Sizes == nil {
		return nil, errors.New("ese: a policy is trained on smaller sizes, and there are none")
	}
	sizes := slices.Sorted(slices.Values(g.opt.Training))
	for size := trainFrom; size <= trainTo && g.opt.Training == nil; size++ {
		sizes = append(sizes, size)
	}
	l := &carriedPolicy{suffixes: newSuffixes(o.History)}
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
			l.learn(paths)
			l.longest = append(l.longest, lengthAt{size, len(paths[0].Decisions)})
		}
	}
	return l, nil
}

// carriedPolicy says which side to take, and how long a path may be.
type carriedPolicy struct {
	*suffixes
	longest []lengthAt // of the paths that it was learned from, by growing size
}

// lengthAt is how many decisions a path of a size has.
type lengthAt struct {
	Size      int `json:"size"`
	Decisions int `json:"decisions"`
}

// most is how many decisions a path of a size may have, with much to spare: they grow from the
// last size as they did from its half on.
func (l *carriedPolicy) most(size int) int {
	const spare, least = 4, 1000
	if len(l.longest) == 0 {
		return least
	}
	last := l.longest[len(l.longest)-1]
	half := l.longest[slices.IndexFunc(l.longest, func(at lengthAt) bool { return 2*at.Size >= last.Size })]
	power := 1.0
	if half.Size < last.Size && half.Decisions > 0 {
		power = max(power, math.Log(float64(last.Decisions)/float64(half.Decisions))/math.Log(float64(last.Size)/float64(half.Size)))
	}
	n := spare * float64(last.Decisions) * math.Pow(float64(size)/float64(last.Size), power)
	return max(least, int(min(n, math.MaxInt32)))
}

// data is the policy as it is kept, nil if it knows nothing.
func (l *carriedPolicy) data() any {
	if len(l.seen) == 0 {
		return nil
	}
	return &suffixesData{l.length, l.longest, l.entries()}
}

func (d *suffixesData) policy() *carriedPolicy {
	l := &carriedPolicy{newSuffixes(max(d.Length, 0)), d.Longest}
	for _, e := range d.Entries {
		l.seen[e.Key] = [2]float64{e.False, e.True}
	}
	return l
}

// A carrier takes the sides of one path by a policy.
type carrier struct {
	*suffixes
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
	p, seen, of := c.chance(b.Site)
	switch {
	case seen == 0:
		c.unlearned++
		return b.Witness
	case seen < of:
		c.unfamiliar++
	}
	return p >= 0.5
}

// Took implements symexec.Chooser.
func (c *carrier) Took(b *symexec.Branch, side bool, _ symexec.Why) {
	c.push(b.Site, side)
	c.taken++
}

// Quit implements symexec.Quitter: sides that contradict each other can lead round a loop for
// ever.
func (c *carrier) Quit() bool { return c.taken >= c.most }

// tell tallies what the policy did not know.
func (c *carrier) tell(g *Gate) {
	g.Tally(Unfamiliar, c.unfamiliar)
	g.Tally(Unlearned, c.unlearned)
}
