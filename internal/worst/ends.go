package worst

import (
	"fmt"

	"nearmiss/ese"
	"nearmiss/symexec"
)

// ends says, a sentence each, what became of paths that did not return.
func ends(u *subject, a *ese.Archive, best *symexec.Path) []string {
	var notes []string
	say := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	for _, e := range []struct {
		kind symexec.EndKind
		said string
	}{
		{symexec.OutOfFuel, "went on after %d statements, and were cut off there"},
		{symexec.TooDeep, "called functions without bound, and were cut off"},
		{symexec.OutOfMemory, "used up the memory of the executor, and were cut off"},
		{symexec.Deadlocked, "waited for ever"},
		{symexec.Unsupported, "came to code that is not modelled"},
	} {
		n := a.End(e.kind)
		if n == 0 {
			continue
		}
		said := e.said
		if e.kind == symexec.OutOfFuel {
			said = fmt.Sprintf(said, uint64(fuel))
		}
		say("%s of %d paths %s%s", many(n, "path"), a.Paths, said, where(a, e.kind))
	}
	if best == nil && len(notes) > 0 {
		say("no path came to an end of its own: what %s costs at most is not known", u.fn.Sig.Name)
	}
	if a.Undecided > 0 {
		say("at %s no solver could say in time whether the other side is possible", many(a.Undecided, "branch"))
	}
	return notes
}

// where names the place at which the best path ended so, if it did.
func where(a *ese.Archive, k symexec.EndKind) string {
	if a.Best == nil || a.Best.End.Kind != k {
		return ""
	}
	switch e := a.Best.End; {
	case e.At != "" && e.What != "":
		return fmt.Sprintf(" (%s: %s)", e.At, e.What)
	case e.At != "":
		return fmt.Sprintf(" (%s)", e.At)
	default:
		return ""
	}
}

func many(n uint64, what string) string {
	switch {
	case n == 1:
		return "1"
	case what == "branch":
		return fmt.Sprintf("%d branches", n)
	}
	return fmt.Sprint(n)
}
