package worst

import (
	"fmt"

	"nearmiss/ese"
	"nearmiss/symexec"
)

// usedUp is said of runs that were cut off for their length alone. How much they would have
// cost is not known: the worst that is reported is that of the others.
const usedUp = "used up their fuel of %d statements and were cut off: there may be a loop without end, or just more work than that"

// ends says, a sentence each, what became of paths that did not return, and of
// a search that had nothing to choose.
func ends(u *function, a *ese.Archive, w *watched) []string {
	var notes []string
	say := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	name := u.Fn.Sig.Name
	if a.Complete && len(a.Best.Condition) == a.Best.Assumed && a.Best.End.Kind == symexec.Returned {
		say("no condition in %s depends on inputs of this size: all of them cost the same", name)
	}
	for _, e := range []struct {
		kind symexec.EndKind
		said string
	}{
		{symexec.OutOfFuel, usedUp},
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
		said := e.said
		switch e.kind {
		case symexec.OutOfFuel:
			said = fmt.Sprintf(said, fuel)
		case symexec.TooDeep:
			said = fmt.Sprintf(said, maxCalls)
		}
		say("%d of %d paths %s%s", n, a.Paths, said, u.where(w.odd[e.kind]))
	}
	switch {
	case a.Best.End.Kind == symexec.Stopped:
		say("the time was over before the first path came to an end (at %s); give it more with -time", a.Best.End.At)
	case w.best == nil && a.Evaluations == 0:
		say("no path came to an end of its own: what %s costs at most is not known", name)
	}
	if a.Undecided > 0 {
		say("no solver could say of %d branches in time whether the other side is possible", a.Undecided)
	}
	return notes
}

// outside counts the decisions of a path, if there is one, in packages that
// are not rewritten.
func outside(p *symexec.Path) (n int) {
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

// where names the place at which a path ended, and the input that it takes.
func (u *function) where(p *symexec.Path) string {
	if p == nil || p.End.At == "" {
		return ""
	}
	at := p.End.At
	if p.End.Kind == symexec.Unsupported || p.End.Kind == symexec.Faulted {
		at += ": " + p.End.What
	}
	return fmt.Sprintf(" (%s, as in %s)", at, brief(u.Call(p.Input)))
}
