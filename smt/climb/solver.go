package climb

import (
	"context"
	"math/rand/v2"
	"slices"

	"nearmiss/smt"
	"nearmiss/term"
)

// Name is what answers are marked with.
const Name = "climb"

// Options limit a question.
type Options struct {
	// Steps is how many clauses and operations in them a question may
	// compute. Default 50 000.
	Steps int

	// Seed of the walks.
	Seed uint64
}

// Solver is a smt.Solver by search.
type Solver struct {
	opt     Options
	clauses []clause  // that of the question last
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

// clause is a condition and how far it is from holding. Between questions
// that is nothing.
type clause struct {
	t       *term.Term
	cost    cost
	at      int32 // among failing, or -1
	handles bool
}

var _ smt.Solver = (*Solver)(nil)

// New returns a solver with an empty path.
func New(o Options) *Solver {
	if o.Steps == 0 {
		o.Steps = 50_000
	}
	s := &Solver{opt: o, pcg: rand.NewPCG(o.Seed, 0)}
	s.rng = rand.New(s.pcg)
	s.eval = term.NewWordEvaluator(func(slot int) uint64 { return s.read(slot) })
	return s
}

// read is the value of a slot now.
func (s *Solver) read(slot int) uint64 {
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
func (s *Solver) Push(t *term.Term) {
	me := int32(len(s.clauses))
	c := clause{t: t, at: -1}
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
		c := &s.clauses[last]
		for _, slot := range c.t.Slots() {
			s.bySlot[slot] = s.bySlot[slot][:len(s.bySlot[slot])-1]
		}
		if c.handles {
			s.handles--
		}
		*c = clause{}
		s.clauses = s.clauses[:last]
	}
}

// Close does nothing.
func (s *Solver) Close() error { return nil }

// Check implements smt.Solver.
func (s *Solver) Check(ctx context.Context, extra *term.Term, w term.Env) smt.Answer {
	s.Push(extra)
	defer s.Pop(1)
	return s.ask(ctx, w, len(s.clauses)-1)
}

// Solve implements smt.Solver.
func (s *Solver) Solve(ctx context.Context, w term.Env) smt.Answer { return s.ask(ctx, w, 0) }

// ask looks for a model of all clauses, of which those before from hold.
func (s *Solver) ask(ctx context.Context, w term.Env, from int) smt.Answer {
	if s.handles > 0 {
		return unknown("strings or arrays")
	}
	s.witness = w
	s.asked++
	s.left = s.opt.Steps
	s.eval.Reset()
	s.pcg.Seed(s.opt.Seed, 0)
	s.measure(from)
	defer s.settle()
	if !s.walk(ctx) {
		return unknown("out of steps")
	}
	return smt.Answer{Verdict: smt.Sat, Changes: s.changes(), By: Name}
}

func unknown(reason string) smt.Answer { return smt.Answer{By: Name, Reason: Name + ": " + reason} }

// changes are the slots that have another value than in the witness, or none
// there.
func (s *Solver) changes() []smt.Assignment {
	var out []smt.Assignment
	slices.Sort(s.moved)
	for _, slot := range slices.Compact(s.moved) {
		if !s.known[slot] || s.words[slot] != s.begun[slot] {
			out = append(out, smt.Assignment{Slot: int(slot), Value: term.Value{Bits: s.words[slot]}})
		}
	}
	return out
}

// settle forgets the question.
func (s *Solver) settle() {
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
