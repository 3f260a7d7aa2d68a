package smt

import (
	"context"
	"slices"

	"nearmiss/term"
)

// The bounds of a cache, which forgets the oldest first.
const (
	maxCores  = 1024
	maxModels = 1024
	maxOpen   = 1024
	maxAsked  = 4    // models tried for one condition
	maxCore   = 4096 // clauses
	maxValues = 2048 // of a model
	shared    = 64   // clauses of a core that is found by each of them
)

// cache remembers contradictions, models and what nobody knew.
type cache struct {
	next    Solver
	clauses []*term.Term
	on      map[*term.Term]int // clauses of the path, with how often
	sum     uint64             // of the hashes of the different ones
	shrunk  int
	cores   store[core]
	models  store[model]
	open    store[open]
	over    overlay
	eval    *term.Evaluator
	used    marks
}

// core is a set of clauses that contradict each other.
type core struct{ clauses []*term.Term }

// model satisfied a condition.
type model struct {
	slots []int32
	words []uint64
}

// open is a question that was not answered.
type open struct {
	sum    uint64
	answer Answer
}

// Cache returns a solver that remembers what next said. A question that has
// all of a known contradiction contradicts itself; a model that satisfied the
// same condition before is tried; a question that was left open is, unless the
// context ended it. What it says is a function of all questions so far.
//
// Source: Cadar, Dunbar, Engler, KLEE, OSDI 2008, section 3.3.
func Cache(next Solver) Solver {
	c := &cache{next: next, on: make(map[*term.Term]int)}
	c.eval = term.NewEvaluator(c.over.env)
	c.forget()
	return c
}

func (c *cache) forget() {
	c.cores = newStore[core](maxCores)
	c.models = newStore[model](maxModels)
	c.open = newStore[open](maxOpen)
}

func (c *cache) Push(clause *term.Term) {
	c.clauses = append(c.clauses, clause)
	if c.on[clause]++; c.on[clause] == 1 {
		c.sum += hashOf(clause)
	}
	c.next.Push(clause)
}

func (c *cache) Pop(n int) {
	for _, t := range c.clauses[len(c.clauses)-n:] {
		if c.on[t]--; c.on[t] == 0 {
			delete(c.on, t)
			c.sum -= hashOf(t)
		}
	}
	c.clauses = c.clauses[:len(c.clauses)-n]
	c.next.Pop(n)
}

func (c *cache) Close() error { return c.next.Close() }

// hashOf mixes the ID of a term.
func hashOf(t *term.Term) uint64 {
	h := uint64(t.ID+1) * 0x9e3779b97f4a7c15
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>32) * 0x94d049bb133111eb
	return h ^ h>>29
}

// Check implements Solver.
func (c *cache) Check(ctx context.Context, extra *term.Term, w term.Env) Answer {
	if b := extra.Builder(); b.Shrunk() != c.shrunk {
		c.shrunk = b.Shrunk()
		c.forget()
	}
	if a, ok := c.contradicted(extra); ok {
		return a
	}
	if a, ok := c.satisfied(extra, w); ok {
		return a
	}
	sum := c.sum ^ hashOf(extra)*3
	for q := range c.open.of(extra) {
		if q.sum == sum {
			return q.answer
		}
	}
	a := c.next.Check(ctx, extra, w)
	c.learn(ctx, extra, w, sum, a)
	return a
}

// Solve implements Solver.
func (c *cache) Solve(ctx context.Context, w term.Env) Answer {
	for _, t := range c.clauses {
		if a, ok := c.contradicted(t); ok {
			return a
		}
	}
	a := c.next.Solve(ctx, w)
	if a.Verdict == Unsat {
		c.contradict(a, nil)
	}
	return a
}

// contradicted looks for a core of t and clauses on the path.
func (c *cache) contradicted(t *term.Term) (Answer, bool) {
	for k := range c.cores.of(t) {
		if !slices.ContainsFunc(k.clauses, func(u *term.Term) bool { return u != t && c.on[u] == 0 }) {
			return Answer{Verdict: Unsat, Core: k.clauses, By: "cache"}, true
		}
	}
	return Answer{}, false
}

// satisfied tries the last models of the condition.
func (c *cache) satisfied(extra *term.Term, w term.Env) (Answer, bool) {
	marked, tried := false, 0
	for m := range c.models.of(extra) {
		if tried == maxAsked {
			break
		}
		tried++
		if !marked {
			c.mark(extra)
			marked = true
		}
		c.over.over(w)
		for i, slot := range m.slots {
			if c.used.has(int(slot)) {
				c.over.set(int(slot), term.Value{Bits: m.words[i]})
			}
		}
		c.eval.Reset()
		if !c.eval.Holds(extra) || slices.ContainsFunc(c.clauses, func(t *term.Term) bool { return !c.eval.Holds(t) }) {
			continue
		}
		return Answer{Verdict: Sat, Changes: c.differing(m, w), By: "cache"}, true
	}
	return Answer{}, false
}

// mark notes the slots of the question.
func (c *cache) mark(extra *term.Term) {
	c.used.clear()
	c.used.add(extra)
	for _, t := range c.clauses {
		c.used.add(t)
	}
}

// differing are the values of slots of the question that are not the
// witness's.
func (c *cache) differing(m *model, w term.Env) []Assignment {
	var out []Assignment
	for i, slot := range m.slots {
		if !c.used.has(int(slot)) {
			continue
		}
		if old, ok := w(int(slot)); !ok || old.Bits != m.words[i] {
			out = append(out, Assignment{int(slot), term.Value{Bits: m.words[i]}})
		}
	}
	return out
}

// learn keeps what an answer says.
func (c *cache) learn(ctx context.Context, extra *term.Term, w term.Env, sum uint64, a Answer) {
	switch a.Verdict {
	case Unsat:
		c.contradict(a, extra)
	case Sat:
		c.model(extra, w, a)
	default:
		if ctx.Err() == nil {
			c.open.put(open{sum, a}, extra)
		}
	}
}

// model keeps a model of scalars, if it is not too large.
func (c *cache) model(extra *term.Term, w term.Env, a Answer) {
	c.mark(extra)
	if len(c.used.list) > maxValues {
		return
	}
	c.over.over(w)
	for _, v := range a.Changes {
		c.over.set(v.Slot, v.Value)
	}
	var m model
	for _, slot := range c.used.list {
		v, ok := c.over.env(int(slot))
		if !ok || v.Str != "" || v.Nil || v.Elems != nil {
			return
		}
		m.slots = append(m.slots, slot)
		m.words = append(m.words, v.Bits)
	}
	c.models.put(m, extra)
}

// contradict keeps a core, or the whole question if there is none. A large
// one is found by the condition alone.
func (c *cache) contradict(a Answer, extra *term.Term) {
	k := core{slices.Clone(a.Core)}
	if k.clauses == nil {
		k.clauses = slices.Clone(c.clauses)
		if extra != nil {
			k.clauses = append(k.clauses, extra)
		}
	}
	switch {
	case len(k.clauses) > maxCore:
	case len(k.clauses) > shared && extra != nil:
		c.cores.put(k, extra)
	default:
		c.cores.put(k, k.clauses...)
	}
}
