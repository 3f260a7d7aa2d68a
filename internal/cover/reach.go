package cover

import (
	"context"
	"math/rand/v2"
	"time"

	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/wire"
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
	reachCrashes = 4 // of the process
)

// Reach plans as Run does, and runs each function on inputs, the smallest and
// random ones, until a call of it has come back. Of a function that never
// does, it runs no more than runs inputs. Functions that have several entries
// are listed once for each.
func Reach(ctx context.Context, opt Options, runs int) (map[string][]Reached, error) {
	opt = opt.withDefaults()
	if err := opt.Validate(); err != nil {
		return nil, &UsageError{err}
	}
	s, err := newSession(opt)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if err := s.plan(ctx); err != nil {
		return nil, err
	}
	out := map[string][]Reached{}
	for _, u := range s.units {
		for _, f := range u.funcs {
			r := Reached{Func: f.name, Position: f.position, Reason: f.reason}
			if f.searched() {
				if err := s.reach(ctx, f, runs, &r); err != nil {
					return out, err
				}
			}
			out[u.pkg.ImportPath] = append(out[u.pkg.ImportPath], r)
		}
	}
	return out, nil
}

// reach runs one function.
func (s *session) reach(ctx context.Context, f *function, runs int, r *Reached) error {
	space := input.NewSpace(f.sig, f.limits)
	space.Seeds = f.allSeeds()
	rng := rand.New(rand.NewPCG(s.seed(f, 0, 0), 0))
	end := time.Now().Add(reachTime)
	crashes := 0
	for v := space.Zero(); r.Runs < runs && r.Returned == 0 && crashes < reachCrashes && time.Now().Before(end); v = space.Random(nil, rng) {
		answers, err := f.unit.pool.Run(ctx, []*wire.RunJob{{Entry: f.entry, Vector: v}})
		if err != nil {
			return err
		}
		r.add(answers[0])
		if answers[0].Crash != nil {
			crashes++
		}
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
