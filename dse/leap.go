package dse

import (
	"math"
	"slices"
)

// A leap flips several nodes at once. If a flip of a branch brings a path nearer by g on
// average, and the path lacks d, about d/g flips are wanted, and the branch's next open
// nodes on the path are asked for too, as soft constraints: Newton's step, with FGain for
// the derivative. It does not go too far, as flipping all occurrences would: d/g is rounded
// to the nearest number, as another flip makes up for one too few, and mostly none for one
// too many. If no input does all that, half of it is asked for, and half of that.
//
// A leap that loses what the path had reached was too long: the branch's next is
// at most half as long, until one lands (a trust region, with a radius for each
// branch, target and grade).
//
// A path may have fewer nodes than are wanted. When a node is flipped that makes a list
// longer, it is asked for as many elements as the branch that gains most has too few nodes.

// mostFlips is the most flips that a leap may have, and mostSoft how many leaps are tried
// for a node: each is a question.
const (
	mostFlips = 1 << 10
	mostSoft  = 4
)

// trust is what is known of the leaps of a branch.
type trust struct {
	nearer float64 // what flips came nearer to the next predicate that is to be passed, where that is the same
	steps  int     // of the flips those that nearer is of
	lost   int     // how many more flips lost the grade than kept it
	radius int     // the longest leap; 0 is any
}

// landed tells of a leap of so many flips, and whether the path behind it reaches as much
// as the one before. The next is at most half as long if not, and may be twice as long if
// so.
func (s *trust) landed(flips int, well bool) {
	switch {
	case well && s.radius > 0:
		s.radius = max(s.radius, 2*flips)
	case !well && flips > 1:
		s.radius = flips / 2
	}
}

// leapt takes into account what so many flips have made of a fitness.
func (s *trust) leapt(flips int, was, now fitness) {
	lost := now.grade > was.grade
	if s.lost--; lost {
		s.lost += 2
	}
	s.landed(flips, !lost)
	if was.akin(now) {
		s.nearer += was.lacks() - now.lacks()
		s.steps += flips
	}
}

// flipsOf is how often a run takes the other side of the node that it was made for more
// than the run that it was made from, 1 at least.
func flipsOf(r *Run) int { return max(1, others(r, r.Flipped)-others(r.from, r.Flipped)) }

// others is how often the path of a run takes the side of n's condition that n
// stands before. The last node of the condition knows it.
func others(r *Run, n *Node) int {
	for m, side := range r.Nodes {
		if m.location>>1 != n.location>>1 {
			continue
		}
		sum := m.Nth
		if m.Side == n.Side {
			sum = m.Others
		}
		return sum + index(side != n.Side)
	}
	return 0
}

// leap lists what to ask for beside a flip, the most first.
func (f *graded) leap(t *target, c candidate) (soft []Soft) {
	if !f.o.Leap {
		return nil
	}
	now := f.fitness(c.path, t.place)
	k := c.gain.wanted(now) - 1
	var flips []*Node
	for m := range c.path.Nodes {
		if m == c.node {
			break
		}
		if m.state == Open && m.location == c.node.location {
			flips = append(flips, m)
		}
	}
	slices.Reverse(flips)
	flips = flips[:max(0, min(k, len(flips)))]
	more := 0
	if c.favored && len(flips) < max(k, 1) {
		more = max(k-len(flips), f.lacking(t, c.path, now)-1)
	}
	for k := max(len(flips), more); k > 0 && len(soft) < mostSoft; k /= 2 {
		soft = append(soft, Soft{flips[:min(k, len(flips))], min(k, more)})
	}
	return soft
}

// wanted is how many flips of a branch bring a path to the target, one at least; 0 if they
// are not known to bring it nearer.
func (s *trust) wanted(now fitness) int {
	if now.grade == unknown || s.nearer <= 0 {
		return 0
	}
	k := int(min(max(1, math.Round(now.lacks()*float64(s.steps)/s.nearer)), mostFlips))
	if s.radius > 0 {
		k = min(k, s.radius)
	}
	return k
}

// lacking is how many flips a run lacks of a branch that gains, beside the open nodes that
// it has of it: the least for any such branch, 0 if there is none.
func (f *graded) lacking(t *target, r *Run, now fitness) (least int) {
	if now.grade == unknown {
		return 0
	}
	open := map[int]int{}
	for n := range r.Nodes {
		if n.state == Open {
			open[f.branch(n)]++
		}
	}
	for b, g := range t.gains[now.grade] {
		if lacks := g.wanted(now) - open[b]; lacks > 0 && (least == 0 || lacks < least) {
			least = lacks
		}
	}
	return least
}

// akin reports whether two values are about the same predicate.
func (a fitness) akin(b fitness) bool {
	return a.grade == b.grade && a.grade != unknown && (a.grade == reached || math.Floor(a.value) == math.Floor(b.value))
}

// lacks is what a fitness value lacks of that for which the program goes another
// way: of a path that does not reach the predicate, to the next guard.
func (a fitness) lacks() float64 {
	if a.grade == reached {
		return a.value
	}
	_, part := math.Modf(a.value)
	return part / (1 - part)
}
