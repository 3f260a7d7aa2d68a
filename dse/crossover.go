package dse

import (
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
)

// Crossover makes inputs from other inputs. It inserts a block of a list into a list, replaces a
// block by a block, or deletes a block. It replaces a piece of the input by a word that the program
// compared with the piece. It puts a letter that the program compared elements with anywhere. If a
// program cuts its input into pieces before it reads them, no flip of a node makes a piece longer:
// "1..3" becomes "1.2.3" by an element inserted in the middle.
//
// The corpus holds the inputs of runs that came nearer to a goal than all runs before, that took a
// new side of a condition, or that were news to the notebook of readings (Reading.News,
// Reading.Often), and of shorter runs that are as near as the nearest. Half of the edits take one
// of the inputs nearest to a goal, the other half the shorter of two inputs drawn from the corpus.
//
// Crossover begins after crossoverBegins runs, because goals that are reached early need no random
// edits. Its vain steps are at most half of the later runs. It declines if the program has no
// Inputs. A run takes time linear in its path, and a step in the input.
//
// Sources: blocks and counts of branches are those of AFL (Zalewski 2014); words and letters those
// of Aschermann, Schumilo, Blazytko, Gawlik, Holz, REDQUEEN: Fuzzing with Input-to-State
// Correspondence, NDSS 2019.
func Crossover(w *World) Strategy {
	f := &crossover{w: w, l: w.Inputs}
	for _, g := range w.goals() {
		f.goals = append(f.goals, &nearest{goal: g, fitness: farthest})
	}
	return f
}

const (
	crossoverBegins = 100 // runs before the first step
	mostNearest     = 4   // inputs that each goal keeps for edits
	mostCorpus      = 48  // inputs that the corpus keeps for edits
	mostWords       = 16  // kept of a run
	mostLetters     = 64
	mostLength      = 1 << 10 // length in words of the longest input that is edited
	mostDraws       = 32      // edits that are tried for one step
	mostPart        = 3       // elements of a block that is not a whole list
	secondEvery     = 3       // every secondEvery-th step, on average, has a second edit
)

type crossover struct {
	w       *World
	l       Inputs // nil: Crossover always declines
	goals   []*nearest
	corpus  []*parent // the latest inputs
	letters []letter
	runs    int // observed
	vain    int // steps without news
	turn    int
	made    input.Vector // by the last step
}

// A parent is an input to edit.
type parent struct {
	input input.Vector
	lists []List
	words []Compared // comparisons of the run that did not hold
}

// nearest is a goal and the latest inputs that are nearest to it.
type nearest struct {
	goal
	fitness fitness
	length  int // of the shortest input with this fitness
	parents []*parent
}

// A letter is a value that elements of a list were compared with.
type letter struct {
	list  int
	value uint64
}

// Closed implements Strategy.
func (f *crossover) Closed(*Node) {}

// Ran implements Strategy.
func (f *crossover) Ran(r *Run, _ []*Node) {
	if f.l == nil {
		return
	}
	f.runs++
	news := f.w.News(r)
	if f.made != nil && slices.Equal(f.made, r.Path.Input) && !news {
		f.vain++
	}
	f.made = nil
	shorter := f.measure(r)
	if (news || shorter || r.Reading.News || r.Reading.Often) && len(r.Path.Input) <= mostLength {
		f.keep(r)
	}
}

// measure compares a run with the nearest runs. It reports whether r is shorter than all runs that
// are equally near to some goal.
func (f *crossover) measure(r *Run) (shorter bool) {
	n := len(r.Path.Input)
	for _, g := range f.goals {
		switch now := fitnessOf(r, g.place); {
		case now.less(g.fitness):
			g.fitness, g.length, g.parents = now, n, nil
		case now == g.fitness && n < g.length:
			g.length, shorter = n, true
		}
	}
	return shorter
}

// keep adds a run to the corpus.
func (f *crossover) keep(r *Run) {
	p := &parent{input: r.Path.Input, lists: f.l.ListsOf(r.Path.Input)}
	for _, c := range r.Reading.Compared {
		if !c.Holds && len(p.words) < mostWords {
			p.words = append(p.words, c)
		}
	}
	f.spell(r.Path.Decisions)
	f.corpus = newest(f.corpus, p, mostCorpus)
	for _, g := range f.goals {
		if fitnessOf(r, g.place) == g.fitness {
			g.parents = newest(g.parents, p, mostNearest)
		}
	}
}

