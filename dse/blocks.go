package dse

import (
	"slices"

	"nearmiss/input"
)

// A repetitionSource is a run from which Repetition makes inputs, with the blocks that are still to
// be repeated.
type repetitionSource struct {
	run    *Run
	lists  []List
	blocks []blockRange
	// runs that joinPartner skips, because a list of the run was inserted already or none fits
	usedPartners map[*Run]bool
	// the list inserted last, to be inserted behind the source's list next; nil: no such step is
	// due
	nextJoin *blockRange
	// number of steps done, plus half of Len² for each list as an estimate of all steps; the cheapest
	// source is next
	cost        int
	numTurns    int
	exhaustedAt int // value of repetition.changes when the source had no step left
}

// A blockRange is one or two disjoint blocks of a list, given by its index in Inputs.ListsOf:
// from:to and, unless it is empty, second:last. If inserted is not empty, the block comes from a list
// of another run instead, and is inserted at from.
type blockRange struct {
	list         int
	from, to     int
	second, last int
	inserted     Block // elements of another run's list to insert at from; empty: the block is from:to
}

// minTimes is how often the blocks occur in the input that is edited: once, or not at all if they
// come from another run.
func (b *blockRange) minTimes() int { return sideIndex(b.inserted.Of == nil) }

// newSource returns a source with the blocks of its lists. The input is about the shortest that is
// as near to the goal, so that the blocks that matter are likely to be most of a list, or one
// element: the longest and the shortest blocks come first.
func newSource(r *Run, lists []List) *repetitionSource {
	source := &repetitionSource{run: r, lists: lists, usedPartners: map[*Run]bool{r: true}}
	for i, l := range lists {
		source.cost += l.Len * l.Len / 2
		for low, high := 0, l.Len; low < high; low, high = low+1, high-1 {
			source.addBlocks(i, l.Len, high)
			if low > 0 {
				source.addBlocks(i, l.Len, low)
			}
		}
		if l.Len > 0 && l.Len%2 == 0 {
			source.addBlocks(i, l.Len, l.Len/2)
		}
	}
	return source
}

// joinRun returns the block of all elements of a list of run p, to be inserted at the front of a list
// of s of the same class. lists are the lists of p. It returns nil if no two such lists have elements.
func (s *repetitionSource) joinRun(p *Run, lists []List) *blockRange {
	for i, l := range s.lists {
		j := slices.IndexFunc(lists, func(o List) bool { return o.Class == l.Class })
		if j >= 0 && lists[j].Len > 0 && l.Len > 0 {
			return &blockRange{list: i, inserted: Block{Of: p.Path.Input, List: j, To: lists[j].Len}}
		}
	}
	return nil
}

// addBlocks appends the blocks, and the pairs of disjoint blocks, of a list of length elements that
// have size elements together. Of a list of more than maxAllBlocks elements it appends only single
// blocks of at most longListBlock elements near an end of the list.
func (s *repetitionSource) addBlocks(list, length, size int) {
	short := length <= maxAllBlocks
	if !short && size > longListBlock {
		return
	}
	for to := size; to <= length; to++ {
		if short || to <= maxAllBlocks || to > length-maxAllBlocks {
			s.blocks = append(s.blocks, blockRange{list: list, from: to - size, to: to, second: length, last: length})
		}
	}
	for first := 1; short && first < size; first++ {
		for to := first; to <= length; to++ {
			for last := to + size - first; last <= length; last++ {
				s.blocks = append(s.blocks, blockRange{list: list, from: to - first, to: to, second: last - size + first, last: last})
			}
		}
	}
}

// withRepeated returns v with the blocks of b occurring times times, nil if the list has no capacity
// for them.
func (f *repetition) withRepeated(v input.Vector, b blockRange, times int) input.Vector {
	if size := b.inserted.To; size > 0 {
		return f.repeat(f.inputs.Replace(v, b.list, b.from, b.from, b.inserted), b.list, b.from, b.from+size, times)
	}
	v = f.repeat(v, b.list, b.second, b.last, times)
	return f.repeat(v, b.list, b.from, b.to, times)
}

// repeat returns v with from:to of a list occurring times times, by a logarithmic number of copies.
func (f *repetition) repeat(v input.Vector, list, from, to, times int) input.Vector {
	size := to - from
	for n := 1; v != nil && size > 0 && n < times; {
		added := min(n, times-n)
		index := from + n*size
		v = f.inputs.Replace(v, list, index, index, Block{Of: v, List: list, From: from, To: from + added*size})
		n += added
	}
	return v
}
