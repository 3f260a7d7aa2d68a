package cover

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"nearmiss/input"
	"nearmiss/internal/native"
	wire "nearmiss/internal/worker"
)

// A Reached says whether calls of one function come back.
type Reached struct {
	Func     string
	Position string
	Reason   string // why it was not called at all; empty if it was
	Runs     int
	Returned int   // runs that came back without a panic
	Ends     []End // how the others ended, in the order in which that came up
}

// An End is a way in which runs do not come back.
type End struct {
	How, Text string // "panicked", "crashed", … and what was said
	Runs      int
}

// Bounds of the runs of one function.
const (
	reachTime    = 3 * time.Second
	reachCrashes = 4      // of the process
	reachSearch  = 20_000 // evaluations of the search for anything new
	reachFirst   = 4      // the part of the runs that comes before it
)

// Reach plans as Run does, and runs each function on inputs, the smallest and
// random ones, until a call of it has come back. Of a function that never
// does, it runs no more than runs inputs. Functions that have several entries
// are listed once for each.
func Reach(ctx context.Context, opt Options, runs int) (map[string][]Reached, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &UsageError{Err: err}
	}
	s, err := newSession(opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.plan(ctx); err != nil {
		return nil, err
	}
	if err := errors.Join(s.errs...); err != nil {
		return nil, err
	}
	out := map[string][]Reached{}
	for _, u := range s.units {
		for _, f := range u.funcs {
			for _, entry := range f.all() {
				r := Reached{Func: f.name, Position: f.position, Reason: f.reason}
				if f.searched() {
					if err := s.reach(ctx, entry, runs, &r); err != nil {
						return out, err
					}
				}
				out[u.pkg.ImportPath] = append(out[u.pkg.ImportPath], r)
				if r.Returned > 0 {
					break
				}
			}
		}
	}
	return out, nil
}

// reach runs one function: on random inputs, then on those that a search for
// anything new turns up, then on random ones made of what that has seen.
func (s *session) reach(ctx context.Context, f *function, runs int, r *Reached) error {
	rng := rand.New(rand.NewPCG(s.seed(f, 0, 0), 0))
	a := attempt{f: f, r: r, end: time.Now().Add(reachTime)}
	if err := a.random(ctx, rng, runs/reachFirst); err != nil || a.over() {
		return err
	}
	timed, cancel := context.WithDeadline(ctx, a.end)
	defer cancel()
	j := s.searchJob(f, s.seed(f, 0, 1), reachSearch)
	answers, err := f.unit.pool.Search(timed, []*wire.SearchJob{j}, nil)
	if err := ignoreEnd(err); err != nil {
		return err
	}
	if len(answers) > 0 && answers[0] != nil {
		for _, found := range answers[0].Found {
			if err := a.run(ctx, found.Vector); err != nil || a.over() {
				return err
			}
		}
	}
	return a.random(ctx, rng, runs)
}

// An attempt is at one function.
type attempt struct {
	f       *function
	r       *Reached
	end     time.Time
	crashes int
}

// over reports whether there is nothing left to try.
func (a *attempt) over() bool {
	return a.r.Returned > 0 || a.crashes >= reachCrashes || time.Now().After(a.end)
}

// random runs the smallest input and random ones, until there were runs.
func (a *attempt) random(ctx context.Context, rng *rand.Rand, runs int) error {
	space := input.NewSpace(a.f.sig, a.f.limits)
	space.Seeds = a.f.seeds
	for v := space.Zero(); a.r.Runs < runs && !a.over(); v = space.Random(nil, rng) {
		if err := a.run(ctx, v); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// run runs one input.
func (a *attempt) run(ctx context.Context, v input.Vector) error {
	answers, err := a.f.unit.pool.Run(ctx, []*wire.RunJob{{Entry: a.f.entry, Vector: v}})
	if err != nil {
		return err
	}
	a.r.add(answers[0])
	if answers[0].Crash != nil {
		a.crashes++
	}
	return ctx.Err()
}

// add counts one run.
func (r *Reached) add(a *native.RunResult) {
	r.Runs++
	how, text := "crashed", ""
	switch {
	case a.Result == nil:
		text = a.Crash.String()
	case a.Result.Outcome == wire.Returned:
		r.Returned++
		return
	default:
		how, text = a.Result.Outcome.String(), a.Result.Text
	}
	for i := range r.Ends {
		if e := &r.Ends[i]; e.How == how && (e.Text == text || len(r.Ends) >= mostEnds) {
			e.Runs++
			return
		}
	}
	if len(r.Ends) < mostEnds {
		r.Ends = append(r.Ends, End{how, text, 1})
	}
}

// mostEnds bounds the texts that are kept of one function.
const mostEnds = 8
