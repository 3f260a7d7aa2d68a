package dse

import "nearmiss/input"

// climbOf is the climb that Fitnex or Graded is.
func climbOf(s Strategy) *fitnessClimb {
	if g, ok := s.(*gradedScale); ok {
		return g.fitnessClimb
	}
	return s.(*fitnessClimb)
}

// Composite is what Fitnex computes for the node that it provides next for its first
// target.
func Composite(s Strategy) float64 {
	f := climbOf(s)
	return f.choose(f.targets[0]).composite
}

// Gain is FGain of a branch for the first target.
func Gain(s Strategy, b Branch) float64 {
	f := climbOf(s)
	n := &Node{Site: b.Site, Side: b.Side, location: f.w.tree.location(b)}
	return f.targets[0].gains[reached].gainOf(f.scale.branchKey(n)).mean()
}

// Edited is an input that Crossover makes of what it knows, nil if there is no room for it.
func Edited(s Strategy) input.Vector {
	f := s.(*crossover)
	return f.edit(f.drawParent())
}

// Landings is the longest leap of a branch after each of so many landings.
func Landings(flips []int, well []bool) (radius []int) {
	var s multiFlipTrust
	for i, k := range flips {
		s.recordGrade(k, well[i])
		radius = append(radius, s.maxFlips)
	}
	return radius
}

// Wanted is how long a leap is of a branch whose flips have come nearer by so much.
func Wanted(nearer float64, flips int, lacks float64) int {
	s := multiFlipTrust{improvement: nearer, improvingFlips: flips}
	return s.flipsToZero(fitness{reached, lacks})
}

// Repeated is a text with each of the blocks that Repetition repeats of it, in order.
func Repeated(text string) (list []string) {
	for _, b := range newSource(nil, []List{{Len: len(text)}}).blocks {
		s := text[:b.to] + text[b.from:b.to] + text[b.to:b.last] + text[b.second:b.last] + text[b.last:]
		list = append(list, s)
	}
	return list
}

// Repeat is an input with two blocks of its first list, from 0 to 1 and from 2 to 3 of the
// cuts, so often.
func Repeat(l Inputs, v input.Vector, cuts [4]int, times int) input.Vector {
	f := &repetition{inputs: l}
	return f.withRepeated(v, blockRange{from: cuts[0], to: cuts[1], second: cuts[2], last: cuts[3]}, times)
}
