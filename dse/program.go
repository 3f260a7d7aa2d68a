package dse

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Options say how inputs are followed. The zero value works.
type ConcolicOptions struct {
	// Vector gives the structure of all inputs, beside their lengths; by
	// default that of the zero input.
	Vector input.Vector

	// Bound is how many elements a string, slice or map may have, unless
	// Vector has more; by default DefaultBound. Lists within lists may have
	// fewer elements where Vector has none (package symexec).
	Bound int

	Limits  symexec.Limits
	Solver  smt.Solver // by default the embedded one, with what Effort allows
	Builder *term.Builder

	// Away, if not nil, says how far a run of an input is from targets that it
	// does not reach, in their order. What is known of others is not used.
	Away func(ctx context.Context, in input.Vector, targets []uint32) ([]Far, error)

	// Settled settles the lengths of lists by branches of their own before the
	// function begins, and not where it asks for them.
	Settled bool

	// Repeat gives new elements of growing lists the values that paid last.
	Repeat bool

	// Reads keeps what runs compare pieces of their input with, which makes the
	// program a dse.Reader that knows something.
	Reads bool
}

// DefaultBound is the longest list of random inputs, too.
const DefaultBound = 64

// Effort is what the default solver may take for one question: counted steps,
// so that a seed gives the same result everywhere.
func Effort() embedded.Options {
	return embedded.Options{Blast: bitvec.Options{Steps: 400_000, Gates: 300_000}}
}

// Program is one function, as package dse explores it.
type ConcolicProgram struct {
	executor *symexec.Executor
	sig      *input.Signature
	opt      ConcolicOptions
	own      smt.Solver // to be closed

	near    meter
	taken   recorder
	last    *symexec.Path
	paid    *memory // with Options.Repeat
	edited  concolicLatest[sequence]
	located concolicLatest[int]

	notes  notebook
	placed []symexec.Place  // of the slots; nil until asked for
	stands []Place          // of the slots, as package dse has them; set with placed
	lists  map[int]*listing // by number; likewise
}

var _ Program = (*ConcolicProgram)(nil)

// New prepares a function.
func NewConcolic(ctx context.Context, p *symexec.Program, entry int, opt ConcolicOptions) (*ConcolicProgram, error) {
	if entry < 0 || entry >= len(p.Entries) {
		return nil, fmt.Errorf("concolic: there is no entry %d", entry)
	}
	if opt.Bound < 0 {
		return nil, fmt.Errorf("concolic: a bound of %d is negative", opt.Bound)
	}
	c := &ConcolicProgram{sig: p.Entries[entry], opt: opt}
	if opt.Bound == 0 {
		c.opt.Bound = DefaultBound
	}
	if opt.Vector == nil {
		c.opt.Vector = c.Zero()
	}
	if opt.Solver == nil {
		c.own = embedded.New(Effort())
		c.opt.Solver = c.own
	}
	o := symexec.Options{
		Vector: c.opt.Vector, Bound: c.opt.Bound, Open: !opt.Settled, Solver: c.opt.Solver, Builder: opt.Builder,
		Fork: true, Panics: true, Took: c.taken.took, Observer: &c.near, Limits: opt.Limits,
	}
	if opt.Reads {
		c.notes.p, c.notes.seen = c, map[uint64]bool{}
		o.Reader = &c.notes
	}
	var err error
	if c.executor, err = symexec.NewExecutor(ctx, p, entry, o); err != nil {
		c.Close()
		return nil, err
	}
	if opt.Repeat {
		c.paid = newMemory(c.sig)
	}
	if opt.Reads {
		c.places() // whoever reads asks for them
	}
	return c, nil
}

// Close closes the solver, unless it was given.
func (p *ConcolicProgram) Close() error {
	if p.own == nil {
		return nil
	}
	return p.own.Close()
}

// Zero is the input of zeros, nulls and empty lists.
func (p *ConcolicProgram) Zero() input.Vector { return input.NewSpace(p.sig, input.Limits{}).Zero() }

// Builder implements dse.Program.
func (p *ConcolicProgram) Builder() *term.Builder { return p.executor.Builder() }

// ErrShape is about an input that has more than Options.Vector and the bound
// leave room for.
var ErrShape = errors.New("concolic: the input does not fit")

// Run implements dse.Program. The error is ErrShape, the context's, or that of
// Options.Away.
func (p *ConcolicProgram) Run(ctx context.Context, in input.Vector, targets []uint32) (*Run, error) {
	p.taken.begin()
	p.near.begin(targets)
	p.notes.begin()
	path, err := p.executor.ExploreFrom(ctx, in, nil, symexec.Follow{})
	switch {
	case err != nil && ctx.Err() == nil:
		return nil, fmt.Errorf("%w: %w", ErrShape, err)
	case err != nil:
		return nil, err
	}
	p.last = path
	r := &Run{Path: path, Covered: p.taken.list(), Near: slices.Clone(p.near.near)}
	if err := p.away(ctx, r, targets); err != nil {
		return nil, err
	}
	if p.paid != nil {
		p.paid.ran(r, targets)
	}
	return r, nil
}

// Far is how far a run is from a target that it does not reach, as dse.Near has it.
type Far struct {
	Away   float64
	Answer bool
}

// away asks how far a run is from the targets that it does not reach.
func (p *ConcolicProgram) away(ctx context.Context, r *Run, targets []uint32) error {
	if p.opt.Away == nil || !slices.ContainsFunc(r.Near, func(n Near) bool { return !n.Reached }) {
		return nil
	}
	far, err := p.opt.Away(ctx, r.Path.Input, targets)
	if err != nil {
		return err
	}
	if len(far) != len(targets) {
		panic("concolic: BUG: there is one distance for each target")
	}
	for i := range r.Near {
		if n := &r.Near[i]; !n.Reached && !math.IsNaN(far[i].Away) {
			n.Away, n.Answer = far[i].Away, far[i].Answer
		}
	}
	return nil
}

// Satisfy implements dse.Program.
func (p *ConcolicProgram) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	a, v, err := p.executor.Satisfy(ctx, start, prefix, extra)
	if p.paid == nil || err != nil || a.Verdict != smt.Sat {
		return a, v, err
	}
	if w := p.paid.fill(start, v); w != nil { // what is wrong with it the solver mends
		if b, x, err := p.executor.Satisfy(ctx, w, prefix, extra); err == nil && b.Verdict == smt.Sat {
			a, v = b, x
		}
	}
	p.paid.answered(start, v)
	return a, v, nil
}
