package cover

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/fault"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// note adds a note to the report of the package.
func (u *unit) note(position, text string) { u.noteAbout(position, "", text) }

// noteAbout adds a note about a function, or about "" for the package.
func (u *unit) noteAbout(position, about, text string) { u.noteCalls(position, about, text, 1, "") }

// noteCalls adds a note about the given number of calls with one call as an example. It adds to
// the count of an equal note.
func (u *unit) noteCalls(position, about, text string, times int, call string) {
	if about != "" {
		text = about + ": " + text
	}
	for i := range u.notes {
		if n := &u.notes[i]; n.Position == position && n.Text == text {
			n.Count, n.Call = n.Count+times, report.ShorterCall(n.Call, call)
			return
		}
	}
	u.notes = append(u.notes, report.Note{Position: position, Text: text, Count: times, About: about, Call: call})
}

// bounds matches the end of the runtime's message about an index or a slice. It is removed
// because the numbers differ between inputs.
var bounds = regexp.MustCompile(` \[[-0-9:]+\]( with (length|capacity) [0-9]+)?$`)

// crash notes that an input ended its worker, or would have ended an unprotected process.
func (u *unit) crash(fn *function, c *native.Crash) {
	if c.Confirmed {
		u.crashes = append(u.crashes, c)
	}
	text := "an input ended its process (%v); it was left out"
	switch {
	case c.Survived && c.Kind == native.Garbled:
		text = "something else than its worker wrote where that answers (%v); it was ignored"
	case c.Survived:
		text = "another goroutine panicked, which ends any process (%v); the input was left out"
	}
	call := ""
	if c.Confirmed {
		call = fn.call(c.Vector)
	}
	same := *c
	same.Text = bounds.ReplaceAllString(same.Text, "")
	said := fmt.Sprintf(text, &same)
	if c.Kind == native.Exit && c.Confirmed {
		said = u.exit(fn, said, fmt.Sprintf(text, "os.Exit with several codes"))
	}
	u.noteCalls(fn.position, fn.name, said, int(c.More)+1, call)
}

// exit returns the note on an exit of a function. After exits with different codes it returns
// several, and changes the earlier note to it.
func (u *unit) exit(fn *function, one, several string) string {
	if fn.exit == "" {
		fn.exit = one
	}
	if fn.exit != one && fn.exit != several {
		for i := range u.notes {
			if n := &u.notes[i]; n.Position == fn.position && n.Text == fn.name+": "+fn.exit {
				n.Text = fn.name + ": " + several
			}
		}
		fn.exit = several
	}
	return fn.exit
}

// crashTime notes the time that crashes and hangs took, if it is at least a second.
func (s *session) crashTime() []report.Note {
	var lost time.Duration
	for _, u := range s.units {
		lost += u.work().Lost
	}
	if lost < time.Second {
		return nil
	}
	return []report.Note{{Text: fmt.Sprintf("crashes and hangs of the code under test took %v of the workers' time", lost.Round(time.Second))}}
}

// summary returns the report of the session. stopped is the reason why the search ended.
func (s *session) summary(stopped string) *report.Report {
	r := &report.Report{
		Command:   s.opt.Command,
		Seed:      s.opt.Seed,
		Stopped:   stopped,
		ElapsedMS: time.Since(s.start).Milliseconds(),
		Unchanged: s.unchanged,
		Notes:     slices.Concat(s.notes, s.harm.note(), s.crashTime()),
	}
	for _, u := range s.units {
		p := report.Package{Path: u.pkg.ImportPath, Files: u.files}
		if err := fault.Catch(func() error { p = u.summary(stopped); return nil }); err != nil {
			u.errs = append(u.errs, u.named(err))
		}
		r.Packages = append(r.Packages, p)
	}
	if stopped != report.StoppedDone {
		r.Next = s.next()
	}
	r.Sum()
	return r
}

func (u *unit) summary(stopped string) report.Package {
	u.noteGivenUp()
	u.schedule.noteSolving()
	p := report.Package{Path: u.pkg.ImportPath, Files: u.files, Notes: slices.Concat(u.notes, u.noteBare()), Boundaries: u.countBoundaries(), Changes: u.changes, Laws: u.lawful.report, Merge: u.merge}
	for _, f := range u.funcs {
		out := f.summary(stopped)
		out.Symbolic = u.schedule.symbolic(f)
		p.Functions = append(p.Functions, out)
	}
	return p
}