// newest appends an input, and drops the oldest if there are more than most.
func newest(l []*parent, p *parent, most int) []*parent {
	return append(l[max(0, len(l)+1-most):], p)
}

// spell adds the constants that decisions compare list elements with to the letters.
func (f *crossover) spell(decisions []symexec.Decision) {
	for i := range decisions {
		word, _, value := compared(decisions[i].Clause)
		if word == nil || len(f.letters) == mostLetters {
			continue
		}
		at := f.l.Place(int(word.Bits))
		if l := (letter{at.List, value}); at.List > 0 && !at.Length && !slices.Contains(f.letters, l) {
			f.letters = append(f.letters, l)
		}
	}
}

// Next implements Strategy.
func (f *crossover) Next() Step {
	if len(f.corpus) == 0 || f.vain >= max(0, f.runs-crossoverBegins)/2 {
		return Step{}
	}
	for range mostDraws {
		v := f.edit(f.draw())
		if v == nil {
			continue
		}
		if f.w.Rand.IntN(secondEvery) == 0 {
			if u := f.recombine(v, f.l.ListsOf(v)); u != nil {
				v = u
			}
		}
		if !f.w.Ran(v) {
			f.made = v
			return Step{Input: v}
		}
	}
	f.vain++
	return Step{}
}

// draw draws an input to edit: in turn the nearest to a goal, and the shorter of two of the corpus.
func (f *crossover) draw() *parent {
	f.turn++
	if n := len(f.goals); f.turn%2 == 0 {
		for k := range n {
			if g := f.goals[(f.turn/2+k)%n]; len(g.parents) > 0 && !f.w.Covered(g.branch) {
				return g.parents[f.w.Rand.IntN(len(g.parents))]
			}
		}
	}
	p, q := f.any(), f.any()
	if len(q.input) < len(p.input) {
		return q
	}
	return p
}

func (f *crossover) any() *parent { return f.corpus[f.w.Rand.IntN(len(f.corpus))] }

// edit returns an input edited by a word, a letter or a block, nil if the edit is not possible.
func (f *crossover) edit(p *parent) input.Vector {
	rng := f.w.Rand
	switch way := rng.IntN(8); {
	case way < 2 && len(p.words) > 0:
		c := &p.words[rng.IntN(len(p.words))]
		return f.l.Splice(p.input, c.List, c.From, c.To, c.Word...)
	case way < 5 && len(f.letters) > 0:
		l := f.letters[rng.IntN(len(f.letters))]
		n := len(f.l.Elements(p.input, l.list))
		from := rng.IntN(n + 1)
		return f.l.Splice(p.input, l.list, from, min(n, from+rng.IntN(2)), l.value)
	}
	return f.recombine(p.input, p.lists)
}

// recombine edits a list by a block. One edit of eight deletes a block, three replace a block, and
// four insert a block between two elements. Half of the new blocks come from the list itself. One
// insertion of four inserts a whole list.
func (f *crossover) recombine(v input.Vector, lists []List) input.Vector {
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
	block := Block{Of: v, List: i}
	if way == 0 {
		return f.l.Replace(v, i, from, to, block)
	}
	m := n
	if rng.IntN(2) == 0 {
		p := f.any()
		if block.Of, block.List = p.input, f.like(p.lists, lists[i].Class); block.List < 0 {
			return nil
		}
		m = p.lists[block.List].Len
	}
	if m == 0 {
		return nil
	}
	if block.To = m; way < 7 {
		block.From = rng.IntN(m)
		block.To = min(m, block.From+f.size())
	}
	return f.l.Replace(v, i, from, to, block)
}

// size draws the number of elements of a block: 1 with probability 1/2, and each larger number, up
// to mostPart, half as often.
func (f *crossover) size() int {
	n := 1
	for n < mostPart && f.w.Rand.IntN(2) == 0 {
		n++
	}
	return n
}

// like draws the index of a list of a class, -1 if there is none.
func (f *crossover) like(lists []List, class uint64) int {
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
