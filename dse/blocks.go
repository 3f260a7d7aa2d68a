package dse

import (
	"slices"

	"nearmiss/input"
)

// A source is a run with what is left to repeat.
type source struct {
	run    *Run
	lists  []List
	blocks []blocks
	joined map[*Run]bool
	behind *blocks // to be repeated next, if not nil
	cost   int
	turn   int
	spent  int // changes of the shortest runs when nothing was left to try
}

// blocks are two disjoint blocks of a list, in order; the second may be empty. Or they are
// no block of it: one of another run is put in at from.
type blocks struct {
	list         int
	from, to     int
	second, last int
	other        Block
}

// least is how often the input that is edited has them.
func (b *blocks) least() int { return index(b.other.Of == nil) }

// newSource lists the blocks of lists. The list is about the shortest that is as near, so that
// most of it may belong to the blocks; or it is one element. So the most elements and the least
// come first.
func newSource(r *Run, lists []List) *source {
	s := &source{run: r, lists: lists, joined: map[*Run]bool{r: true}}
	for i, l := range lists {
		s.cost += l.Len * l.Len / 2
		for low, high := 0, l.Len; low < high; low, high = low+1, high-1 {
			s.add(i, l.Len, high)
			if low > 0 {
				s.add(i, l.Len, low)
			}
		}
		if l.Len > 0 && l.Len%2 == 0 {
			s.add(i, l.Len, l.Len/2)
		}
	}
	return s
}

// join puts a list of another run before the first of its class that has elements, nil if
// there is none.
func (s *source) join(p *Run, lists []List) *blocks {
	for i, l := range s.lists {
		j := slices.IndexFunc(lists, func(o List) bool { return o.Class == l.Class })
		if j >= 0 && lists[j].Len > 0 && l.Len > 0 {
			return &blocks{list: i, other: Block{Of: p.Path.Input, List: j, To: lists[j].Len}}
		}
	}
	return nil
}

// add lists the blocks of a list of n elements that have so many together.
func (s *source) add(list, n, size int) {
	short := n <= shortList
	if !short && size > longBlock {
		return
	}
	for to := size; to <= n; to++ {
		if short || to <= shortList || to > n-shortList {
			s.blocks = append(s.blocks, blocks{list: list, from: to - size, to: to, second: n, last: n})
		}
	}
	for first := 1; short && first < size; first++ {
		for to := first; to <= n; to++ {
			for last := to + size - first; last <= n; last++ {
				s.blocks = append(s.blocks, blocks{list: list, from: to - first, to: to, second: last - size + first, last: last})
			}
		}
	}
}

// make returns an input with the blocks so often, nil if there is no room.
func (f *repetition) make(v input.Vector, b blocks, times int) input.Vector {
	if size := b.other.To; size > 0 {
		return f.repeat(f.l.Replace(v, b.list, b.from, b.from, b.other), b.list, b.from, b.from+size, times)
	}
	v = f.repeat(v, b.list, b.second, b.last, times)
	return f.repeat(v, b.list, b.from, b.to, times)
}

// repeat returns an input with a block so often. It takes a logarithm of copies.
func (f *repetition) repeat(v input.Vector, list, from, to, times int) input.Vector {
	size := to - from
	for n := 1; v != nil && size > 0 && n < times; {
		more := min(n, times-n)
		at := from + n*size
		v = f.l.Replace(v, list, at, at, Block{Of: v, List: list, From: from, To: from + more*size})
		n += more
	}
	return v
}