// noteBare notes the number of branches for which path expressions were left out.
func (u *unit) noteBare() []report.Note {
	n := 0
	for _, g := range u.goals {
		if g.bare {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []report.Note{{Text: "branches of functions so large that only the nearest conditions on the way to them have a path distance", Count: n}}
}

func (f *function) summary(stopped string) report.Function {
	out := report.Function{
		Name:        f.name,
		Position:    f.position,
		Status:      report.Searched,
		Reason:      f.reason,
		Evaluations: int64(f.evaluations),
		Unbuilt:     int64(f.unbuilt),
		ElapsedMS:   f.elapsed.Milliseconds(),
	}
	out.Account = f.account()
	for _, v := range f.variants {
		out.Evaluations += int64(v.evaluations)
		out.Unbuilt += int64(v.unbuilt)
		out.ElapsedMS += v.elapsed.Milliseconds()
	}
	if f.untried() {
		out.Status, out.Reason = report.Skipped, f.gaveUp
	}
	if !f.searched() {
		out.Status = report.Skipped
	}
	for _, g := range f.goals {
		out.Branches.Total++
		switch {
		case g.found != nil:
			out.Branches.Covered++
			continue
		case g.infeasible != "":
			out.Branches.Infeasible++
		case g.lost != nil && g.lost.reason == illegal:
			out.Branches.Illegal++
		}
		if out.Status == report.Searched {
			out.Uncovered = append(out.Uncovered, g.summary(stopped))
		}
	}
	out.Panics, out.Endless = f.panicList(), f.endlessCall()
	for _, d := range f.withheld {
		if d.reason == silent {
			out.Silent = d.detail
		}
	}
	for _, c := range f.unit.cases {
		if c.fn.main() == f && c.name != "" {
			out.Tests = append(out.Tests, report.Test{Name: c.name, Covers: f.unit.branchNames(c.covers())})
		}
	}
	return out
}

// branchNames returns the names of branches, sorted by branch number.
func (u *unit) branchNames(branches []uint32) []string {
	sorted := slices.Clone(branches)
	slices.Sort(sorted)
	names := make([]string, len(sorted))
	for i, b := range sorted {
		names[i] = u.graph.BranchName(b)
	}
	return names
}

// summary reports how near the search came to an open branch and why it ended.
func (g *goal) summary(stopped string) report.Uncovered {
	u := g.fn.unit
	out := report.Uncovered{Branch: u.graph.BranchName(g.branch), Best: -1, Why: report.WhyBudget}
	if g.infeasible != "" {
		out.Why, out.Reason = report.WhyInfeasible, g.infeasible
		return out
	}
	if g.lost != nil {
		out.Best, out.Why, out.Reason = 0, report.WhyWithheld, g.lost.text()
		if g.lost.reason == illegal {
			out.Why = report.WhyIllegal
		}
		if !g.written {
			out.Withheld = reasons[g.lost.reason].key
		}
		return out
	}
	if g.fn.main().gaveUp != "" {
		out.Best, out.Why, out.Reason = 0, report.WhyUnreached, "its function was given up"
		return out
	}
	best := g.best()
	if best != nil && best.Vector != nil && best.Fitness.Value < maxFitness {
		out.Best = best.Fitness.Value
		for _, b := range g.bests {
			if b.Mode == search.Symbolic {
				out.ApproximationLevel = b.Fitness.Level
			}
		}
	}
	if best != nil && best.Vector != nil {
		out.Nearest = g.entry().call(best.Vector)
	}
	if g.turned != nil {
		out.ApproachLevel = g.turned.Level
		out.TurnedOff = u.graph.BranchName(2*g.turned.Cond + uint32(g.turned.Away>>1))
	}
	switch {
	case out.Best < 0 && g.slices == 0 && (stopped == report.StoppedTime || stopped == report.StoppedInterrupt):
		out.Best, out.Why, out.Reason = 0, report.WhyTime, report.Untried
	case out.Best < 0:
		out.Best, out.Why = 0, report.WhyUnreached
	case u.flat(g):
		out.Why = report.WhyFlat
	case u.vain:
		out.Why = report.WhyVain
	case stopped == report.StoppedTime || stopped == report.StoppedInterrupt:
		out.Why = report.WhyTime
	}
	return out
}

// call prints a call of the function, or "" if it is too long for a report.
func (f *function) call(v input.Vector) string {
	return f.callText(v, 200)
}

// callText prints a call, or "" if it has more than most bytes.
func (f *function) callText(v input.Vector, most int) string {
	text, _, err := testgen.Call(f.unit.pkg, f.signed, v)
	if err != nil || len(text) > most {
		return ""
	}
	return text
}

// flat reports whether the condition at which the nearest input left the path to the goal has no
// branch distance.
func (u *unit) flat(g *goal) bool {
	if g.turned == nil {
		return false
	}
	c := u.graph.Conds[g.turned.Cond]
	return c.Kind != cfg.Compare && c.Kind != cfg.Case
}

// maxFitness is above every meaningful fitness.
const maxFitness = 1e18

// condText returns the source of a branch's condition on one line, or "" if it is long.
func (u *unit) condText(branch uint32) string {
	return brief(u.graph.Conds[branch/2].Text(u.graph.Fset))
}

// brief returns a text on one line, or "" if it is long.
func brief(text string) string {
	const most = 60
	if text = strings.Join(strings.Fields(text), " "); len(text) > most {
		return ""
	}
	return text
}

// noteLeft notes once for a function that goroutines outlive its calls.
func (u *unit) noteLeft(fn *function, r *worker.RunResult) {
	if r == nil || r.LeftGoroutines == 0 {
		return
	}
	const text = "goroutines that it starts go on after the call; what they do later counts for no test"
	if !slices.ContainsFunc(u.notes, func(n report.Note) bool { return n.Text == fn.name+": "+text }) {
		u.noteAbout(fn.position, fn.name, text)
	}
}

// stopped returns the reason why the search ended.
func (s *session) stopped(user context.Context) string {
	open := slices.ContainsFunc(s.units, func(u *unit) bool {
		return slices.ContainsFunc(u.goals, func(g *goal) bool { return g.open() && g.lost == nil && g.fn.active() })
	})
	switch {
	case user.Err() != nil:
		return report.StoppedInterrupt
	case !open:
		return report.StoppedDone
	case s.timeUp:
		return report.StoppedTime
	case slices.ContainsFunc(s.units, func(u *unit) bool { return u.vain }):
		return report.StoppedVain
	}
	return report.StoppedBudget
}
