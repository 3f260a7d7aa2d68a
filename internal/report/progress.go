package report

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Snapshot is the state of a command at one moment.
type Snapshot interface {
	at() time.Duration        // since the call of the command
	plain(hint string) string // a line of a log; the hint follows the phase
	live(hint string) string  // the line of a terminal
}

// CoverSnapshot is the state of a search for branches at one moment.
type CoverSnapshot struct {
	Phase       string // the current activity: "loading", "building", "searching", "checking tests"
	Elapsed     time.Duration
	Covered     int
	Branches    int
	Evaluations int64
	Rate        float64 // evaluations per second since the last snapshot
	Runs        int64   // symbolic runs
	Queries     int64   // queries of a solver
}

// Progress prints snapshots: on a terminal one live line with a bar, redrawn at most ten times
// a second; elsewhere a line every three seconds, as go test -fuzz does. It is safe for
// concurrent use.
type Progress struct {
	Hint func() string // text that follows the phase; may be nil

	mu    sync.Mutex
	w     io.Writer
	live  bool
	width func() int    // returns the number of columns of the terminal
	last  time.Duration // elapsed time at the last line
	begun bool          // some line was printed
	drawn bool          // a live line is on the terminal
}

// NewProgress returns a progress printer on w. live says whether w is a terminal; width
// returns the number of its columns.
func NewProgress(w io.Writer, live bool, width func() int) *Progress {
	return &Progress{w: w, live: live, width: width}
}

// The least intervals between lines.
const (
	liveEvery  = 100 * time.Millisecond
	plainEvery = 3 * time.Second
)

// Update shows s if enough time has passed since the last line.
func (p *Progress) Update(s Snapshot) {
	p.mu.Lock()
	defer p.mu.Unlock()
	every, elapsed, hint := plainEvery, s.at(), ""
	if p.live {
		every = liveEvery
	}
	if p.begun && elapsed-p.last < every || !p.begun && !p.live && elapsed < every {
		return
	}
	p.begun, p.last = true, elapsed
	if p.Hint != nil {
		hint = p.Hint()
	}
	if !p.live {
		fmt.Fprintln(p.w, PrintableLine(s.plain(hint)))
		return
	}
	p.drawn = true
	fmt.Fprint(p.w, "\r\x1b[K"+clip(PrintableLine(s.live(hint)), p.width()-1))
}

// Clear removes the live line, so that other text can follow.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

func (s CoverSnapshot) at() time.Duration { return s.Elapsed }

func (s CoverSnapshot) plain(hint string) string {
	line := fmt.Sprintf("cover: elapsed: %s, %s", seconds(s.Elapsed), s.Phase+hint)
	if s.Branches > 0 {
		line += fmt.Sprintf(", branches: %d/%d, evaluations: %d (%.0f/sec)", s.Covered, s.Branches, s.Evaluations, s.Rate)
	}
	if s.Runs > 0 {
		line += fmt.Sprintf(", symbolic runs: %d, queries: %d", s.Runs, s.Queries)
	}
	return line
}

func (s CoverSnapshot) live(hint string) string {
	line := seconds(s.Elapsed) + " " + s.Phase + hint
	if s.Branches == 0 {
		return line + " …"
	}
	solved := ""
	if s.Runs > 0 {
		solved = fmt.Sprintf("%s symbolic runs  %s queries  ", abbreviated(float64(s.Runs)), abbreviated(float64(s.Queries)))
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %d/%d branches  %s evaluations  %s/s  %s", line, bar(s.Covered, s.Branches, 20),
		s.Covered, s.Branches, abbreviated(float64(s.Evaluations)), abbreviated(s.Rate), solved))
}

func bar(part, whole, width int) string {
	full := 0
	if whole > 0 {
		full = part * width / whole
	}
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "]"
}

func seconds(d time.Duration) string {
	return d.Truncate(time.Second).String()
}

// abbreviated prints 1234567 as 1.2M.
func abbreviated(v float64) string {
	switch {
	case v >= 1e9:
		return fmt.Sprintf("%.1fG", v/1e9)
	case v >= 1e6:
		return fmt.Sprintf("%.1fM", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%.0fk", v/1e3)
	}
	return fmt.Sprintf("%.0f", v)
}

// clip shortens a text to a number of columns.
func clip(s string, columns int) string {
	r := []rune(s)
	if columns > 0 && len(r) > columns {
		return string(r[:columns])
	}
	return s
}
