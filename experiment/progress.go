package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"nearmiss/experiment/report"
	"nearmiss/experiment/store"
)

// A progress shows the rows that are kept: as a bar on a terminal, else as a line for each.
type progress struct {
	w     io.Writer
	bar   *progressbar.ProgressBar // nil without a terminal
	start time.Time
	done  int // rows of this run
}

func newProgress(e env, before, missing int) *progress {
	p := &progress{w: e.stderr, start: time.Now()}
	if before > 0 && missing > 0 {
		fmt.Fprintf(e.stderr, "%d rows are there already, %d are missing\n", before, missing)
	}
	if f, ok := e.screen.(*os.File); ok && missing > 0 && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(missing,
			progressbar.OptionSetWriter(e.screen), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false), progressbar.OptionSetWidth(30),
			progressbar.OptionThrottle(50*time.Millisecond))
	}
	return p
}

// kept shows a row.
func (p *progress) kept(r *store.Row, done, all int) {
	p.done = done
	now := time.Now()
	left := time.Duration(float64(now.Sub(p.start)) / float64(done) * float64(all-done))
	layout := time.TimeOnly
	if left > 12*time.Hour {
		layout = time.DateTime
	}
	end := now.Add(left).Format(layout)
	if p.bar != nil {
		p.bar.Describe("ends about " + end)
		p.bar.Set(done)
		return
	}
	outcome := fmt.Sprintf("%.1f s", r.Wall.Seconds())
	if r.Error != "" {
		outcome = "error: " + report.Line(r.Error)
	}
	fmt.Fprintf(p.w, "%d/%d %v: %s; ends about %s\n", done, all, r.Key, outcome, end)
}

// end takes leave of the bar.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Exit()
		fmt.Fprintln(p.w)
	}
}
