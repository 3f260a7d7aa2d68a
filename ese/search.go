package ese

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nearmiss/search"
)

// Strategy is a method to search for the costliest path. The zero value of a strategy from a
// paper has the settings of the paper.
type Strategy interface {
	// Search explores through g until g ends or the strategy has nothing
	// left to explore. The same explorer, options and state of g.Rand give
	// the same explorations. The error says why the strategy cannot work
	// on this target.
	Search(g *Gate) error
}

// Target is a function at the size to search.
type Target struct {
	Explorer Explorer
	Size     int
	Sizes    Sizes  // the function at other sizes; nil if it has none
	Inputs   Inputs // nil if inputs cannot run as machine code
}

// Sizes provides a function at other sizes.
type Sizes interface {
	// At returns the function at a size, which is not negative. It may
	// return the same Explorer for the same size.
	At(size int) (Explorer, error)
}

// Budget limits a search. A limit of zero means no limit.
type Budget struct {
	Explorations uint64        // paths, and preconditions without a path
	Queries      uint64        // to the solver; the limit does not cut an exploration short
	Time         time.Duration // by Options.Clock
	Evaluations  uint64        // inputs run as machine code
	Feasible     uint64        // paths, and inputs whose run was measured: Counts.Feasible
}

// Options configure a search. The zero value counts statements and has no limit.
type Options struct {
	Budget    Budget
	Metric    Metric               // nil for Statements
	Seed      uint64               // of the generator, only copied to Result
	Policy    *Policy              // policy that a Learner starts with; nil for none
	Keep      bool                 // Result.Policy is set to the learned policy
	Training  []int                // sizes for training; nil: WISE and SPFWCA explore sizes from 1 exhaustively, Carried searches sizes 4 to 12, and PySE does not train
	Train     float64              // training of WISE, SPFWCA and PySE: below 1 a share of the budget, else a number of explorations; 0 for half of the budget
	Settled   bool                 // training of WISE and SPFWCA ends at a size that costs more than the ones before and leaves the policy as it was
	Offspring bool                 // tally how the children of a genetic algorithm differ from their parents
	Clock     func() time.Duration // monotonic time, for concurrent use; nil for a clock that stands still
	Progress  func(*Archive)       // called after each exploration and each batch of evaluations; it must not change the archive
}

// Validate returns an error with a line for each invalid option.
func (o *Options) Validate() error {
	var faults []error
	if o.Budget.Time < 0 {
		faults = append(faults, errors.New("ese: the budget of time is negative"))
	}
	if o.Budget.Time > 0 && o.Clock == nil {
		faults = append(faults, errors.New("ese: a budget of time needs a clock"))
	}
	if o.Train < 0 {
		faults = append(faults, errors.New("ese: the part of the budget for training is negative"))
	}
	for _, size := range o.Training {
		if size < 1 {
			faults = append(faults, fmt.Errorf("ese: %d is no size to train on", size))
		}
	}
	return errors.Join(faults...)
}

// Result is the result of a search. It is valid for each status: Budget, Stopped (the context
// ended) and Exhausted (the strategy had nothing left to explore).
type Result struct {
	Seed   uint64
	Status search.Status
	Policy *Policy // the learned policy, with Options.Keep; nil if none
	Archive
}

// Search runs a strategy on a target until the strategy ends, the budget is used up, or ctx
// ends. The error comes from the explorer, the strategy or ctx. With an error, the result
// describes the search up to the error.
func Search(ctx context.Context, t Target, strategy Strategy, rng *rand.Rand, options Options) (Result, error) {
	if err := errors.Join(options.Validate(), options.Policy.checkKind(strategy)); err != nil {
		return Result{Seed: options.Seed}, err
	}
	inner := ctx
	if options.Budget.Time > 0 {
		var cancel context.CancelFunc
		inner, cancel = WithClockLimit(ctx, options.Budget.Time, options.Clock)
		defer cancel()
	}
	gate := newGate(inner, t, rng, options)
	err := strategy.Search(gate)
	if err == nil {
		err = gate.err
	}
	if ctx.Err() != nil {
		gate.status = search.Stopped
		if !errors.Is(err, ctx.Err()) {
			err = errors.Join(err, ctx.Err())
		}
	} else if inner.Err() != nil {
		gate.status = search.Budget
		if errors.Is(err, inner.Err()) {
			err = nil
		}
	}
	gate.Finish(search.Exhausted)
	r := Result{Seed: options.Seed, Status: gate.status, Archive: *gate.archive}
	if options.Keep && gate.makePolicy != nil && r.Best != nil {
		var policyErr error
		r.Policy, policyErr = gate.makePolicy()
		err = errors.Join(err, policyErr)
	}
	return r, err
}

// clockChecks is the number of checks of the clock within the limit of WithClockLimit.
const clockChecks = 200

// WithClockLimit returns a context that ends when the clock has advanced by duration. The clock is read in another
// goroutine, until the context ends; the caller must call the function.
func WithClockLimit(ctx context.Context, duration time.Duration, clock func() time.Duration) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancel(ctx)
	began := clock()
	go func() {
		for {
			wait := time.NewTimer(max(duration/clockChecks, time.Millisecond))
			select {
			case <-wait.C:
			case <-inner.Done():
				wait.Stop()
				return
			}
			if clock()-began >= duration {
				cancel()
			}
		}
	}()
	return inner, cancel
}
