// Command fitnex counts the runs that strategies of dynamic symbolic execution
// need to reach the targets of bench/subjects/fitnex, and prints them as Xie et al. 2009 do in
// their Table 2. It runs in the root of the module:
//
//	go run ./bench/fitnex -strategies auto,random -seeds 3 -subjects TestLoop,Pascal
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"nearmiss/bench/subjects/fitnex/list"
	"nearmiss/internal/explore"
)

// config says what to measure.
type config struct {
	dir        string
	strategies []string
	subjects   []list.Subject
	seeds      int
	from       int // the first seed
	runs       int
	parallel   int
	shared     bool
}

func main() {
	c, err := parse()
	if err != nil {
		fmt.Fprintln(os.Stderr, "fitnex:", err)
		os.Exit(2)
	}
	debug.SetGCPercent(400) // as in the command
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	rows, err := c.measure(ctx)
	c.print(os.Stdout, rows)
	if err != nil {
		fmt.Fprintln(os.Stderr, "fitnex:", err)
		os.Exit(1)
	}
}

func parse() (*config, error) {
	c := &config{}
	strategies := flag.String("strategies", "auto,pex,pex-without-fitnex,random,bfs", "`strategies`; random is what the others are compared with")
	of := flag.String("set", "first", "`which` thirty subjects, one of "+list.Names()+"; first has those of the table, sixth has loops of real code, and nobody had seen any but the first before they were tried")
	subjects := flag.String("subjects", "", "only these `subjects`")
	flag.IntVar(&c.seeds, "seeds", 10, "repeat each search with `N` seeds")
	flag.IntVar(&c.from, "from", 1, "begin with seed `N`")
	flag.IntVar(&c.runs, "runs", explore.DefaultRuns, "end a search after `N` runs")
	flag.IntVar(&c.parallel, "parallel", 1, "study `N` subjects at a time; beside others none has its time to itself")
	flag.BoolVar(&c.shared, "shares", false, "print what strategies took of the time of each subject")
	flag.Parse()
	if flag.NArg() > 0 {
		return nil, fmt.Errorf("%q is too much", flag.Arg(0))
	}
	c.strategies = strings.Split(*strategies, ",")
	for _, s := range c.strategies {
		if !slices.Contains(explore.Strategies(), s) {
			return nil, fmt.Errorf("-strategies: %q is none of %s", s, strings.Join(explore.Strategies(), ", "))
		}
	}
	chosen, err := list.Named(*of)
	if err != nil {
		return nil, fmt.Errorf("-set: %w", err)
	}
	c.dir = "./" + chosen.Dir
	for _, s := range chosen.Subjects {
		if *subjects == "" || slices.Contains(strings.Split(*subjects, ","), s.Name) {
			c.subjects = append(c.subjects, s)
		}
	}
	if len(c.subjects) == 0 {
		return nil, fmt.Errorf("-subjects: there is no subject %s", *subjects)
	}
	return c, nil
}

// A trial is one search. Its times are the least of some repetitions.
type trial struct {
	runs     int // to the target; the bound if it was not reached
	reached  bool
	planning time.Duration // what the strategy took
	elapsed  time.Duration // all of the search
	whole    time.Duration // and the making of what executes the function
}

// A row is a subject: its trials by strategy.
type row struct {
	subject list.Subject
	trials  map[string][]trial
}

// measure studies the subjects, some at a time. The rows are in the order of the
// subjects; beside an error they have what was done.
func (c *config) measure(ctx context.Context) ([]row, error) {
	rows := make([]row, len(c.subjects))
	errs := make([]error, len(rows))
	var wg sync.WaitGroup
	slots := make(chan struct{}, max(1, c.parallel))
	for i, s := range c.subjects {
		rows[i] = row{s, map[string][]trial{}}
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			if errs[i] = c.study(ctx, &rows[i]); errs[i] != nil {
				errs[i] = fmt.Errorf("%s: %w", s.Name, errs[i])
			}
			fmt.Fprintf(os.Stderr, "%s: %s\n", s.Name, c.line(&rows[i]))
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return rows, err
		}
	}
	return rows, ctx.Err()
}

// study searches for one target.
func (c *config) study(ctx context.Context, r *row) error {
	target, err := list.Target(os.DirFS(c.dir), r.subject.Name)
	if err != nil {
		return err
	}
	o := explore.Options{Func: c.dir + "." + r.subject.Name, Targets: []string{target}, Runs: c.runs}
	s, err := explore.Open(ctx, o)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, o.Strategy = range c.strategies {
		for seed := c.from; seed < c.from+c.seeds && ctx.Err() == nil; seed++ {
			o.Seed = uint64(seed)
			t, err := c.trial(ctx, s, o)
			if err != nil {
				return err
			}
			if ctx.Err() != nil {
				break
			}
			r.trials[o.Strategy] = append(r.trials[o.Strategy], t)
		}
	}
	return nil
}

// Searches that take less than brief are done up to repeats times, for their times alone.
const (
	brief   = 500 * time.Millisecond
	repeats = 5
)

// trial is one search. It is done again if it is brief: with the same seed it is the same
// work, and so the least time that it took has the least of what the machine did meanwhile.
func (c *config) trial(ctx context.Context, s *explore.Session, o explore.Options) (trial, error) {
	var t trial
	for i := range repeats {
		began := time.Now()
		found, err := s.Search(ctx, o)
		if err != nil {
			return t, err
		}
		again := trial{
			whole: time.Since(began),
			runs:  found.Targets[0].Runs, reached: found.Targets[0].Runs > 0, planning: found.Planning, elapsed: found.Elapsed,
		}
		if !again.reached {
			again.runs = c.runs
		}
		if i == 0 {
			t = again
		} else if err := t.least(again); err != nil {
			return t, err
		}
		if ctx.Err() != nil || again.elapsed >= brief {
			break
		}
	}
	return t, nil
}

// least takes over what took less time when the same search was done again.
func (t *trial) least(again trial) error {
	if again.runs != t.runs || again.reached != t.reached {
		return fmt.Errorf("%d runs with a seed, and %d when it was used again", t.runs, again.runs)
	}
	t.planning, t.elapsed = min(t.planning, again.planning), min(t.elapsed, again.elapsed)
	t.whole = min(t.whole, again.whole)
	return nil
}
