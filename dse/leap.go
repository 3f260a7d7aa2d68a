package dse

import (
	"math"
	"slices"
)

// A leap is a multi-flip: it flips several nodes at once. If a flip of a branch brings a path
// nearer by g on average, and the path lacks d, about d/g flips are wanted, and the branch's next
// open nodes on the path are asked for too, as soft constraints: Newton's step, with FGain for the
// derivative. Flipping all occurrences would go too far. For the same reason d/g is rounded to the
// nearest number: another flip makes up for one too few, but mostly no flip makes up for one too
// many. If no input takes all these sides, half of the flips are asked for, and then half of that.
//
// A leap that loses a predicate that the path had reached was too long: the next leap of the branch
// is at most half as long, until one succeeds (a trust region, with a radius for each branch,
// target and grade).
//
// A path may have fewer open nodes than flips are wanted. If the flipped node makes a list longer,
// the leap asks for as many elements as there are nodes missing of the branch that gains and misses
// the fewest.

// mostFlips is the most flips of a leap, and mostSoft the number of leaps that are tried for a
// node: each is a question to the solver.
const (
	mostFlips = 1 << 10
	mostSoft  = 4
)

// trust is the record of the leaps of a branch.
type trust struct {
	nearer float64 // sum of the improvements of flips that did not change which predicate is next
	steps  int     // number of the flips in nearer
	lost   int     // flips, single or multiple, that lost the grade, minus those that kept it
	radius int     // the longest leap in flips; 0: no bound
}

// landed records a leap of a number of flips, and whether its path reaches as much as the path
// before. The next leap is at most half as long if not, and may be twice as long otherwise.
func (s *trust) landed(flips int, well bool) {
	switch {
	case well && s.radius > 0:
		s.radius = max(s.radius, 2*flips)
	case !well && flips > 1:
		s.radius = flips / 2
	}
}

// leapt records how a number of flips changed a fitness, from was to now.
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

// flipsOf is how many more times a run takes the other side of its flipped node than the run that
// it was made from, at least 1.
func flipsOf(r *Run) int { return max(1, others(r, r.Flipped)-others(r.from, r.Flipped)) }

// others is how often the path of a run takes the side of n's condition opposite to n.Side. The
// last node of the condition on the path has the count.
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

// leap returns the soft constraints for a flip, those with the most flips first.
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

// wanted is how many flips of a branch bring a path to the target, at least one; 0 if the flips are
// not known to bring it nearer.
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

// lacking is the number of wanted flips of a gaining branch in excess of its open nodes on the path
// of r: the least number for any such branch, 0 if there is none.
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

// lacks is the distance to the point where the program takes another way: the distance of the
// predicate, or of the next guard if the path does not reach the predicate.
func (a fitness) lacks() float64 {
	if a.grade == reached {
		return a.value
	}
	_, part := math.Modf(a.value)
	return part / (1 - part)
}
