package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"
	"sync"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/internal/worst"
)

// run does what is not done yet, and prints the tables.
func (c *config) run(ctx context.Context) error {
	j, err := openJournal(c.raw)
	if err != nil {
		return err
	}
	l := &lab{config: c, journal: j, open: map[string]*bench{}, revision: experiment.Revision()}
	defer l.close()
	var todo []job
	for _, job := range jobs(c.cells, c.algos, c.seeds) {
		if j.Done[l.key(job)] == nil {
			todo = append(todo, job)
		}
	}
	err = experiment.Each(ctx, l.parallel, todo, func(job job) error { return l.one(ctx, job, len(todo)) })
	c.print(os.Stdout, j.Done)
	if ctx.Err() != nil {
		return errors.Join(err, errors.New("interrupted: the tables have what was done until then"))
	}
	return err
}

// A lab runs searches.
type lab struct {
	*config
	mu      sync.Mutex
	journal *journal
	open    map[string]*bench
	done    int

	revision string
}

// A bench is one program, ready to be searched.
type bench struct {
	once    sync.Once
	session *worst.Session
	err     error

	mu     sync.Mutex
	manual map[int]uint64
}

func (l *lab) close() {
	for _, b := range l.open {
		if b.session != nil {
			b.session.Close()
		}
	}
}

func (l *lab) key(job job) key {
	return key{job.subject.Func, job.size, job.algo, job.seed, l.budget()}
}

// bench opens a program once.
func (l *lab) bench(ctx context.Context, c cell) (*bench, error) {
	s := c.subject
	l.mu.Lock()
	b := l.open[s.Func]
	if b == nil {
		b = &bench{manual: map[int]uint64{}}
		l.open[s.Func] = b
	}
	l.mu.Unlock()
	b.once.Do(func() {
		o := l.Options
		o.Func = "./bench/subjects/" + c.pkg + "." + s.Func
		o.Algo, o.Operators, _ = strings.Cut(l.algos[0].Name, ":")
		o.Sizes = worst.Sizes{All: []int{1}, Named: maps.Clone(s.Fixed)}
		b.session, b.err = worst.Open(ctx, o)
	})
	return b, b.err
}

// manualCost measures the manual input once for each size; it is 0 where there is none.
func (b *bench) manualCost(ctx context.Context, c cell) (uint64, error) {
	if c.subject.Worst == nil {
		return 0, nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if n, ok := b.manual[c.size]; ok {
		return n, nil
	}
	n, err := b.session.Cost(ctx, "statements", c.subject.Worst(c.size))
	if err == nil {
		b.manual[c.size] = n
	}
	return n, err
}

// one runs a job and keeps its record. What goes wrong with one is told in it;
// an error is of the machine.
func (l *lab) one(ctx context.Context, job job, of int) error {
	b, err := l.bench(ctx, job.cell)
	if err != nil {
		return err
	}
	floor, err := b.manualCost(ctx, job.cell)
	if err != nil {
		return err
	}
	o := l.Options
	o.Algo, o.Operators, _ = strings.Cut(job.algo, ":")
	o.Seed = job.seed
	if best, known := job.subject.Optimum(job.size); known && !l.full {
		o.Enough = max(best, floor)
	}
	res, err := b.session.Search(ctx, o, job.size)
	if ctx.Err() != nil {
		return nil // not done
	}
	r := &record{Func: job.subject.Func, Size: job.size, Algo: job.algo, Seed: job.seed, Budget: l.budget(), Manual: floor, Reached: -1, Revision: l.revision, Date: time.Now().Format(time.DateOnly)}
	if err != nil {
		r.Error = err.Error()
	}
	if res != nil {
		r.Cost, r.Typical = res.Cost.Worst, res.Cost.Typical
		r.Paths, r.Evals, r.Queries, r.Solver, r.Elapsed = res.Paths, res.Evals, res.Queries, res.SolverMS, res.ElapsedMS
		for _, m := range res.History {
			if floor > 0 && m.Cost >= floor {
				r.Reached = m.MS
				break
			}
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	fmt.Fprintf(os.Stderr, "%d/%d %s %s seed %d: %d of %d after %d paths, %.1f s\n", l.done, of, job.name(), job.algo, job.seed, r.Cost, floor, r.Paths, float64(r.Elapsed)/1000)
	return l.journal.Add(r)
}
