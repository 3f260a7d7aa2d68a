package dse

import (
	"slices"

	"nearmiss/input"
)

// A source is a run whose input is pumped. What there is to try of it is made one by one, as
// most of it never has its turn, but for tiny lists, of which somebody else may run it:
// then all of it is made at once: when the source first has its turn, or a run comes that
// may be one of its edits.
type source struct {
	run    *Run
	size   int // how much there is to try
	tries  int
	turn   int
	joined branches     // runs, by number
	behind input.Vector // to be tried next, if not nil

	lists    []List
	list     int          // the one that is repeated
	halves   int          // of it that were made
	sizes    []int        // of its blocks that are not listed yet
	blocks   []repetition // that were not made
	ready    attempt      // the next one, if it has an input
	begun    bool
	tiny     bool // all its lists are
	prepared bool
	edits    []input.Vector // that were made at once, and not tried
}

// A repetition is a way to repeat blocks of a list, or to put a block of another
// run between from and to, which are equal then. The second block is empty if there
// is one.
type repetition struct {
	list          int32
	from, to      int32
	second, until int32
	end           int32 // of the list
	goes          bool
	other         *Piece // of another run; nil: none
}

const (
	tinyList  = 4 // elements of a list of which all edits are made at once
	shortList = 8 // elements of a list of which all blocks are tried
	longBlock = 2 // elements of the blocks that are tried in other lists
)

func newSource(f *pump, r *Run) *source {
	s := &source{run: r, lists: f.editor.ListsOf(r.Path.Input)}
	s.joined.add(uint32(r.Number))
	longest := 0
	for _, l := range s.lists {
		s.size += l.Len * l.Len / 2
		longest = max(longest, l.Len)
	}
	s.tiny = longest <= tinyList
	return s
}

// prepare makes all edits of tiny lists.
func (s *source) prepare(f *pump) {
	if !s.tiny || s.prepared {
		return
	}
	for s.prepared = true; s.more(f); {
		s.edits = append(s.edits, s.take(f))
	}
}

// more reports whether there is a repetition or a half left to try, and makes it.
func (s *source) more(f *pump) bool {
	if !s.begun {
		s.begun = true
		s.enter(0)
	}
	for s.ready.input == nil && s.list < len(s.lists) {
		switch l := s.lists[s.list]; {
		case l.Len > shortList && s.halves < 2:
			s.ready = attempt{input: s.half(f, l.Len)}
		case len(s.blocks) > 0:
			s.ready = s.attempt(f, s.blocks[0])
			s.blocks = s.blocks[1:]
		case len(s.sizes) > 0:
			s.blocks = repetitions(s.list, l.Len, s.sizes[0])
			s.sizes = s.sizes[1:]
		default:
			s.enter(s.list + 1)
		}
	}
	return s.ready.input != nil
}

// enter goes on with another list.
func (s *source) enter(list int) {
	s.list, s.halves, s.blocks = list, 0, nil
	if list < len(s.lists) {
		s.sizes = sizes(s.lists[list].Len)
	}
}

// half is a half of a list, which may do as well: then it is easier to pump.
func (s *source) half(f *pump, n int) input.Vector {
	part := Piece{Of: s.run.Path.Input, List: s.list, To: n / 2, Times: 1}
	if s.halves++; s.halves == 2 {
		part.From, part.To = n/2, n
	}
	return f.editor.Edit(part.Of, part.List, part)
}

// spent reports whether nothing is left to try.
func (s *source) spent(f *pump) bool {
	s.prepare(f)
	if !s.begun || s.behind != nil || len(s.edits) > 0 || s.more(f) {
		return false
	}
	for i, b := range f.branches {
		if r := f.first[i].run; !s.joined.has(uint32(r.Number)) && !s.takes(b) {
			return false
		}
	}
	return true
}

// next is the next attempt: two repetitions, and a join in both orders.
func (s *source) next(f *pump, t *pumped) input.Vector {
	s.tries++
	if v := s.behind; v != nil {
		s.behind = nil
		return v
	}
	more := len(s.edits) > 0 || s.more(f)
	if s.turn = (s.turn + 1) % 3; s.turn == 0 || !more {
		if r := s.partner(f, t); r != nil {
			return s.join(f, r)
		}
	}
	if !more {
		return nil
	}
	if len(s.edits) == 0 {
		return s.take(f)
	}
	v := s.edits[0]
	s.edits = s.edits[1:]
	return v
}

