package dse

import (
	"slices"

	"nearmiss/input"
	"nearmiss/symexec"
)

// Crossover makes inputs from other inputs. It inserts a block of a list into a list, replaces a
// block by a block, or deletes a block. It replaces a piece of the input by a word that the program
// compared with the piece. It puts a letter, a constant that the program compared elements with, at a
// random place. If a program cuts its input into pieces before it reads them, no flip of a node makes
// a piece longer: "1..3" becomes "1.2.3" by an element inserted in the middle.
//
// The corpus holds the inputs of runs that came nearer to a goal than all runs before, that took a
// new side of a condition, that took a branch in a new calling context or order or more often than
// before (Reading.NewEvent, Reading.NewMaximum), or that are as near to a goal as the nearest run and
// shorter. Half of the edits take one of the inputs nearest to a goal, the other half the shorter of
// two inputs drawn from the corpus.
//
// Crossover begins after crossoverAfterRuns runs, because goals that are reached early need no random
// edits. Its steps without news are at most half of the later runs. It declines if the program has
// no Inputs. A run takes time linear in its path, and a step in the input.
//
// Sources: blocks and counts of branches are those of AFL (Zalewski 2014); words and letters those
// of Aschermann, Schumilo, Blazytko, Gawlik, Holz, REDQUEEN: Fuzzing with Input-to-State
// Correspondence, NDSS 2019.
func Crossover(w *World) Strategy {
	f := &crossover{w: w, inputs: w.Inputs}
	for _, g := range w.goals() {
		f.goals = append(f.goals, &goalParents{goal: g, fitness: farthest})
	}
	return f
}

const (
	crossoverAfterRuns = 100     // runs of the search before the first step of Crossover
	maxParentsPerGoal  = 4       // inputs that each goal keeps for edits
	maxCorpus          = 48      // inputs that the corpus keeps for edits
	maxComparedWords   = 16      // comparisons that are kept of a run
	maxLetters         = 64      // letters that are kept, the first ones
	maxInputWords      = 1 << 10 // length in words of the longest input that is edited
	maxEditTries       = 32      // edits that are tried for one step
	maxBlockElements   = 3       // elements of a block that is not a whole list
	secondEditEvery    = 3       // every secondEditEvery-th step, on average, has a second edit
)

type crossover struct {
	ignoresClosed
	w                *World
	inputs           Inputs // nil: Crossover always declines
	goals            []*goalParents
	corpus           []*parent // the latest maxCorpus inputs worth editing
	letters          []listLetter
	numRuns          int          // runs observed so far
	stepsWithoutNews int          // steps of Crossover without news
	numDraws         int          // number of inputs drawn; every second one is near a goal, and goals take turns
	lastMade         input.Vector // the input made by the last step
}

// A parent is an input to edit.
type parent struct {
	input input.Vector
	lists []List
	words []Compared // comparisons of the run that did not hold
}

// goalParents is a goal and the latest inputs that are nearest to it.
type goalParents struct {
	goal
	fitness fitness
	length  int       // words of the shortest input with this fitness
	parents []*parent // the latest inputs with this fitness
}

// A listLetter is a value that elements of a list were compared with.
type listLetter struct {
	list  int // number of the list, as in Place.List: the same in all inputs, not the index in ListsOf
	value uint64
}

// ObserveRun implements Strategy.
func (f *crossover) ObserveRun(run *Run, _ []*Node) {
	if f.inputs == nil {
		return
	}
	f.numRuns++
	news := f.w.News(run)
	if f.lastMade != nil && slices.Equal(f.lastMade, run.Path.Input) && !news {
		f.stepsWithoutNews++
	}
	f.lastMade = nil
	shorter := f.recordNearest(run)
	if (news || shorter || run.Reading.NewEvent || run.Reading.NewMaximum) && len(run.Path.Input) <= maxInputWords {
		f.addToCorpus(run)
	}
}

// recordNearest updates the goals to which r is nearer than all runs before. It reports whether r is
// as near to some goal as the nearest runs, and shorter than these.
func (f *crossover) recordNearest(r *Run) (shorter bool) {
	n := len(r.Path.Input)
	for _, g := range f.goals {
		switch now := fitnessOf(r, g.index); {
		case now.less(g.fitness):
			g.fitness, g.length, g.parents = now, n, nil
		case now == g.fitness && n < g.length:
			g.length, shorter = n, true
		}
	}
	return shorter
}

// addToCorpus adds the input of a run to the corpus, and to the parents of the goals that the run is
// nearest to. It adds the letters of the run's decisions.
func (f *crossover) addToCorpus(r *Run) {
	p := &parent{input: r.Path.Input, lists: f.inputs.ListsOf(r.Path.Input)}
	for _, c := range r.Reading.Compared {
		if !c.Holds && len(p.words) < maxComparedWords {
			p.words = append(p.words, c)
		}
	}
	f.addLetters(r.Path.Decisions)
	f.corpus = withNewest(f.corpus, p, maxCorpus)
	for _, g := range f.goals {
		if fitnessOf(r, g.index) == g.fitness {
			g.parents = withNewest(g.parents, p, maxParentsPerGoal)
		}
	}
}

