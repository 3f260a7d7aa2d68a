package report

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Snapshot is the state of a search at one moment.
type Snapshot struct {
	Phase       string // the current activity: "loading", "building", "searching", "checking tests"
	Elapsed     time.Duration
	Limit       time.Duration // 0 means no limit
	Covered     int
	Branches    int
	Evaluations int64
	Rate        float64 // evaluations per second since the last snapshot
	Searching   string  // the function under search
	Runs        int64   // symbolic runs
	Queries     int64   // queries of a solver
}

// Progress prints snapshots: on a terminal one live line with a bar, redrawn at most ten times
// a second; elsewhere a line every three seconds, as go test -fuzz does. It is safe for
// concurrent use.
type Progress struct {
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
	p.Line(s.Elapsed, func() string { return plainLine(s) }, func() string { return liveLine(s) })
}

// Line prints the text of live on a terminal, or the text of plain elsewhere, if enough time
// has passed since the last line.
func (p *Progress) Line(elapsed time.Duration, plain, live func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	every := plainEvery
	if p.live {
		every = liveEvery
	}
	if p.begun && elapsed-p.last < every || !p.begun && !p.live && elapsed < every {
		return
	}
	p.begun, p.last = true, elapsed
	if !p.live {
		fmt.Fprintln(p.w, PrintableLine(plain()))
		return
	}
	p.drawn = true
	fmt.Fprint(p.w, "\r\x1b[K"+clip(PrintableLine(live()), p.width()-1))
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

func plainLine(s Snapshot) string {
	line := fmt.Sprintf("cover: elapsed: %s, %s", seconds(s.Elapsed), s.Phase)
	if s.Branches > 0 {
		line += fmt.Sprintf(", branches: %d/%d, evaluations: %d (%.0f/sec)", s.Covered, s.Branches, s.Evaluations, s.Rate)
	}
	if s.Runs > 0 {
		line += fmt.Sprintf(", symbolic runs: %d, queries: %d", s.Runs, s.Queries)
	}
	return line
}

func liveLine(s Snapshot) string {
	line := seconds(s.Elapsed) + " " + s.Phase
	if s.Branches == 0 {
		return line + " …"
	}
	solved := ""
	if s.Runs > 0 {
		solved = fmt.Sprintf("%s symbolic runs  %s queries  ", abbreviated(float64(s.Runs)), abbreviated(float64(s.Queries)))
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s %d/%d branches  %s evaluations  %s/s  %s%s", line, bar(s.Covered, s.Branches, 20),
		s.Covered, s.Branches, abbreviated(float64(s.Evaluations)), abbreviated(s.Rate), solved, s.Searching))
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
