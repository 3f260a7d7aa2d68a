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

// Carried learns a policy from the worst paths of small sizes and follows the policy at a
// large size without a query at each branch. The ideas are those of WISE (Burnim, Juvekar and
// Sen, ICSE 2009), whose generators make the worst path of a large size from a pattern, and of
// PySE's pre-training (Koo et al., ICST 2019). A path of the large size takes one query, at
// its end. If no input takes the whole path, bisection finds the longest feasible prefix. The
// next path replays the prefix, takes the side of the prefix's input at the next decision, and
// follows the policy again from there.
//
// The small sizes are 4 to 12, or Options.Training; sizes from the target's size on are
// skipped. At each size Carried takes the first paths of a depth-first walk and, unless these
// are all paths, as many paths of Auto. All small sizes together have a quarter of the time.
type Carried struct {
	History    int    // decisions in a history; default 8; NoHistory for none
	SmallPaths uint64 // paths at a size for the walk, and as many for Auto; default 1000
}

// maxRepairs is the greatest number of repaired paths, which start with a feasible prefix.
const maxRepairs = 1000

// SuffixesPolicy is the kind of policy of Carried.
const SuffixesPolicy = "suffixes"

// Names of the tallies of Carried.
const (
	CarriedSides     = "decisions of the first carried path"
	CarriedKept      = "decisions of the first carried path that hold together"
	CarriedRepairs   = "carried paths that began again behind a prefix" // paths of the learned policy that were repeated from a feasible prefix on
	CarriedQuestions = "questions of carried paths"
	Unfamiliar       = "decisions after a history that no worst path of training had"
	Unlearned        = "decisions at a place where no worst path of training came by"
)

// trainFrom and trainTo are the smallest and the largest default size for training.
const trainFrom, trainTo = 4, 12

// minRepairedLimit limits the decisions of a repaired path, because a path with a contradiction can
// be very long. The limit is twice the length of the prefix if that is more.
const minRepairedLimit = 1000

// Search implements Strategy.
func (o Carried) Search(gate *Gate) error {
	o.SmallPaths = cmp.Or(o.SmallPaths, 1000)
	o.History = max(cmp.Or(o.History, suffixLength), 0)
	if err := checkHistory(o.History); err != nil {
		return fmt.Errorf("ese: history: %w", err)
	}
	policy, err := o.initialPolicy(gate)
	if err != nil {
		return err
	}
	gate.setPolicy(SuffixesPolicy, policy.data)
	limit := policy.maxDecisions(gate.target.Size)
	c := &carrier{suffixes: policy.forNewPath(), limit: limit}
	var start input.Vector
	for paths, repairs := 0, 0; repairs <= maxRepairs; paths++ {
		explored, more := gate.exploreUnchecked(start, c)
		if explored == nil {
			break
		}
		if paths == 0 {
			c.tallyUnknown(gate)
			gate.Tally(CarriedSides, uint64(explored.Sides))
			gate.Tally(CarriedKept, uint64(explored.Kept))
		} else {
			gate.Tally(CarriedRepairs, 1)
		}
		gate.Tally(CarriedQuestions, uint64(explored.Queries))
		replay := explored.Kept
		if explored.Kept < explored.Sides {
			replay, repairs = explored.Kept+1, repairs+1 // replay the input's side of the next decision too
		} else if !c.Quit() || c.limit == limit {
			break
		}
		if !more || replay > len(explored.Decisions) {
			break
		}
		start = explored.Input
		c = &carrier{suffixes: policy.forNewPath(), limit: min(max(minRepairedLimit, 2*replay), limit), replay: explored.Decisions[:replay]}
	}
	return nil
}

// Learns implements Learner.
func (Carried) Learns() string { return SuffixesPolicy }

// WithHistory implements Historian.
func (o Carried) WithHistory(n int) (Strategy, error) {
	var err error
	o.History, err = historyOption(n)
	return o, err
}

