package dse

import (
	"math"
	"slices"
)

// A multi-flip flips several nodes at once. If a flip of a branch brings a path
// nearer by g on average, and the path lacks d, about d/g flips are wanted, and the branch's next
// open nodes on the path are asked for too, as soft constraints: Newton's step, with FGain for the
// derivative. Flipping all occurrences would go too far. For the same reason d/g is rounded to the
// nearest number: another flip makes up for one too few, but mostly no flip makes up for one too
// many. If no input takes all these sides, half of the flips are asked for, and then half of that.
//
// A multi-flip that loses a predicate that the path had reached was too long: the next one of the
// branch is at most half as long, until one succeeds (a trust region, with a radius for each
// branch, target and grade).
//
// A path may have fewer open nodes than flips are wanted. If the flipped node makes a list longer,
// the multi-flip asks for as many elements as there are nodes missing of the branch that gains and
// misses the fewest.

const (
	maxFlips = 1 << 10 // largest number of flips of a multi-flip
	maxSoft  = 4       // largest number of multi-flips that are tried for a node; each is a question to the solver
)

// multiFlipTrust is the record of the multi-flips of a branch.
type multiFlipTrust struct {
	improvement    float64 // sum of the improvements of flips after which the same predicate is next
	improvingFlips int     // number of the flips summed in improvement
	lostGrades     int     // number of flips, single or multiple, that lost the grade, minus the flips that kept it
	maxFlips       int     // trust radius: largest number of flips of the next multi-flip; 0: no bound
}

// recordGrade updates the trust radius by a multi-flip of a number of flips. If the multi-flip lost
// the grade, the next one has at most half as many flips; otherwise it may have twice as many.
func (s *multiFlipTrust) recordGrade(flips int, keptGrade bool) {
	switch {
	case keptGrade && s.maxFlips > 0:
		s.maxFlips = max(s.maxFlips, 2*flips)
	case !keptGrade && flips > 1:
		s.maxFlips = flips / 2
	}
}

// recordMultiFlip records how a number of flips changed a fitness, before to now.
func (s *multiFlipTrust) recordMultiFlip(flips int, before, now fitness) {
	lostGrade := now.grade > before.grade
	if s.lostGrades--; lostGrade {
		s.lostGrades += 2
	}
	s.recordGrade(flips, !lostGrade)
	if before.samePredicate(now) {
		s.improvement += before.distanceLeft() - now.distanceLeft()
		s.improvingFlips += flips
	}
}

// numFlipsOf is the number of flips that a multi-flip made: how many more times the run takes the
// other side of its flipped node than the run that it was made from, at least 1.
func numFlipsOf(r *Run) int { return max(1, otherSides(r, r.Flipped)-otherSides(r.from, r.Flipped)) }

// otherSides is how often the path of a run takes the side of n's condition opposite to n.Side. The
// last node of the condition on the path has the count.
func otherSides(r *Run, n *Node) int {
	for m, side := range r.Nodes {
		if m.location>>1 != n.location>>1 {
			continue
		}
		sum := m.SameSideBefore
		if m.Side == n.Side {
			sum = m.OtherSideBefore
		}
		return sum + sideIndex(side != n.Side)
	}
	return 0
}

// multiFlip returns the soft constraints for a flip, those with the most flips first.
func (f *gradedScale) multiFlip(target *climbTarget, chosen candidate) (soft []Soft) {
	if !f.options.MultiFlip {
		return nil
	}
	now := f.fitness(chosen.run, target.targetIndex)
	extraFlips := chosen.gain.flipsToZero(now) - 1
	var flips []*Node
	for m := range chosen.run.Nodes {
		if m == chosen.node {
			break
		}
		if m.state == Open && m.location == chosen.node.location {
			flips = append(flips, m)
		}
	}
	slices.Reverse(flips)
	flips = flips[:max(0, min(extraFlips, len(flips)))]
	moreElements := 0
	if chosen.favored && len(flips) < max(extraFlips, 1) {
		moreElements = max(extraFlips-len(flips), f.missingElements(target, chosen.run, now)-1)
	}
	for k := max(len(flips), moreElements); k > 0 && len(soft) < maxSoft; k /= 2 {
		soft = append(soft, Soft{flips[:min(k, len(flips))], min(k, moreElements)})
	}
	return soft
}

// flipsToZero returns the number of flips of a branch that are estimated to reduce the distance left
// to 0, between one and the trust radius; 0 if flips are not known to bring a path nearer.
func (s *multiFlipTrust) flipsToZero(now fitness) int {
	if now.grade == unknown || s.improvement <= 0 {
		return 0
	}
	k := int(min(max(1, math.Round(now.distanceLeft()*float64(s.improvingFlips)/s.improvement)), maxFlips))
	if s.maxFlips > 0 {
		k = min(k, s.maxFlips)
	}
	return k
}

// missingElements returns the number of elements by which a list must grow. A branch whose flips
// bring the path of r nearer to the target may need more flips to reach the target than the path has
// open nodes of the branch; each missing node takes an element. The result is the least number of
// missing nodes of any branch that misses some, 0 if there is none.
func (f *gradedScale) missingElements(t *climbTarget, r *Run, now fitness) (least int) {
	if now.grade == unknown {
		return 0
	}
	openNodes := map[int]int{}
	for n := range r.Nodes {
		if n.state == Open {
			openNodes[f.branchKey(n)]++
		}
	}
	for b, g := range t.gains[now.grade] {
		if lacks := g.flipsToZero(now) - openNodes[b]; lacks > 0 && (least == 0 || lacks < least) {
			least = lacks
		}
	}
	return least
}

// samePredicate reports whether two values are about the same predicate: that of the target, or a
// guard, which the integer part of Near.ApproachDistance identifies.
func (a fitness) samePredicate(b fitness) bool {
	return a.grade == b.grade && a.grade != unknown && (a.grade == reached || math.Floor(a.value) == math.Floor(b.value))
}

// distanceLeft is the distance, not normalised, of the target's predicate, or of the next guard if
// the path does not reach that predicate: d/(d+1) is the fraction of Near.ApproachDistance.
func (a fitness) distanceLeft() float64 {
	if a.grade == reached {
		return a.value
	}
	_, part := math.Modf(a.value)
	return part / (1 - part)
}
