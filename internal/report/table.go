package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// WriteTable prints one row for each searched function, the totals, and below them the open
// branches, the panics, the skipped functions and the notes. Unless verbose is set, it only counts
// the open branches of a function after the third and the panics after the tenth, leaves out panics on
// a nil receiver, and merges open branches of the same reason and notes of the same text.
func (r *Report) WriteTable(w io.Writer, verbose bool) error {
	ew := &errWriter{w: w}
	for i := range r.Packages {
		r.Packages[i].writeTable(ew)
	}
	t := r.Totals
	fmt.Fprintf(ew, "total: %s of %d branches covered%s%s, %d of %d functions searched, %s evaluations, %s (%s)\n",
		share(t.Covered, t.Branches), t.Branches, illegalText(t.Illegal), infeasibleText(t.Infeasible), t.Searched-r.untried(), t.Functions,
		Count(t.Evaluations), Elapsed(time.Duration(r.ElapsedMS)*time.Millisecond), stoppedText(r.Stopped))
	if n := len(r.Unchanged); n > 0 {
		fmt.Fprintf(ew, "unchanged since they were searched, and not searched again: %s; -again searches them, too\n", Numbered(n, "package", "packages"))
	}
	if x := t.Symbolic; x != nil {
		fmt.Fprintf(ew, "solved: %s symbolic runs and %s queries, by which %s first covered%s\n", Count(x.Runs), Count(x.Queries), wereCovered(x.Covered), infeasibleText(x.Infeasible))
	}
	if x := t.Boundaries; x != nil {
		fmt.Fprintf(ew, "boundaries: %d of %d ordered comparisons tested with equal operands", x.Tested, x.Comparisons)
		if x.Cases > 0 {
			fmt.Fprintf(ew, ", %s more", Numbered(x.Cases, "case", "cases"))
		}
		if x.Late > 0 {
			fmt.Fprintf(ew, "; no time for %d, give the call more with -time", x.Late)
		}
		fmt.Fprintln(ew)
	}
	t.Changes.write(ew)
	t.Account.write(ew)
	if t.Silent > 0 {
		fmt.Fprintf(ew, "without a test, for there is nothing that it could compare: %s\n", Numbered(t.Silent, "function", "functions"))
	}
	r.Next.write(ew, r.Stopped)
	r.writeOpen(ew, verbose)
	if verbose {
		r.writeLived(ew)
	}
	r.writeLaws(ew, verbose)
	r.writeEndless(ew, verbose)
	r.writePanics(ew, verbose)
	r.writeSkipped(ew)
	r.writeNotes(ew, verbose)
	return ew.err
}

// untried counts the functions with branches to search for that no input has called.
func (r *Report) untried() (n int) {
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			if f.Evaluations == 0 && slices.ContainsFunc(f.Uncovered, func(u Uncovered) bool { return u.Reason == Untried }) {
				n++
			}
		}
	}
	return n
}

func (p *Package) writeTable(out io.Writer) {
	if len(p.Functions) == 0 {
		fmt.Fprintf(out, "%s: no functions to search\n\n", p.Path)
		return
	}
	tw := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "%s\tbranches\tcovered\tinfeasible\tevaluations\ttime\n", p.Path)
	for _, f := range p.Functions {
		if f.Status != Searched {
			continue
		}
		fmt.Fprintf(tw, "  %s\t%d\t%s\t%d\t%s\t%s\n", f.Name, f.Branches.Total, share(f.Branches.Covered, f.Branches.Total),
			f.Branches.Infeasible, Count(f.Evaluations), Elapsed(time.Duration(f.ElapsedMS)*time.Millisecond))
	}
	tw.Flush()
	fmt.Fprintln(out)
}

// reasonText describes why a branch stayed open.
func (u *Uncovered) reasonText() string {
	switch {
	case u.Why == WhyInfeasible && u.Reason != "":
		return "proved infeasible: " + u.Reason
	case u.Why == WhyInfeasible:
		return "proved infeasible"
	case u.Reason != "":
		return u.Reason
	case u.Why == WhyUnreached:
		return "no run came near"
	case u.Why == WhyFlat:
		return "no distance to follow" + u.turnedOff()
	}
	best := fmt.Sprintf("%.4g", u.Best)
	if 0 < u.Best && u.Best < minShown {
		best = "just above 0"
	}
	return fmt.Sprintf("%s; best fitness %s%s", u.Why, best, u.turnedOff())
}

// minShown is the least fitness that is printed with digits. A run with a smaller fitness had
// distance zero and did not take the branch.
const minShown = 1e-9

// turnedOff says at which branch the nearest input diverged, unless it diverged at the
// branch's own condition.
func (u *Uncovered) turnedOff() string {
	if u.ApproachLevel == 0 || u.TurnedOff == "" {
		return ""
	}
	return fmt.Sprintf(", turned off by %s at approach level %d", u.TurnedOff, u.ApproachLevel)
}

func (r *Report) writeSkipped(out io.Writer) {
	var rows []string
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			if f.Status == Skipped {
				rows = append(rows, fmt.Sprintf("%s: %s: %s", f.Position, f.Name, f.Reason))
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(out, "\nskipped:")
	for _, row := range rows {
		fmt.Fprintln(out, "  "+row)
	}
}

func share(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%.1f%%)", part, 100*float64(part)/float64(whole))
}

// Numbered returns a number with its noun.
func Numbered(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

func wereCovered(n int) string {
	if n == 1 {
		return "1 branch was"
	}
	return Numbered(n, "branch", "branches") + " were"
}

func infeasibleText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d proved infeasible", n)
}

func illegalText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d more only in states that no call made", n)
}

func stoppedText(s string) string {
	switch s {
	case StoppedBudget:
		return "evaluation budget used up"
	case StoppedVain:
		return "nothing came nearer any more; -time, or -goals branches,boundaries, searches on"
	case StoppedTime:
		return "time is up"
	case StoppedInterrupt:
		return "interrupted"
	}
	return "done"
}

// Count prints n with spaces between thousands: 1 234 567.
func Count(n int64) string {
	s := fmt.Sprint(n)
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 && s[i-1] != '-' {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// Elapsed prints a duration in milliseconds, tenths of a second or whole seconds, by its
// magnitude.
func Elapsed(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// errWriter remembers the first write error, so that a table need not check every line.
type errWriter struct {
	w   io.Writer
	err error // the first write error
}

func (e *errWriter) Write(p []byte) (int, error) {
	if e.err != nil {
		return len(p), nil
	}
	_, e.err = e.w.Write(p)
	return len(p), nil
}