// initialPolicy returns the policy in the options, or learns one at the small sizes.
func (o Carried) initialPolicy(gate *Gate) (*carriedPolicy, error) {
	var kept suffixesData
	if ok, err := gate.readPolicy(&kept); ok || err != nil {
		return kept.policy(), err
	}
	target := gate.Target()
	if target.Sizes == nil {
		return nil, errors.New("ese: a policy is trained on smaller sizes, but the function has none")
	}
	sizes := slices.Sorted(slices.Values(gate.opt.Training))
	for size := trainFrom; size <= trainTo && gate.opt.Training == nil; size++ {
		sizes = append(sizes, size)
	}
	l := &carriedPolicy{suffixes: newSuffixes(o.History)}
	for _, size := range sizes {
		if size >= target.Size || gate.Over() {
			break
		}
		e, err := target.Sizes.At(size)
		if err != nil {
			return nil, fmt.Errorf("ese: training at size %d: %w", size, err)
		}
		paths, err := o.worstPaths(gate, e, size, gate.opt.Budget.Time/time.Duration(4*len(sizes)))
		if err != nil {
			return nil, err
		}
		if len(paths) > 0 {
			l.learn(paths)
			l.longest = append(l.longest, pathLength{size, len(paths[0].Decisions)})
		}
	}
	return l, nil
}

// carriedPolicy gives the side to take at a branch and the greatest length of a path.
type carriedPolicy struct {
	*suffixes
	longest []pathLength // lengths of the worst paths of the training, by growing size
}

// pathLength is the number of decisions on a path of a size.
type pathLength struct {
	Size      int `json:"size"`
	Decisions int `json:"decisions"`
}

// maxDecisions returns a bound on the decisions of a path of a size, at least 1000. It
// extrapolates the growth from half of the largest trained size to the largest trained size by a
// power law, and multiplies the result by a safety factor.
func (l *carriedPolicy) maxDecisions(size int) int {
	const spare, least = 4, 1000
	if len(l.longest) == 0 {
		return least
	}
	last := l.longest[len(l.longest)-1]
	half := l.longest[slices.IndexFunc(l.longest, func(at pathLength) bool { return 2*at.Size >= last.Size })]
	power := 1.0
	if half.Size < last.Size && half.Decisions > 0 {
		power = max(power, math.Log(float64(last.Decisions)/float64(half.Decisions))/math.Log(float64(last.Size)/float64(half.Size)))
	}
	n := spare * float64(last.Decisions) * math.Pow(float64(size)/float64(last.Size), power)
	return max(least, int(min(n, math.MaxInt32)))
}

// data returns the serialized form of the policy, nil if the policy is empty.
func (l *carriedPolicy) data() any {
	if len(l.counts) == 0 {
		return nil
	}
	return &suffixesData{l.length, l.longest, l.entries()}
}

func (d *suffixesData) policy() *carriedPolicy {
	l := &carriedPolicy{newSuffixes(max(d.Length, 0)), d.Longest}
	for _, e := range d.Entries {
		l.counts[e.Key] = [2]float64{e.False, e.True}
	}
	return l
}

// carrier is a Chooser that takes the sides of one path by a policy.
type carrier struct {
	*suffixes
	replay     []symexec.Decision // the first decisions of the path, taken from an earlier path
	limit      int                // largest number of decisions on the path
	taken      int                // number of decisions so far
	unfamiliar uint64             // number of decisions whose full history no training path had
	unlearned  uint64             // number of decisions at a site that no training path passed
}

// Choose implements symexec.Chooser.
func (c *carrier) Choose(b *symexec.Branch) bool {
	if b.Depth < len(c.replay) {
		return c.replay[b.Depth].Side
	}
	p, seen, total := c.chance(b.Site)
	switch {
	case seen == 0:
		c.unlearned++
		return b.Witness
	case seen < total:
		c.unfamiliar++
	}
	return p >= 0.5
}

// Took implements symexec.Chooser.
func (c *carrier) Took(b *symexec.Branch, side bool, _ symexec.SideReason) {
	c.push(b.Site, side)
	c.taken++
}

// Quit implements symexec.Quitter. Without the limit, contradicting sides could keep a path in
// a loop for ever.
func (c *carrier) Quit() bool { return c.taken >= c.limit }

// tallyUnknown tallies the decisions that the policy had not learned.
func (c *carrier) tallyUnknown(g *Gate) {
	g.Tally(Unfamiliar, c.unfamiliar)
	g.Tally(Unlearned, c.unlearned)
}
