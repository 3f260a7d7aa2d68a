package cover

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"nearmiss/internal/effects"
	"nearmiss/internal/native"
)

// watched is what watched runs of a case have shown.
type watched struct {
	touched string   // how one first acted outside its process
	asked   []string // environment variables that they asked for
	files   []string // that they asked about or read
	staying []string // what was on the stacks of goroutines that went on
}

// saw adds a run.
func (w *watched) saw(r *native.RunResult) {
	w.touched = cmp.Or(w.touched, r.Touched)
	w.files = joined(w.files, r.Looked)
	if r.Result != nil {
		w.asked, w.staying = joined(w.asked, r.Result.Asked), joined(w.staying, r.Result.Staying)
	}
}

// joined adds to a list what it does not hold.
func joined(list, more []string) []string {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// acting tells of cases how they act outside their process, for those that do. Such a case
// does, run as a test outside the sandbox, what only the sandbox kept it from. One that acts
// neither here nor in other settings may be written, whatever else its function could do.
func (s *session) acting(ctx context.Context, u *unit, cases []*testCase) map[*testCase]string {
	acts := map[*testCase]string{}
	var rest []*testCase
	for _, c := range cases {
		if c.fn.main().harm == nil || c.result == nil {
			continue
		}
		if how := s.lingers(u, c.fn, c.staying); how != "" {
			acts[c] = how
		} else {
			rest = append(rest, c)
		}
	}
	if len(acts) > 0 {
		s.again(ctx, u, rest) // else what those leave behind acts in the name of others
	}
	var open []*testCase
	for _, c := range rest {
		switch harm := c.fn.main().harm; {
		case harm.Silent:
			acts[c] = harm.String()
		case c.touched != "":
			acts[c] = c.touched
		default:
			open = append(open, c)
		}
	}
	maps.Copy(acts, s.underSettings(ctx, u, open))
	return acts
}

// again runs cases in order in a new process and takes over how they act there.
func (s *session) again(ctx context.Context, u *unit, cases []*testCase) {
	w := &world{}
	for _, c := range cases {
		w.cases = append(w.cases, &tried{testCase: c})
	}
	w.run(ctx, s, u)
	for i, r := range w.runs {
		if r != nil {
			cases[i].touched = r.Touched
		}
	}
}

// lingers says how a goroutine that goes on behind a run can act, "" if none can. When it
// does, nobody looks any more.
func (s *session) lingers(u *unit, f *function, stack []string) string {
	if len(stack) == 0 {
		return ""
	}
	known, err := s.study.wait()
	if err != nil {
		return "a goroutine goes on behind it"
	}
	if how := known.Lingers(u.pkg, f.main().cfg.Obj, u.brings(f), stack); how != "" {
		return "a goroutine goes on behind it and " + how
	}
	return ""
}

// brings is the code that the inputs of a function bring along.
func (u *unit) brings(f *function) effects.Handed {
	return effects.Handed(u.coder.Brings(f.signed))
}
