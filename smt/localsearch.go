package smt

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"nearmiss/term"
)

// localSearchName is the name of the solver in answers.
const localSearchName = "climb"

// LocalSearchOptions limit a query.
type LocalSearchOptions struct {
	// Steps is the number of clause and operation evaluations of a query. Default 50 000.
	Steps int
}

// LocalSearch looks for models by local search: it descends the path distance of a conjunction.
// It never answers Unsat. It does not support strings and arrays.
//
// Example: for x*x == 2.25 with a float64 x that is 0 in the witness, it finds that x = 1.5
// reduces the distance to 0.
//
// The distance of a conjunction is the sum of the normalised branch distances of its clauses
// (package term). Ties are broken by the exact distances in the order of the clauses. Three
// kinds of moves alternate:
//
//   - The alternating variable method: one slot of a failing clause takes exploratory steps, and after
//     a successful one, steps that double. Floats move by representable values, from several step
//     sizes.
//   - Inverse computation: the value that a failing relation needs for one of its sides is propagated
//     backwards through the operators to one slot. The move is made if it reduces the distance.
//   - Where no move reduces the distance, the propagated value is assigned anyway, so that other
//     clauses fail in turn, as in the random walks for SAT.
//
// Sources: Korel, Automated software test data generation, IEEE TSE 16(8), 1990; Baars et al.,
// Symbolic search-based testing, ASE 2011, for the distance; Niemetz, Preiner, Biere, Precise
// and complete propagation based local search for satisfiability modulo theories, CAV 2016, for
// inverse computation.
//
// A move of a slot evaluates only the clauses, and in them only the terms, that depend on the
// slot. The limit counts these evaluations. An answer is a function of query, witness and
// options.
type LocalSearch struct {
	options     LocalSearchOptions
	clauses     []searchClause // the path, and the clause of a Check behind it
	bySlot      [][]int32      // by slot: clauses that depend on the slot
	sort        []term.Sort    // by slot: its sort
	unsupported int            // number of clauses with strings or arrays

	eval       *term.Evaluator
	witness    term.Env
	queries    uint32   // number of queries
	lastRead   []uint32 // by slot: number of the last query that read the slot from the witness
	words      []uint64 // by slot: the current word
	start      []uint64 // by slot: the word in the witness
	known      []bool   // by slot: the witness has a value
	movedSlots []int32  // slots that were assigned or have no value in the witness; a slot may occur twice

	failing  []int32 // indices of failing clauses
	oldCosts []cost  // costs before the last assign
	steps    int     // remaining evaluations of clauses and operations
	rng      *rand.Rand
	pcg      *rand.PCG
}

// searchClause is a clause with its cost. Between queries the cost is zero.
type searchClause struct {
	term         *term.Term
	cost         cost
	failingIndex int32 // index in LocalSearch.failing, or -1
}

var _ Solver = (*LocalSearch)(nil)

// NewLocalSearch returns a solver with an empty path.
func NewLocalSearch(o LocalSearchOptions) *LocalSearch {
	o.Steps = cmp.Or(o.Steps, 50_000)
	s := &LocalSearch{options: o, pcg: rand.NewPCG(0, 0)}
	s.rng = rand.New(s.pcg)
	s.eval = term.NewWordEvaluator(func(slot int) uint64 { return s.read(slot) })
	return s
}

// read returns the current value of a slot.
func (s *LocalSearch) read(slot int) uint64 {
	if s.lastRead[slot] != s.queries {
		s.lastRead[slot] = s.queries
		v, ok := s.witness(slot)
		s.words[slot], s.start[slot], s.known[slot] = v.Bits, v.Bits, ok
		if !ok {
			s.movedSlots = append(s.movedSlots, int32(slot))
		}
	}
	return s.words[slot]
}

// Push adds a clause to the path.
func (s *LocalSearch) Push(t *term.Term) {
	me := int32(len(s.clauses))
	for _, slot := range t.Slots() {
		s.growSlots(int(slot))
		s.bySlot[slot] = append(s.bySlot[slot], me)
		s.sort[slot] = t.Builder().SortOf(int(slot))
	}
	if unsupported(t) {
		s.unsupported++
	}
	s.clauses = append(s.clauses, searchClause{term: t, failingIndex: -1})
}

// unsupported reports whether a clause has strings or arrays.
func unsupported(t *term.Term) bool { return t.Traits&term.Texts != 0 }

func (s *LocalSearch) growSlots(slot int) {
	if slot < len(s.words) {
		return
	}
	n := slot + 1
	s.bySlot = append(s.bySlot, make([][]int32, n)...)
	s.sort = append(s.sort, make([]term.Sort, n)...)
	s.lastRead = append(s.lastRead, make([]uint32, n)...)
	s.words = append(s.words, make([]uint64, n)...)
	s.start = append(s.start, make([]uint64, n)...)
	s.known = append(s.known, make([]bool, n)...)
}

// Pop removes the last n clauses of the path.
func (s *LocalSearch) Pop(n int) {
	for range n {
		last := len(s.clauses) - 1
		c := &s.clauses[last]
		for _, slot := range c.term.Slots() {
			s.bySlot[slot] = s.bySlot[slot][:len(s.bySlot[slot])-1]
		}
		if unsupported(c.term) {
			s.unsupported--
		}
		*c = searchClause{}
		s.clauses = s.clauses[:last]
	}
}

func (s *LocalSearch) Close() error { return nil }

// Check implements Solver.
func (s *LocalSearch) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	s.Push(extra)
	defer s.Pop(1)
	return s.query(ctx, w, len(s.clauses)-1)
}

// Solve implements Solver.
func (s *LocalSearch) Solve(ctx context.Context, w term.Env) Answer { return s.query(ctx, w, 0) }

// query looks for a model of all clauses. The clauses with an index below from hold under the
// witness.
func (s *LocalSearch) query(ctx context.Context, w term.Env, from int) Answer {
	if s.unsupported > 0 {
		return undecided("strings or arrays")
	}
	s.witness = w
	s.queries++
	s.steps = s.options.Steps
	s.eval.Reset()
	s.pcg.Seed(0, 0)
	s.measure(from)
	defer s.reset()
	if !s.walk(ctx) {
		return undecided("out of steps")
	}
	return Answer{Verdict: Sat, Changes: s.changes(), Solver: localSearchName}
}

// undecided returns the answer Unknown with a reason.
func undecided(reason string) Answer {
	return Answer{Solver: localSearchName, Reason: localSearchName + ": " + reason}
}

// changes returns the slots whose value differs from the witness or is missing there.
func (s *LocalSearch) changes() []Assignment {
	var out []Assignment
	slices.Sort(s.movedSlots)
	for _, slot := range slices.Compact(s.movedSlots) {
		if !s.known[slot] || s.words[slot] != s.start[slot] {
			out = append(out, Assignment{Slot: int(slot), Value: term.Value{Bits: s.words[slot]}})
		}
	}
	return out
}

// reset clears the costs after a query.
func (s *LocalSearch) reset() {
	for _, slot := range s.movedSlots {
		for _, i := range s.bySlot[slot] {
			s.clauses[i].cost, s.clauses[i].failingIndex = cost{}, -1
		}
	}
	for _, i := range s.failing {
		s.clauses[i].cost, s.clauses[i].failingIndex = cost{}, -1
	}
	s.movedSlots, s.failing = s.movedSlots[:0], s.failing[:0]
}
