package dse

import (
	"slices"

	"nearmiss/input"
)

// A source is a run whose input is pumped.
type source struct {
	run    *Run
	size   int // how much there is to try
	tries  int
	turn   int
	lists  []List         // whose edits are not listed yet
	edits  []input.Vector // not tried
	joined map[*Run]bool
	behind input.Vector // to be tried next, if not nil
}

// A repetition is a way to repeat blocks of a list, or to put a block of another
// run between from and to, which are equal then. The second block is empty if there
// is one.
type repetition struct {
	list          int
	from, to      int
	second, until int
	end           int // of the list
	goes          bool
	other         *Run // nil: none
	of            Piece
}

const (
	tinyList  = 4 // elements of a list of which all edits are listed at once
	shortList = 8 // elements of a list of which all blocks are tried
	longBlock = 2 // elements of the blocks that are tried in other lists
)

// newSource lists what there is to try at once if that is little, as then somebody
// else may run it, and otherwise when its turn comes.
func newSource(f *pump, r *Run) *source {
	s := &source{run: r, joined: map[*Run]bool{r: true}, lists: f.editor.ListsOf(r.Path.Input)}
	longest := 0
	for _, l := range s.lists {
		s.size += l.Len * l.Len / 2
		longest = max(longest, l.Len)
	}
	if longest <= tinyList {
		s.fill(f)
	}
	return s
}

// fill lists the edits.
func (s *source) fill(f *pump) {
	v := s.run.Path.Input
	for i, l := range s.lists {
		if l.Len > shortList {
			s.cut(f, Piece{Of: v, List: i, To: l.Len / 2, Times: 1})
			s.cut(f, Piece{Of: v, List: i, From: l.Len / 2, To: l.Len, Times: 1})
		}
		for _, e := range repetitions(i, l.Len) {
			if w := s.repeat(f, e); w != nil {
				s.edits = append(s.edits, w)
			}
		}
	}
	s.lists = nil
}

// cut tries a part of a list, which may do as well: then it is easier to pump.
func (s *source) cut(f *pump, part Piece) {
	if v := f.editor.Edit(part.Of, part.List, part); v != nil {
		s.edits = append(s.edits, v)
	}
}

// spent reports whether nothing is left to try.
func (s *source) spent(f *pump) bool {
	if len(s.lists) > 0 || len(s.edits) > 0 || s.behind != nil {
		return false
	}
	for b, r := range f.first {
		if !s.joined[r] && !s.takes(b) {
			return false
		}
	}
	return true
}

// next is the next attempt: two repetitions, and a join in both orders.
func (s *source) next(f *pump, t *pumped) input.Vector {
	if s.tries++; len(s.lists) > 0 {
		s.fill(f)
	}
	if v := s.behind; v != nil {
		s.behind = nil
		return v
	}
	if s.turn = (s.turn + 1) % 3; s.turn == 0 || len(s.edits) == 0 {
		if r := s.partner(f, t); r != nil {
			return s.join(f, r)
		}
	}
	if len(s.edits) == 0 {
		return nil
	}
	v := s.edits[0]
	s.edits = s.edits[1:]
	return v
}

// partner is the run to join with, nil if there is none: of those that take a
// branch that the source does not take the nearest, and of these the first.
func (s *source) partner(f *pump, t *pumped) (best *Run) {
	for _, b := range f.branches {
		r := f.first[b]
		if s.joined[r] || s.takes(b) {
			continue
		}
		if best == nil || closeness(r, t.near).less(closeness(best, t.near)) {
			best = r
		}
	}
	return best
}

// takes reports whether the run took a branch.
func (s *source) takes(branch uint32) bool {
	_, ok := slices.BinarySearch(s.run.Covered, branch)
	return ok
}

// join puts the elements of a run's list before those of the source's, and next
// time behind them.
func (s *source) join(f *pump, r *Run) input.Vector {
	s.joined[r] = true
	others := f.editor.ListsOf(r.Path.Input)
	for i, l := range f.editor.ListsOf(s.run.Path.Input) {
		j := slices.IndexFunc(others, func(o List) bool { return o.Class == l.Class })
		if j < 0 || others[j].Len == 0 || l.Len == 0 {
			continue
		}
		whole := repetition{list: i, second: l.Len, until: l.Len, end: l.Len, other: r, of: Piece{Of: r.Path.Input, List: j, To: others[j].Len}}
		ahead, behind := whole, whole
		behind.from, behind.to = l.Len, l.Len
		s.behind = s.repeat(f, behind)
		return s.repeat(f, ahead)
	}
	return nil
}

// repeat is the input in which blocks are repeated for the first time, and waits
// for what it brings.
func (s *source) repeat(f *pump, e repetition) input.Vector {
	t := attempt{src: s, edit: e, times: e.least() + 1}
	if t.input = e.make(f.editor, s.run.Path.Input, t.times); t.input != nil {
		f.await(t)
	}
	return t.input
}

// least is how often the blocks are in the source.
func (e *repetition) least() int {
	if e.other != nil {
		return 0
	}
	return 1
}

// make returns v with the blocks so often, nil if there is no room.
func (e *repetition) make(editor Editor, v input.Vector, times int) input.Vector {
	piece := func(from, to, times int) Piece { return Piece{Of: v, List: e.list, From: from, To: to, Times: times} }
	block := piece(e.from, e.to, times)
	if block.Goes = e.goes; e.other != nil {
		block, block.Times = e.of, times
	}
	return editor.Edit(v, e.list, piece(0, e.from, 1), block, piece(e.to, e.second, 1), piece(e.second, e.until, times), piece(e.until, e.end, 1))
}

// repetitions lists the ways to repeat blocks of a list of n elements. The list is
// about the shortest that is as near, so that most of it may belong to the blocks;
// or it is one element. So the most and the least come first, and that the last
// element goes on as early.
func repetitions(list, n int) (all []repetition) {
	for i, size := range sizes(n) {
		if i == 1 {
			all = append(all, repetition{list: list, from: n - 1, to: n, second: n, until: n, end: n, goes: true})
		}
		if n > shortList && size > longBlock {
			continue
		}
		all = append(all, singles(list, n, size, false)...)
		if n <= shortList {
			all = append(all, couples(list, n, size)...)
		}
		all = append(all, singles(list, n, size, true)...)
	}
	return all
}

// sizes are the numbers up to n: n, n-1, 1, n-2, 2 and so on.
func sizes(n int) (list []int) {
	for low, high := 0, n; low < high; low, high = low+1, high-1 {
		if low > 0 {
			list = append(list, high, low)
		} else {
			list = append(list, high)
		}
	}
	if n > 0 && n%2 == 0 {
		list = append(list, n/2)
	}
	return list
}

// singles lists the ways to repeat a block of so many elements.
func singles(list, n, size int, goes bool) (all []repetition) {
	for to := size; to <= n; to++ {
		if goes && (to < 2*size || size == 1 && to == n) || n > shortList && to > shortList && to <= n-shortList {
			continue
		}
		all = append(all, repetition{list: list, from: to - size, to: to, second: n, until: n, end: n, goes: goes})
	}
	return all
}

// couples lists the ways to repeat two blocks of a list that have so many elements
// together.
func couples(list, n, size int) (all []repetition) {
	for first := 1; first < size; first++ {
		for to := first; to <= n; to++ {
			for until := to + size - first; until <= n; until++ {
				all = append(all, repetition{list: list, from: to - first, to: to, second: until - size + first, until: until, end: n})
			}
		}
	}
	return all
}
