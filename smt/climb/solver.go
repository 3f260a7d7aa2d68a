package climb

import (
	"context"
	"math/rand/v2"

	"nearmiss/internal/probe"
	"nearmiss/smt"
	"nearmiss/term"
)

// Name is what answers are marked with.
const Name = "climb"

// Options limit a question.
type Options struct {
	// Steps is how many clauses a question may evaluate. Default 20 000.
	Steps int

	// Norm is how distances are normalised.
	Norm probe.Norm

	// Seed of the walks.
	Seed uint64
}

// Solver is a smt.Solver by search.
type Solver struct {
	opt     Options
	clauses []*term.Term
	bySlot  [][]int32 // clauses that depend on a slot

	eval  *term.Evaluator
	slots []int32     // of the question
	sort  []term.Sort // by slot
	seen  []uint32    // by slot: the question that it was last in
	asked uint32
	words []uint64 // by slot: the values now
	begun []uint64 // by slot: those of the witness
	known []bool   // by slot: the witness has one

	dist    []cost // by clause, that of the condition last
	failing []int32
	place   []int32 // by clause: where it is among failing, or -1
	before  []cost  // scratch
	left    int     // steps
	rng     *rand.Rand
	pcg     *rand.PCG
	visited map[*term.Term]bool // scratch of collect
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver with an empty path.
func New(o Options) *Solver {
	if o.Steps == 0 {
		o.Steps = 20_000
	}
	s := &Solver{opt: o, pcg: rand.NewPCG(o.Seed, 0)}
	s.rng = rand.New(s.pcg)
	s.eval = term.NewWordEvaluator(func(slot int) uint64 { return s.words[slot] })
	return s
}

// Push puts a clause on the path.
func (s *Solver) Push(clause *term.Term) {
	s.enter(clause)
}

func (s *Solver) enter(clause *term.Term) {
	me := int32(len(s.clauses))
	s.clauses = append(s.clauses, clause)
	for _, slot := range clause.Slots() {
		s.room(int(slot))
		s.bySlot[slot] = append(s.bySlot[slot], me)
	}
}

func (s *Solver) room(slot int) {
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
func (s *Solver) Pop(n int) {
	for range n {
		last := len(s.clauses) - 1
		for _, slot := range s.clauses[last].Slots() {
			s.bySlot[slot] = s.bySlot[slot][:len(s.bySlot[slot])-1]
		}
		s.clauses[last] = nil
		s.clauses = s.clauses[:last]
	}
}

// Close does nothing.
func (s *Solver) Close() error { return nil }

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	s.enter(extra)
	defer s.Pop(1)
	return s.ask(ctx, w)
}

// Solve implements smt.Solver.
func (s *Solver) Solve(ctx context.Context, w term.Env) smt.Answer { return s.ask(ctx, w) }

// ask looks for a model of all clauses.
func (s *Solver) ask(ctx context.Context, w term.Env) smt.Answer {
	if !s.load(w) {
		return unknown("strings and arrays")
	}
	s.pcg.Seed(s.opt.Seed, 0)
	s.measure()
	if !s.walk(ctx) {
		return unknown("out of steps")
	}
	for _, c := range s.clauses {
		if !s.eval.Holds(c) {
			panic("climb: BUG: a clause at distance 0 does not hold")
		}
	}
	return smt.Answer{Verdict: smt.Sat, Changes: s.changes(), By: Name}
}

func unknown(reason string) smt.Answer { return smt.Answer{By: Name, Reason: Name + ": " + reason} }

// load takes the values of the witness; false if there are others than
// scalars.
func (s *Solver) load(w term.Env) bool {
	s.asked++
	s.slots = s.slots[:0]
	s.visited = make(map[*term.Term]bool)
	s.left = s.opt.Steps
	for _, c := range s.clauses {
		if !s.collect(c) {
			return false
		}
	}
	for _, slot := range s.slots {
		v, ok := w(int(slot))
		s.begun[slot], s.known[slot] = v.Bits, ok
		s.words[slot] = v.Bits
	}
	s.eval.Reset()
	return true
}

// collect notes the slots of a term and their sorts.
func (s *Solver) collect(t *term.Term) bool {
	if s.visited[t] || t.Op == term.Const {
		return true
	}
	if k := t.Sort.Kind; k == term.String || k == term.Array {
		return false
	}
	if t.Op == term.Slot {
		if slot := int32(t.Bits); s.seen[slot] != s.asked {
			s.seen[slot] = s.asked
			s.slots = append(s.slots, slot)
			s.sort[slot] = t.Sort
		}
		return true
	}
	s.visited[t] = true
	for _, a := range t.Args {
		if !s.collect(a) {
			return false
		}
	}
	return true
}

func (s *Solver) changes() []smt.Assignment {
	var out []smt.Assignment
	for _, slot := range s.slots {
		if !s.known[slot] || s.words[slot] != s.begun[slot] {
			out = append(out, smt.Assignment{Slot: int(slot), Value: term.Value{Bits: s.words[slot]}})
		}
	}
	return out
}
