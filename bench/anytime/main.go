// Command anytime prints how many branches each search has covered after how
// long, as CSV: a line for each step of a run, and one for its end.
//
//	go run ./bench/anytime -time 30s path net/url strconv text/scanner go/scanner > anytime.csv
//
// Seconds are counted from the start of the search: analysis is in them, loading
// and building are not. A branch counts from when the round in which it was
// covered is over, as on the progress line; the last line of a run has what the
// report has.
package main

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"time"

	"nearmiss/internal/cover"
	"nearmiss/internal/report"
	"nearmiss/internal/subject"
)

func main() {
	o := options{}
	flag.DurationVar(&o.limit, "time", 30*time.Second, "end each run after `d`")
	flag.IntVar(&o.seeds, "seeds", 1, "repeat each run with `N` seeds")
	flag.IntVar(&o.parallel, "parallel", 1, "run `N` workers")
	algos := flag.String("algo", "auto,avm,ga,random", "`searches` to compare")
	flag.Parse()
	o.algos = strings.Split(*algos, ",")
	o.packages = flag.Args()
	if len(o.packages) == 0 {
		o.packages = []string{"path", "net/url", "strconv", "text/scanner", "go/scanner"}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := o.run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "anytime:", err)
		os.Exit(1)
	}
}

type options struct {
	limit           time.Duration
	seeds, parallel int
	algos, packages []string
}

func (o *options) run(ctx context.Context, w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"package", "algorithm", "seed", "seconds", "evaluations", "covered", "branches", "step"}); err != nil {
		return err
	}
	for _, pkg := range o.packages {
		for _, algo := range o.algos {
			for seed := range o.seeds {
				c, err := o.measure(ctx, pkg, algo, uint64(seed+1))
				if err != nil {
					return fmt.Errorf("%s with %s: %w", pkg, algo, err)
				}
				for i, p := range c.points {
					step := "round"
					if i == len(c.points)-1 {
						step = "end"
					}
					_ = out.Write([]string{pkg, algo, strconv.Itoa(seed + 1), fmt.Sprintf("%.1f", p.at.Seconds()),
						strconv.FormatInt(p.evaluations, 10), strconv.Itoa(p.covered), strconv.Itoa(c.branches), step})
				}
				out.Flush()
				if err := out.Error(); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// A curve is how one run went.
type curve struct {
	mu       sync.Mutex
	begun    bool
	start    time.Duration // when the search began
	last     time.Duration // when it was last seen searching
	points   []point
	branches int
}

type point struct {
	at          time.Duration
	evaluations int64
	covered     int
}

// see takes down a step whenever more is covered.
func (c *curve) see(now report.Snapshot) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := now.(report.CoverSnapshot)
	if s.Phase != "searching" {
		return
	}
	if !c.begun {
		c.begun, c.start = true, s.Elapsed
	}
	c.last = s.Elapsed - c.start
	if n := len(c.points); s.Branches > 0 && (n == 0 || s.Covered > c.points[n-1].covered) {
		c.points = append(c.points, point{c.last, s.Evaluations, s.Covered})
	}
}

// measure searches one package. No tests are written.
func (o *options) measure(ctx context.Context, pkg, algo string, seed uint64) (*curve, error) {
	c := &curve{}
	r, err := cover.Run(ctx, cover.Options{
		Patterns: []string{pkg}, Common: subject.Common{Time: o.limit, Seed: seed, Progress: c.see}, Evals: math.MaxInt, Parallel: o.parallel, Algo: algo,
	})
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.branches = r.Totals.Branches
	c.points = append(c.points, point{c.last, int64(r.Totals.Evaluations), r.Totals.Covered})
	return c, nil
}
