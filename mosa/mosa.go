package mosa

import (
	"context"
	"math"
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

// Evaluator runs a generation.
type Evaluator interface {
	// Evaluate runs the vectors in order and measures each against the
	// objectives. There may be fewer rows than vectors: because it was
	// stopped or, if only one objective is asked for, behind a vector that
	// covers it. It must not change or keep the vectors.
	Evaluate(ctx context.Context, vectors []input.Vector, objectives []int) (Answer, error)
}

// Answer is what became of a generation.
type Answer struct {
	Fitness [][]search.Fitness // a row for each vector that was run, a column for each objective asked for
	Taken   []Taken            // objectives that were not asked for and were covered nevertheless
}

// Taken says that a vector covered an objective.
type Taken struct{ Vector, Objective int }

// Options say how to search. Without a budget it runs until all is covered.
type Options struct {
	Objectives    []Objective
	Seed          uint64         // of the generator, for Result
	Evaluations   uint64         // budget; 0 is no limit
	Stagnation    uint64         // evaluations in which no objective was covered or came nearer; 0 is no limit
	Lexicographic bool           // exact distances break ties
	Starts        []input.Vector // inputs of the first generation, at most its size; the others are random
	Archive       []input.Vector // inputs that cover what is covered
}

// Nearest is the best input of an open objective.
type Nearest struct {
	Objective int
	Fitness   search.Fitness
	Vector    input.Vector
	At        uint64 // evaluations when it was found
}

// Result is how a search ended. It is complete whatever the status: Found if
// nothing is open any more.
type Result struct {
	Seed        uint64
	Status      search.Status
	Evaluations uint64
	Covered     []Covered // in the order in which they were
	Nearest     []Nearest // of the open objectives that were measured, in their order
}

const (
	size      = 50 // members
	freshPart = 10 // one child of so many has no parents
)

// Search runs until nothing is open, the budget is used up, or ctx ends. The
// error is the evaluator's; the result is complete beside it. The same state of
// rng gives the same evaluations.
func Search(ctx context.Context, eval Evaluator, space *input.Space, rng *rand.Rand, o Options) (Result, error) {
	e := newEngine(ctx, eval, space, rng, o)
	err := e.run()
	r := Result{Seed: o.Seed, Status: e.status, Evaluations: e.evaluations, Covered: e.archive.entries}
	for i, n := range e.nearest {
		if n.At > 0 && e.open(i) {
			r.Nearest = append(r.Nearest, n)
		}
	}
	return r, err
}

// A member is an input with what is known of it. Its vector and fitness do not
// change.
type member struct {
	vector  input.Vector
	fitness []*search.Fitness // by objective; nil where it was not measured
	front   int               // 0 is the best
	crowd   int               // the more the better
	number  int               // in the last ranking, counted from 1; 0 before the first
}

// engine is one search.
type engine struct {
	ctx   context.Context
	eval  Evaluator
	space *input.Space
	rng   *rand.Rand
	opt   Options

	objectives
	archive archive
	nearest []Nearest
	members []*member
	ranker  ranker
	mutator *input.Mutator

	status      search.Status
	evaluations uint64
	improved    uint64 // evaluations at the last improvement
}

func newEngine(ctx context.Context, eval Evaluator, space *input.Space, rng *rand.Rand, o Options) *engine {
	e := &engine{ctx: ctx, eval: eval, space: space, rng: rng, opt: o}
	e.objectives = newObjectives(o.Objectives)
	e.archive.known = o.Archive
	e.ranker.lexicographic = o.Lexicographic
	e.mutator = space.Mutator(rng)
	e.nearest = make([]Nearest, len(o.Objectives))
	return e
}

func (e *engine) run() error {
	if e.over() {
		return nil
	}
	members, err := e.measure(e.first())
	for err == nil && e.status == search.Running {
		if err = e.complete(members); err != nil || e.status != search.Running {
			break
		}
		e.members = e.survive(members)
		var children []*member
		children, err = e.measure(e.breed())
		members = append(e.members, children...)
	}
	return err
}

// over sets the status if the search has ended.
func (e *engine) over() bool {
	if e.status != search.Running {
		return true
	}
	switch {
	case e.left() == 0:
		e.status = search.Found
	case e.ctx.Err() != nil:
		e.status = search.Stopped
	case e.opt.Evaluations > 0 && e.evaluations >= e.opt.Evaluations:
		e.status = search.Budget
	case e.opt.Stagnation > 0 && e.evaluations-e.improved >= e.opt.Stagnation:
		e.status = search.Stagnated
	}
	return e.status != search.Running
}

// measure runs vectors, or what the budget leaves of them, against the
// objectives and those that may be released next.
func (e *engine) measure(vectors []input.Vector) ([]*member, error) {
	members := newMembers(vectors, len(e.all))
	n, err := e.batch(members, e.within(e.released()))
	return members[:n], err
}

// newMembers makes members of which nothing is known yet. They share memory,
// which all of it stays while any of them lives, if that is not much.
func newMembers(vectors []input.Vector, objectives int) []*member {
	const much = 64
	members, slab := make([]*member, len(vectors)), make([]member, len(vectors))
	var fitness []*search.Fitness
	if objectives <= much {
		fitness = make([]*search.Fitness, len(vectors)*objectives)
	}
	for i, v := range vectors {
		members[i] = &slab[i]
		members[i].vector = v
		if fitness == nil {
			members[i].fitness = make([]*search.Fitness, objectives)
		} else {
			members[i].fitness = fitness[i*objectives : (i+1)*objectives : (i+1)*objectives]
		}
	}
	return members
}

// complete runs those members again that were not measured against one of the
// objectives.
func (e *engine) complete(members []*member) error {
	for e.status == search.Running {
		again, asked := lacking(members, e.released())
		if len(again) == 0 {
			return nil
		}
		if _, err := e.batch(again, asked); err != nil {
			return err
		}
	}
	return nil
}

// lacking lists the members that were not measured against all objectives, and
// the objectives that any of them lacks.
func lacking(members []*member, objectives []int) (again []*member, asked []int) {
	missing := make([]bool, len(objectives))
	for _, m := range members {
		lacks := false
		for k, i := range objectives {
			if m.fitness[i] == nil {
				lacks, missing[k] = true, true
			}
		}
		if lacks {
			again = append(again, m)
		}
	}
	for k, i := range objectives {
		if missing[k] {
			asked = append(asked, i)
		}
	}
	return again, asked
}

// batch has members evaluated and returns how many of them were. It sets the
// status if the search is over.
func (e *engine) batch(members []*member, asked []int) (int, error) {
	if left := e.opt.Evaluations - e.evaluations; e.opt.Evaluations > 0 && left < uint64(len(members)) {
		members = members[:left]
	}
	vectors := make([]input.Vector, len(members))
	for i, m := range members {
		vectors[i] = m.vector
	}
	a, err := e.eval.Evaluate(e.ctx, vectors, asked)
	n := min(len(a.Fitness), len(members))
	before := e.evaluations
	hit := false
	for i, row := range a.Fitness[:n] {
		e.evaluations++
		for k, objective := range asked {
			hit = e.record(members[i], objective, &row[k]) || hit
		}
	}
	for _, t := range a.Taken {
		if t.Vector < n {
			e.cover(t.Objective, vectors[t.Vector], before+uint64(t.Vector)+1)
		}
	}
	if !e.over() && (err != nil || n < len(members) && !(hit && len(asked) == 1)) {
		e.status = search.Stopped
	}
	if e.status == search.Running && e.empty() {
		e.status = search.Exhausted
	}
	return n, err
}

// empty reports whether there is only one input.
func (e *engine) empty() bool { return len(e.space.Vars(nil, e.space.Zero())) == 0 }

// record keeps the fitness of a member under an objective, and reports whether
// the objective is covered by it.
func (e *engine) record(m *member, objective int, f *search.Fitness) bool {
	if math.IsNaN(f.Value) || f.Value < 0 {
		f.Value = math.Inf(1)
	}
	m.fitness[objective] = f
	if f.Reached() {
		e.cover(objective, m.vector, e.evaluations)
		return true
	}
	n := &e.nearest[objective]
	if n.At == 0 || f.Less(&n.Fitness, e.opt.Lexicographic) {
		*n = Nearest{objective, *f, m.vector, e.evaluations}
		e.improved = e.evaluations
	}
	return false
}

// cover puts an input into the archive, if it is the first for its objective.
func (e *engine) cover(objective int, v input.Vector, at uint64) {
	if e.all[objective].Covered {
		return
	}
	e.all[objective].Covered = true
	e.archive.add(Covered{objective, v, at})
	e.improved = e.evaluations
}
