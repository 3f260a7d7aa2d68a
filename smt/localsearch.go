package smt

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"nearmiss/term"
)

// localSearchName is what answers are marked with.
const localSearchName = "climb"

// LocalSearchOptions limit a question.
type LocalSearchOptions struct {
	// Steps is how many clauses and operations in them a question may
	// compute. Default 50 000.
	Steps int

	// Seed of the walks.
	Seed uint64
}

// LocalSearch looks for models by search: it walks down the path distance of a conjunction
// and never says that there is no model. It does not know strings and arrays.
//
// Asked for x*x == 2.25 with x a float64 that is 0 in the witness, it finds
// that a move of x to 1.5 brings the distance to 0.
//
// The distance of a conjunction is the sum of the normalised branch distances
// of its clauses (package term), ties told apart by the exact distances in the
// order of the clauses. Three kinds of moves alternate:
//
//   - the alternating variable method: one slot of a clause that fails takes
//     exploratory steps, and from one that helps on steps that double; floats
//     move by representable values, from steps of several sizes;
//   - a value computed backwards: what a relation that fails wants of one of
//     its sides is taken through the inverses of the operators down to one
//     slot, taken if it helps;
//   - where nothing helps, the same value is taken although it does not, so
//     that other clauses fail in turn, as in the random walks for SAT.
//
// Sources: Korel, Automated software test data generation, IEEE TSE 16(8),
// 1990; Baars et al., Symbolic search-based testing, ASE 2011, for the
// distance; Niemetz, Preiner, Biere, Precise and complete propagation based
// local search for satisfiability modulo theories, CAV 2016, for values
// computed backwards.
//
// A move of a slot evaluates the clauses that depend on it, and of these the
// terms that do. The limit is a number of such operations; an answer is a
// function of question, witness and options.
type LocalSearch struct {
	opt     LocalSearchOptions
	clauses []located // that of the question last
	bySlot  [][]int32 // clauses that depend on a slot
	sort    []term.Sort
	handles int // clauses with strings or arrays

	eval    *term.Evaluator
	witness term.Env
	asked   uint32   // questions
	seen    []uint32 // by slot: the question that it was last read for
	words   []uint64 // by slot: the values now
	begun   []uint64 // by slot: those of the witness
	known   []bool   // by slot: the witness has one
	moved   []int32  // slots that were given a word, or had none, some twice

	failing []int32
	before  []cost // scratch
	left    int    // steps
	rng     *rand.Rand
	pcg     *rand.PCG
}

// located is a condition and how far it is from holding. Between questions
// that is nothing.
type located struct {
	t       *term.Term
	cost    cost
	at      int32 // among failing, or -1
	handles bool
}

var _ Solver = (*LocalSearch)(nil)

// NewLocalSearch returns a solver with an empty path.
func NewLocalSearch(o LocalSearchOptions) *LocalSearch {
	o.Steps = cmp.Or(o.Steps, 50_000)
	s := &LocalSearch{opt: o, pcg: rand.NewPCG(o.Seed, 0)}
	s.rng = rand.New(s.pcg)
	s.eval = term.NewWordEvaluator(func(slot int) uint64 { return s.read(slot) })
	return s
}

// read is the value of a slot now.
func (s *LocalSearch) read(slot int) uint64 {
	if s.seen[slot] != s.asked {
		s.seen[slot] = s.asked
		v, ok := s.witness(slot)
		s.words[slot], s.begun[slot], s.known[slot] = v.Bits, v.Bits, ok
		if !ok {
			s.moved = append(s.moved, int32(slot))
		}
	}
	return s.words[slot]
}

// Push puts a clause on the path.
func (s *LocalSearch) Push(t *term.Term) {
	me := int32(len(s.clauses))
	c := located{t: t, at: -1}
	for _, slot := range t.Slots() {
		s.room(int(slot))
		s.bySlot[slot] = append(s.bySlot[slot], me)
	}
	t.Walk(func(u *term.Term) {
		if u.Op == term.Slot {
			s.sort[u.Bits] = u.Sort
		}
		if k := u.Sort.Kind; k == term.String || k == term.Array {
			c.handles = true
		}
	})
	if c.handles {
		s.handles++
	}
	s.clauses = append(s.clauses, c)
}

func (s *LocalSearch) room(slot int) {
	if slot < len(s.words) {
		return
	}
	n := slot + 1
	s.bySlot = append(s.bySlot, make([][]int32, n)...)
	s.sort = append(s.sort, make([]term.Sort, n)...)
	s.seen = append(s.seen, make([]uint32, n)...)
	s.words = append(s.words, make([]uint64, n)...)
	s.begun = append(s.begun, make([]uint64, n)...)
	s.known = append(s.known, make([]bool, n)...)
}

// Pop takes the last n clauses off the path.
func (s *LocalSearch) Pop(n int) {
	for range n {
		last := len(s.clauses) - 1
		c := &s.clauses[last]
		for _, slot := range c.t.Slots() {
			s.bySlot[slot] = s.bySlot[slot][:len(s.bySlot[slot])-1]
		}
		if c.handles {
			s.handles--
		}
		*c = located{}
		s.clauses = s.clauses[:last]
	}
}

// Close does nothing.
func (s *LocalSearch) Close() error { return nil }

// Check implements smt.Solver.
func (s *LocalSearch) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	s.Push(extra)
	defer s.Pop(1)
	return s.ask(ctx, w, len(s.clauses)-1)
}

// Solve implements smt.Solver.
func (s *LocalSearch) Solve(ctx context.Context, w term.Env) Answer { return s.ask(ctx, w, 0) }

// ask looks for a model of all clauses, of which those before from hold.
func (s *LocalSearch) ask(ctx context.Context, w term.Env, from int) Answer {
	if s.handles > 0 {
		return undecided("strings or arrays")
	}
	s.witness = w
	s.asked++
	s.left = s.opt.Steps
	s.eval.Reset()
	s.pcg.Seed(s.opt.Seed, 0)
	s.measure(from)
	defer s.settle()
	if !s.walk(ctx) {
		return undecided("out of steps")
	}
	return Answer{Verdict: Sat, Changes: s.changes(), By: localSearchName}
}

func undecided(reason string) Answer {
	return Answer{By: localSearchName, Reason: localSearchName + ": " + reason}
}

// changes are the slots that have another value than in the witness, or none
// there.
func (s *LocalSearch) changes() []Assignment {
	var out []Assignment
	slices.Sort(s.moved)
	for _, slot := range slices.Compact(s.moved) {
		if !s.known[slot] || s.words[slot] != s.begun[slot] {
			out = append(out, Assignment{Slot: int(slot), Value: term.Value{Bits: s.words[slot]}})
		}
	}
	return out
}

// settle forgets the question.
func (s *LocalSearch) settle() {
	for _, slot := range s.moved {
		for _, i := range s.bySlot[slot] {
			s.clauses[i].cost, s.clauses[i].at = cost{}, -1
		}
	}
	for _, i := range s.failing {
		s.clauses[i].cost, s.clauses[i].at = cost{}, -1
	}
	s.moved, s.failing = s.moved[:0], s.failing[:0]
}