// withNewest appends an input, and drops the oldest if there are more than limit.
func withNewest(l []*parent, p *parent, limit int) []*parent {
	return append(l[max(0, len(l)+1-limit):], p)
}

// addLetters adds the constants that decisions compare list elements with to the letters.
func (f *crossover) addLetters(decisions []symexec.Decision) {
	for i := range decisions {
		word, _, value := comparedWord(decisions[i].Clause)
		if word == nil || len(f.letters) == maxLetters {
			continue
		}
		place := f.inputs.Place(int(word.Bits))
		if l := (listLetter{place.List, value}); place.List > 0 && !place.Length && !slices.Contains(f.letters, l) {
			f.letters = append(f.letters, l)
		}
	}
}

// Next implements Strategy.
func (f *crossover) Next() Step {
	if len(f.corpus) == 0 || f.stepsWithoutNews >= max(0, f.numRuns-crossoverAfterRuns)/2 {
		return Step{}
	}
	for range maxEditTries {
		vector := f.edit(f.drawParent())
		if vector == nil {
			continue
		}
		if f.w.Rand.IntN(secondEditEvery) == 0 {
			if u := f.recombine(vector, f.inputs.ListsOf(vector)); u != nil {
				vector = u
			}
		}
		if !f.w.HasRun(vector) {
			f.lastMade = vector
			return Step{Input: vector}
		}
	}
	f.stepsWithoutNews++
	return Step{}
}

// drawParent draws an input to edit: by turns an input nearest to an uncovered goal, and the shorter
// of two inputs of the corpus.
func (f *crossover) drawParent() *parent {
	f.numDraws++
	if n := len(f.goals); f.numDraws%2 == 0 {
		for k := range n {
			if g := f.goals[(f.numDraws/2+k)%n]; len(g.parents) > 0 && !f.w.Covered(g.branch) {
				return g.parents[f.w.Rand.IntN(len(g.parents))]
			}
		}
	}
	p, q := f.anyParent(), f.anyParent()
	if len(q.input) < len(p.input) {
		return q
	}
	return p
}

func (f *crossover) anyParent() *parent { return f.corpus[f.w.Rand.IntN(len(f.corpus))] }

// edit returns an input edited by a word, a letter or a block, nil if the edit is not possible.
func (f *crossover) edit(origin *parent) input.Vector {
	rng := f.w.Rand
	switch kind := rng.IntN(8); {
	case kind < 2 && len(origin.words) > 0:
		c := &origin.words[rng.IntN(len(origin.words))]
		return f.inputs.Splice(origin.input, c.List, c.From, c.To, c.Word...)
	case kind < 5 && len(f.letters) > 0:
		l := f.letters[rng.IntN(len(f.letters))]
		n := len(f.inputs.Elements(origin.input, l.list))
		from := rng.IntN(n + 1)
		return f.inputs.Splice(origin.input, l.list, from, min(n, from+rng.IntN(2)), l.value)
	}
	return f.recombine(origin.input, origin.lists)
}

// recombine edits one of the lists of vector by a block. One edit of eight deletes a block, three
// replace a block, and four insert a block. Half of the new blocks come from the list itself, the
// others from a list of the same class in the corpus. One insertion of four inserts a whole list. It
// returns nil if the edit is not possible.
func (f *crossover) recombine(vector input.Vector, lists []List) input.Vector {
	if len(lists) == 0 {
		return nil
	}
	rng := f.w.Rand
	i, kind := rng.IntN(len(lists)), rng.IntN(8)
	length := lists[i].Len
	from := rng.IntN(length + 1)
	to := from
	if kind < 4 && length > 0 {
		from = rng.IntN(length)
		to = min(length, from+f.blockSize())
	}
	block := Block{Of: vector, List: i}
	if kind == 0 {
		return f.inputs.Replace(vector, i, from, to, block)
	}
	m := length
	if rng.IntN(2) == 0 {
		p := f.anyParent()
		if block.Of, block.List = p.input, f.listOfClass(p.lists, lists[i].Class); block.List < 0 {
			return nil
		}
		m = p.lists[block.List].Len
	}
	if m == 0 {
		return nil
	}
	if block.To = m; kind < 7 {
		block.From = rng.IntN(m)
		block.To = min(m, block.From+f.blockSize())
	}
	return f.inputs.Replace(vector, i, from, to, block)
}

// blockSize draws the number of elements of a block: 1 with probability 1/2, and each larger
// number, up to maxBlockElements, half as often.
func (f *crossover) blockSize() int {
	n := 1
	for n < maxBlockElements && f.w.Rand.IntN(2) == 0 {
		n++
	}
	return n
}

// listOfClass draws the index of a list of a class, -1 if there is none.
func (f *crossover) listOfClass(lists []List, class uint64) int {
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
