package dse

import "nearmiss/input"

const (
	mostDraws   = 32 // edits that are tried for one input
	mostStitch  = 3  // elements of a block that is no whole list
	secondEvery = 3  // inputs of which one has a second edit
)

// Suggest implements Suggester.
func (f *weave) Suggest() input.Vector {
	if f.Declines(0) {
		return nil
	}
	if f.catchUp(); len(f.threads) == 0 {
		return nil
	}
	for range mostDraws {
		v := f.edit(f.draw())
		if v == nil {
			continue
		}
		if f.w.Rand.IntN(secondEvery) == 0 {
			if u := f.stitch(v, f.editor.ListsOf(v)); u != nil {
				v = u
			}
		}
		if !f.w.Ran(v) {
			f.tried = true
			return v
		}
		f.vain += f.passed.one()
	}
	return nil
}

// Declines implements Patient.
func (f *weave) Declines(more int) bool {
	return f.editor == nil || f.vain >= max(0, f.runs+more-quiet)/2
}

// draw draws what is edited.
func (f *weave) draw() *thread {
	f.turn++
	if n := len(f.goals); f.turn%2 == 0 {
		for k := range n {
			if g := &f.goals[(f.turn/2+k)%n]; len(g.threads) > 0 && !f.w.Covered(g.branch) {
				return g.threads[f.w.Rand.IntN(len(g.threads))]
			}
		}
	}
	t, u := f.any(), f.any()
	if len(u.input) < len(t.input) {
		return u
	}
	return t
}

func (f *weave) any() *thread { return f.threads[f.w.Rand.IntN(len(f.threads))] }

// edit edits an input: by a word, by a letter, or by a block.
func (f *weave) edit(t *thread) input.Vector {
	rng := f.w.Rand
	switch way := rng.IntN(8); {
	case way < 2 && len(t.wordsOf()) > 0:
		c := &t.words[rng.IntN(len(t.words))]
		return f.reader.Splice(t.input, c.List, c.From, c.To, c.Word...)
	case way < 5 && len(f.letters) > 0:
		l := f.letters[rng.IntN(len(f.letters))]
		n := len(f.reader.Elements(t.input, l.list))
		from := rng.IntN(n + 1)
		return f.reader.Splice(t.input, l.list, from, min(n, from+rng.IntN(2)), l.value)
	}
	return f.stitch(t.input, f.listsOf(t))
}

// wordsOf are the words that may take the place of pieces of the input.
func (t *thread) wordsOf() []Compared {
	for i := range t.all {
		if c := &t.all[i]; !c.Holds && len(t.words) < mostPieces {
			t.words = append(t.words, *c)
		}
	}
	t.all = nil
	return t.words
}

func (f *weave) listsOf(t *thread) []List {
	if t.lists == nil {
		t.lists = f.editor.ListsOf(t.input)
	}
	return t.lists
}

// stitch edits a list by a block: of eight times one is left out, three take the
// place of another, and four go between two elements. Half of them come from the
// list itself, and one of the last kind is a whole list.
func (f *weave) stitch(v input.Vector, lists []List) input.Vector {
	if len(lists) == 0 {
		return nil
	}
	rng := f.w.Rand
	i, way := rng.IntN(len(lists)), rng.IntN(8)
	n := lists[i].Len
	from := rng.IntN(n + 1)
	to := from
	if way < 4 && n > 0 {
		from = rng.IntN(n)
		to = min(n, from+f.size())
	}
	head, tail := Piece{Of: v, List: i, To: from, Times: 1}, Piece{Of: v, List: i, From: to, To: n, Times: 1}
	if way == 0 {
		return f.editor.Edit(v, i, head, tail)
	}
	of, j, m := v, i, n
	if rng.IntN(2) == 0 {
		t := f.any()
		if of, j = t.input, f.like(f.listsOf(t), lists[i].Class); j < 0 {
			return nil
		}
		m = f.listsOf(t)[j].Len
	}
	if m == 0 {
		return nil
	}
	block := Piece{Of: of, List: j, To: m, Times: 1}
	if way < 7 {
		block.From = rng.IntN(m)
		block.To = min(m, block.From+f.size())
	}
	return f.editor.Edit(v, i, head, block, tail)
}

// size draws the number of elements of a block: one half of the time, and each more
// half as often.
func (f *weave) size() int {
	n := 1
	for n < mostStitch && f.w.Rand.IntN(2) == 0 {
		n++
	}
	return n
}

// like draws a list of a class, -1 if there is none.
func (f *weave) like(lists []List, class uint64) int {
	k, found := -1, 0
	for i, l := range lists {
		if l.Class != class {
			continue
		}
		if found++; f.w.Rand.IntN(found) == 0 {
			k = i
		}
	}
	return k
}
