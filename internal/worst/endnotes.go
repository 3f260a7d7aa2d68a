package worst

import (
	"fmt"

	"nearmiss/ese"
	"nearmiss/internal/subject"
	"nearmiss/symexec"
)

// outOfFuelText describes runs that were cut off at the limit on statements. Their full cost is
// not known, so the reported worst cost is the maximum over the runs that ended.
const outOfFuelText = "used up their fuel of %d statements and were cut off: there may be a loop without end, or just more work than that"

// endNotes returns a sentence for each kind of abnormal end of paths, for a search without
// conditions on the input, and for queries that the solver did not decide.
func endNotes(u *subject.Subject, a *ese.Archive, w *watchedExecutor) []string {
	var notes []string
	addNote := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	name := u.Fn.Sig.Name
	if a.Complete && len(a.Best.Condition) == a.Best.Assumed && a.Best.End.Kind == symexec.Returned {
		addNote("no condition in %s depends on inputs of this size: all of them cost the same", name)
	}
	for _, e := range []struct {
		kind symexec.EndKind
		text string
	}{
		{symexec.OutOfFuel, outOfFuelText},
		{symexec.TooDeep, "called functions within functions more than %d deep and were cut off: there may be a recursion without bound"},
		{symexec.OutOfMemory, "asked for more memory than the executor gives, and were cut off"},
		{symexec.Deadlocked, "wait for ever"},
		{symexec.Unsupported, "come to code that is not modelled, and end there"},
		{symexec.Faulted, "met a fault of nearmiss itself and were cut off; please report it"},
	} {
		n := a.End(e.kind)
		if n == 0 {
			continue
		}
		text := e.text
		switch e.kind {
		case symexec.OutOfFuel:
			text = fmt.Sprintf(text, fuel)
		case symexec.TooDeep:
			text = fmt.Sprintf(text, maxCalls)
		}
		addNote("%d of %d paths %s%s", n, a.Paths, text, endPlace(u, w.abnormal[e.kind]))
	}
	switch {
	case a.Best.End.Kind == symexec.Stopped:
		addNote("the time was over before the first path came to an end (at %s); give it more with -time", a.Best.End.At)
	case w.best == nil && a.Evaluations == 0:
		addNote("no path of %s ended by itself: its worst cost is not known", name)
	}
	if a.Undecided > 0 {
		addNote("no solver could say of %d branches in time whether the other side is possible", a.Undecided)
	}
	return notes
}

// uncountedDecisions counts the decisions of a path in packages that are not instrumented. The
// path may be nil.
func uncountedDecisions(p *symexec.Path) (n int) {
	if p == nil {
		return 0
	}
	for i := range p.Decisions {
		if p.Decisions[i].Site.Cond < 0 {
			n++
		}
	}
	return n
}

// endPlace names the source position at which a path ended, and an input that takes the path.
func endPlace(u *subject.Subject, p *symexec.Path) string {
	if p == nil || p.End.At == "" {
		return ""
	}
	at := p.End.At
	if p.End.Kind == symexec.Unsupported || p.End.Kind == symexec.Faulted {
		at += ": " + p.End.Detail
	}
	return fmt.Sprintf(" (%s, as in %s)", at, truncate(u.Call(p.Input)))
}
