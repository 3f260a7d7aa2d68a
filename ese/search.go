package ese

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nearmiss/search"
)

// Strategy is a way to search for the path that costs most. Its zero value has
// the settings of the paper that it is from, if there is one.
type Strategy interface {
	// Search explores through g until g or the strategy has no more. The
	// same explorer, options and state of g.Rand give the same explorations.
	// The error says why the strategy cannot work on this target.
	Search(g *Gate) error
}

// Target is a function at the size that is asked for.
type Target struct {
	Explorer Explorer
	Size     int
	Sizes    Sizes  // nil: there is only that one size
	Inputs   Inputs // nil: inputs cannot be run but by the explorer
}

// Sizes gives a function at other sizes.
type Sizes interface {
	// At returns the function at a size, which is not negative. Asked again
	// for the same size it may return the same Explorer.
	At(size int) (Explorer, error)
}

// Budget limits a search. What is zero has no limit.
type Budget struct {
	Explorations uint64        // paths, and preconditions that admitted none
	Queries      uint64        // to the solver; an exploration is not cut short by it
	Time         time.Duration // by Options.Clock
	Evaluations  uint64        // of inputs, as machine code
}

// Options say how to search. The zero value counts statements and has no
// limit.
type Options struct {
	Budget   Budget
	Metric   Metric               // nil: Statements
	Seed     uint64               // of the generator, for Result; nothing is drawn from it
	Policy   *Policy              // that a Learner begins with; nil: none
	Keep     bool                 // Result.Policy is wanted
	Training []int                // sizes that WISE and SPFWCA explore exhaustively, nil: from 1 on, within half of the budget; that Carried searches, nil: 4 to 12
	Clock    func() time.Duration // since the search began, or before, for several goroutines; nil: it stands still
	Progress func(*Archive)       // called after each exploration and each batch of evaluations; it must not change the archive
}

// Validate reports every fault at once.
func (o *Options) Validate() error {
	var faults []error
	if o.Budget.Time < 0 {
		faults = append(faults, errors.New("ese: the budget of time is negative"))
	}
	if o.Budget.Time > 0 && o.Clock == nil {
		faults = append(faults, errors.New("ese: a budget of time needs a clock"))
	}
	for _, size := range o.Training {
		if size < 1 {
			faults = append(faults, fmt.Errorf("ese: %d is no size to train on", size))
		}
	}
	return errors.Join(faults...)
}

// Result is how a search ended. It is complete whatever the status: Budget,
// Stopped (the context ended), or Exhausted, which is when the strategy had
// nothing left to explore.
type Result struct {
	Seed   uint64
	Status search.Status
	Policy *Policy // that was learned, with Options.Keep; nil: none
	Archive
}

// Search runs a strategy on a target until it is done, the budget is used up,
// or ctx ends. Beside an error, which is the explorer's, the strategy's or
// that of ctx, the result has what was found until then.
func Search(ctx context.Context, t Target, s Strategy, rng *rand.Rand, o Options) (Result, error) {
	if err := errors.Join(o.Validate(), o.Policy.fits(s)); err != nil {
		return Result{Seed: o.Seed}, err
	}
	inner := ctx
	if o.Budget.Time > 0 {
		var cancel context.CancelFunc
		inner, cancel = within(ctx, o.Budget.Time, o.Clock)
		defer cancel()
	}
	g := newGate(inner, t, rng, o)
	err := s.Search(g)
	if err == nil {
		err = g.err
	}
	if ctx.Err() != nil {
		g.status = search.Stopped
		if !errors.Is(err, ctx.Err()) {
			err = errors.Join(err, ctx.Err())
		}
	} else if inner.Err() != nil {
		g.status = search.Budget
		if errors.Is(err, inner.Err()) {
			err = nil
		}
	}
	g.Finish(search.Exhausted)
	r := Result{Seed: o.Seed, Status: g.status, Archive: *g.archive}
	if o.Keep && g.learned != nil && r.Best != nil {
		var late error
		r.Policy, late = g.learned()
		err = errors.Join(err, late)
	}
	return r, err
}

// clockLooks is how often the clock is looked at while a path is long.
const clockLooks = 200

// within returns a context that ends when so much of the clock's time is over.
func within(ctx context.Context, d time.Duration, clock func() time.Duration) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(ctx)
	began := clock()
	go func() {
		for {
			wait := time.NewTimer(max(d/clockLooks, time.Millisecond))
			select {
			case <-wait.C:
			case <-inner.Done():
				wait.Stop()
				return
			}
			if clock()-began >= d {
				cancel()
			}
		}
	}()
	return inner, cancel
}
