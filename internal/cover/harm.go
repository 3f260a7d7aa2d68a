package cover

import (
	"context"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"nearmiss/internal/effects"
	"nearmiss/internal/fault"
	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// Values of the flag -allow.
const (
	allowFiles     = "fs"
	allowNetwork   = "net"
	allowProcesses = "exec"
)

var allowances = []string{allowFiles, allowNetwork, allowProcesses}

// allowedKinds returns the kinds of effects that the user allows to happen for real.
func (o *Options) allowedKinds() []effects.Kind {
	var kinds []effects.Kind
	for _, a := range o.Allow {
		switch a {
		case allowFiles:
			kinds = append(kinds, effects.File)
		case allowNetwork:
			kinds = append(kinds, effects.Network)
		case allowProcesses:
			kinds = append(kinds, effects.Process, effects.Signal, effects.System, effects.State)
		}
	}
	return kinds
}

// rights returns the rights that the user grants to every process that runs code under test, in
// addition to the process's own rights.
func (o *Options) rights() sandbox.Policy {
	return sandbox.Policy{
		AllowFiles:     slices.Contains(o.Allow, allowFiles),
		AllowNetwork:   slices.Contains(o.Allow, allowNetwork),
		AllowProcesses: slices.Contains(o.Allow, allowProcesses),
	}
}

// settleSandbox finds out which parts of a sandbox the system has, and adds a note if some are
// missing.
func (s *session) settleSandbox(ctx context.Context) {
	if missing := s.Guard(ctx, s.opt.Sandbox); missing != nil {
		s.notes = append(s.notes, report.Note{Text: "this system has no " + strings.Join(missing, " and no ") +
			" to keep workers from harm: functions that may do some are refused, unless -allow fs,net,exec lets them"})
	}
}

// harms holds the functions that could do harm, by themselves or through the code that their inputs may
// run.
type harms struct {
	known    chan struct{} // closed when refusals and err are set
	refusals map[*types.Func]*effects.Refusal
	err      error

	searched int      // functions with harm that a sandbox prevents
	calls    []string // harmful calls that they reach
}

// findHarm determines in the background which functions could do harm. It is called before any worker is
// built, because building may remove entries.
func (s *session) findHarm() {
	s.harm = &harms{known: make(chan struct{})}
	handed := s.inputCodeOf()
	go func() {
		defer close(s.harm.known)
		s.harm.err = fault.Catch(func() error {
			known, err := s.study.wait()
			if err == nil {
				s.harm.refusals, err = known.Refusals(s.study.ctx, handed, s.opt.allowedKinds()...)
			}
			s.timed("found out what functions could do harm")
			return err
		})
	}()
}

// refuse decides on the functions of a package that could do harm when they run on generated inputs. In
// a whole sandbox they are searched, otherwise they are skipped.
func (s *session) refuse(ctx context.Context, u *unit) error {
	h := s.harm
	select {
	case <-h.known:
	case <-ctx.Done():
		return ctx.Err()
	}
	for _, f := range u.funcs {
		if f.cfg == nil || !f.searched() || h.refusals[f.cfg.Obj] == nil {
			continue
		}
		r := h.refusals[f.cfg.Obj]
		if !s.Parts.Complete() {
			f.reason = "refused: " + r.String()
			continue
		}
		f.harm = r
		h.searched++
		if !slices.Contains(h.calls, r.Call) {
			h.calls = append(h.calls, r.Call)
		}
	}
	return h.err
}

// note returns a note on the functions that were searched although they could do harm.
func (h *harms) note() []report.Note {
	if h == nil || h.searched == 0 {
		return nil
	}
	return []report.Note{{Text: fmt.Sprintf("functions that could do harm (%s) were searched, because a sandbox keeps them from it", report.FirstOf(h.calls, fewCalls)), Count: h.searched}}
}

// fewCalls is the number of harmful calls that the note names.
const fewCalls = 3

// harmful reports whether some searched function of the unit could do harm, so that its runs must
// be watched.
func (u *unit) harmful() bool {
	return slices.ContainsFunc(u.funcs, func(f *function) bool { return f.searched() && f.harm != nil })
}

// fuzzable leaves out the functions that could do harm, because a fuzz target runs its function on
// generated inputs without a sandbox.
func (u *unit) fuzzable(funcs []testgen.Func) []testgen.Func {
	return slices.DeleteFunc(funcs, func(t testgen.Func) bool {
		i := slices.IndexFunc(u.funcs, func(f *function) bool { return f.cfg != nil && f.cfg.Obj == t.Obj && f.harm != nil })
		if i < 0 {
			return false
		}
		u.note("", fmt.Sprintf("no fuzz target: fuzzing could do harm (%s %s)", u.funcs[i].name, u.funcs[i].harm))
		return true
	})
}
