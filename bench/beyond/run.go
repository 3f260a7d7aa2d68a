package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/ese"
	"nearmiss/internal/report"
	open "nearmiss/internal/subject"
	"nearmiss/internal/worst"
	"nearmiss/symexec"
)

// sizes are those to measure at, algos the ways to get there.
var (
	sizes = []int{100, 1000}
	algos = []string{"carried", "auto"}
)

// functions is how many there are to be of the standard library.
const functions = 10

// A cell is a function at one size.
type cell struct {
	subject
	size    int
	session *worst.Session
}

// A job is one search.
type job struct {
	cell
	algo string
	seed uint64
}

// A lab runs searches.
type lab struct {
	*config
	revision string

	mu       sync.Mutex
	journal  *experiment.Journal[key, record]
	todo     []job
	done     int
	sessions []*worst.Session
}

// run does what is not done yet, and prints the table.
func (c *config) run(ctx context.Context) error {
	kept, err := openJournal(c.raw)
	if err != nil {
		return err
	}
	l := &lab{config: c, journal: kept, revision: experiment.Revision()}
	defer l.close()
	cells, err := l.cells(ctx)
	if err != nil {
		return err
	}
	for seed := range uint64(c.seeds) {
		for _, cell := range cells {
			for _, algo := range algos {
				if j := (job{cell, algo, seed + 1}); kept.Done[c.key(j)] == nil {
					l.todo = append(l.todo, j)
				}
			}
		}
	}
	err = experiment.Each(ctx, c.parallel, l.todo, func(j job) error { return l.one(ctx, j) })
	c.print(os.Stdout, cells, kept.Done)
	if ctx.Err() != nil {
		return errors.Join(err, errors.New("interrupted: the table has what was done until then"))
	}
	return err
}

func (l *lab) close() {
	for _, s := range l.sessions {
		s.Close()
	}
}

// cells opens the functions, at their sizes.
func (l *lab) cells(ctx context.Context) (list []cell, err error) {
	candidates, err := standard()
	if err != nil {
		return nil, err
	}
	wanted := func(s subject) bool {
		return slices.ContainsFunc(sizes, func(n int) bool { return l.wanted(s, n) })
	}
	if !slices.ContainsFunc(candidates, wanted) {
		candidates = nil
	}
	own := papers()
	found := 0
	for i, s := range append(own, candidates...) {
		if found == functions {
			break
		}
		if i < len(own) && !wanted(s) { // of the others all tell which are the ten
			continue
		}
		session, err := l.session(ctx, s)
		if i >= len(own) {
			if err == nil {
				err = l.runs(ctx, session, s)
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				fmt.Fprintf(os.Stderr, "%s is none of the %d: %v\n", s.name, functions, err)
				continue
			}
			found++
		}
		if err != nil {
			return nil, err
		}
		for _, n := range sizes {
			if c := (cell{s, n, session}); l.wanted(s, n) {
				if s.size != nil {
					c.size = s.size(n)
				}
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// session opens a function.
func (l *lab) session(ctx context.Context, s subject) (*worst.Session, error) {
	o := worst.Options{Func: s.fn, Cost: s.cost, Common: open.Common{Time: l.time}, Sizes: worst.Sizes{All: []int{1}, Named: maps.Clone(s.fixed)}}
	session, err := worst.Open(ctx, o)
	if err == nil {
		l.sessions = append(l.sessions, session)
	}
	return session, err
}

// runs reports why the executor cannot run a function at size 4, if it cannot, or nothing there
// depends on the input.
func (l *lab) runs(ctx context.Context, session *worst.Session, s subject) error {
	res, err := session.Search(ctx, worst.Options{Algo: "dfs", Cost: s.cost, Paths: 2, Solver: "embedded"}, 4)
	switch {
	case err != nil:
		return err
	case res.Counts.End(symexec.Returned)+res.Counts.End(symexec.Panicked) == 0:
		return errors.New("the executor takes no path of it to its end")
	case res.Counts.Decisions == 0:
		return errors.New("nothing depends on the input")
	}
	return nil
}

// key is that of the job's record.
func (c *config) key(j job) key { return key{j.fn, j.size, j.algo, j.seed, c.time.String()} }

// one runs a job and keeps its record. What goes wrong with one is told in it; an error is
// of the machine.
func (l *lab) one(ctx context.Context, j job) error {
	r := &record{
		Func: j.fn, Size: j.size, Algo: j.algo, Seed: j.seed, Budget: l.time.String(), Metric: j.cost, Curve: []point{},
		Command:  fmt.Sprintf("go run ./bench/beyond -time %v -seeds %d -parallel %d", l.time, l.seeds, l.parallel),
		Revision: l.revision, Date: time.Now().Format(time.DateOnly),
	}
	o := worst.Options{Algo: j.algo, Cost: j.cost, Common: open.Common{Time: l.time, Seed: j.seed}, Solver: "embedded"}
	o.Progress = func(now report.Snapshot) {
		if s := now.(report.WorstSnapshot); s.Phase == "searching" && s.Best > r.Cost {
			r.Cost = s.Best
			r.Curve = append(r.Curve, point{s.SearchElapsed.Milliseconds(), s.Paths + s.Evaluations, s.Best})
		}
	}
	res, err := j.session.Search(ctx, o, j.size)
	if ctx.Err() != nil {
		return nil // not done
	}
	if err != nil {
		r.Error = err.Error()
	}
	if res != nil {
		c := &res.Counts
		r.Native, r.Paths, r.Training, r.Evals, r.Queries = res.Cost.Worst, res.Paths, c.Training, res.Evals, res.Queries
		r.Elapsed, r.Solver, r.Status = res.ElapsedMS, res.SolverMS, res.Status
		r.Asked, r.Sides, r.Kept = c.Tally(ese.CarriedQuestions), c.Tally(ese.CarriedSides), c.Tally(ese.CarriedKept)
		r.Unfamiliar = c.Tally(ese.Unfamiliar) + c.Tally(ese.Unlearned)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	fmt.Fprintf(os.Stderr, "%d/%d %s/%d %s seed %d: %d after %d paths, %.1f s %s\n",
		l.done, len(l.todo), j.name, j.size, j.algo, j.seed, r.Cost, r.Paths, float64(r.Elapsed)/1000, r.Error)
	return l.journal.Add(r)
}