// take is what is ready, and waits for what it brings.
func (s *source) take(f *pump) input.Vector {
	now := s.ready
	if s.ready = (attempt{}); now.src != nil {
		f.await(now)
	}
	return now.input
}

// partner is the run to join with, nil if there is none: of those that take a
// branch that the source does not take the nearest, and of these the first.
func (s *source) partner(f *pump, t *pumped) (best *Run) {
	for i, b := range f.branches {
		r := f.first[i].run
		if s.joined.has(uint32(r.Number)) || s.takes(b) {
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
	s.joined.add(uint32(r.Number))
	others := f.lists(r)
	for i, l := range s.lists {
		j := slices.IndexFunc(others, func(o List) bool { return o.Class == l.Class })
		if j < 0 || others[j].Len == 0 || l.Len == 0 {
			continue
		}
		n := int32(l.Len)
		ahead := repetition{list: int32(i), second: n, until: n, end: n, other: &Piece{Of: r.Path.Input, List: j, To: others[j].Len}}
		behind := ahead
		behind.from, behind.to = n, n
		s.behind = s.repeat(f, behind)
		return s.repeat(f, ahead)
	}
	return nil
}

// repeat is the input in which blocks are repeated for the first time, and waits
// for what it brings.
func (s *source) repeat(f *pump, e repetition) input.Vector {
	t := s.attempt(f, e)
	if t.input != nil {
		f.await(t)
	}
	return t.input
}

// attempt repeats blocks for the first time. It has no input if there is no room.
func (s *source) attempt(f *pump, e repetition) attempt {
	t := attempt{src: s, edit: e, times: e.least() + 1}
	t.input = e.make(f, s.run.Path.Input, t.times)
	return t
}

// least is how often the blocks are in the source.
func (e *repetition) least() int {
	if e.other != nil {
		return 0
	}
	return 1
}

// make returns v with the blocks so often, nil if there is no room.
func (e *repetition) make(f *pump, v input.Vector, times int) input.Vector {
	piece := func(from, to int32, times int) Piece {
		return Piece{Of: v, List: int(e.list), From: int(from), To: int(to), Times: times}
	}
	block := piece(e.from, e.to, times)
	if block.Goes = e.goes; e.other != nil {
		block = *e.other
		block.Times = times
	}
	f.pieces = [...]Piece{piece(0, e.from, 1), block, piece(e.to, e.second, 1), piece(e.second, e.until, times), piece(e.until, e.end, 1)}
	return f.editor.Edit(v, int(e.list), f.pieces[:]...)
}

// repetitions lists the ways to repeat blocks of a list of n elements that have so
// many together. Of all sizes the list is about the shortest that is as near, so
// that most of it may belong to the blocks; or it is one element. So the most and
// the least come first, and that the last element goes on as early.
func repetitions(list, n, size int) (all []repetition) {
	if m := int32(n); n > 1 && size == n-1 {
		all = append(all, repetition{list: int32(list), from: m - 1, to: m, second: m, until: m, end: m, goes: true})
	}
	if n > shortList && size > longBlock {
		return all
	}
	all = append(all, singles(list, n, size, false)...)
	if n <= shortList {
		all = append(all, couples(list, n, size)...)
	}
	return append(all, singles(list, n, size, true)...)
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
		all = append(all, repetition{int32(list), int32(to - size), int32(to), int32(n), int32(n), int32(n), goes, nil})
	}
	return all
}

// couples lists the ways to repeat two blocks of a list that have so many elements
// together.
func couples(list, n, size int) (all []repetition) {
	for first := 1; first < size; first++ {
		for to := first; to <= n; to++ {
			for until := to + size - first; until <= n; until++ {
				all = append(all, repetition{int32(list), int32(to - first), int32(to), int32(until - size + first), int32(until), int32(n), false, nil})
			}
		}
	}
	return all
}
