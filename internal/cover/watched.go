package cover

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nearmiss/internal/effects"
	"nearmiss/internal/native"
)

// watched holds the observations of the watched runs of a case.
type watched struct {
	touched string   // first action outside the process
	asked   []string // environment variables that a run asked for
	files   []string // files that a run asked about or read
	staying []string // stack frames of goroutines that outlived a run
	timers  []string // functions that timers would have called after a run
	starts  bool     // a run has started a goroutine
}

// saw adds the observations of a run.
func (w *watched) saw(r *native.RunResult) {
	w.touched = cmp.Or(w.touched, r.FirstTouch)
	w.files = joined(w.files, r.FilesRead)
	if r.Result != nil {
		w.asked, w.staying, w.timers = joined(w.asked, r.Result.EnvRead), joined(w.staying, r.Result.LeftStacks), joined(w.timers, r.Result.LeftTimers)
		w.starts = w.starts || r.Result.Starts
	}
}

// joined appends the missing elements of more to list.
func joined(list, more []string) []string {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// acting returns how cases act outside their process, for the cases that do. Run as a test
// outside the sandbox, such a case would do what the sandbox prevented. A case that acts neither
// in the default setting nor in other settings may be written, even if its function could do
// harm on other inputs. The worlds machines, in which all cases ran, count as other settings.
func (s *session) acting(ctx context.Context, u *unit, cases []*testCase, machines []*world) map[*testCase]string {
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
	for _, c := range rest {
		if len(acts) > 0 && c.touched != "" { // goroutines left by the other cases may have acted during its run
			if r := s.alone(ctx, u, &setting{}, &tried{testCase: c}, nil); r != nil {
				c.touched = r.FirstTouch
			}
		}
	}
	var open []*testCase
	for _, c := range rest {
		switch harm := c.fn.main().harm; {
		case harm.Silent:
			acts[c] = harm.String()
		case harm.Later != "":
			acts[c] = "a function runs behind it and " + harm.Later
		case c.touched != "":
			acts[c] = c.touched
		default:
			open = append(open, c)
		}
	}
	maps.Copy(acts, s.underSettings(ctx, u, open, machines))
	return acts
}

// lingers says how a goroutine that outlives a run could act outside the process, or returns ""
// if it cannot. Such an action comes after the run and is not observed.
func (s *session) lingers(u *unit, f *function, stack []string) (how string) {
	if len(stack) == 0 {
		return ""
	}
	key := fmt.Sprint(f.entry, strings.Join(stack, "\n"))
	if how, ok := u.lingering[key]; ok {
		return how
	}
	defer func() { u.lingering[key] = how }()
	known, err := s.study.wait()
	if err != nil {
		return "a goroutine goes on behind it"
	}
	if how = known.Lingers(u.pkg, f.main().cfg.Obj, u.inputCode(f), stack); how != "" {
		how = "a goroutine goes on behind it and " + how
	}
	return how
}

// inputCode lists the code that the inputs of a function may run.
func (u *unit) inputCode(f *function) effects.Handed {
	return effects.Handed(u.coder.InputCode(f.signed))
}
