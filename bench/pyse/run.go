package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/bench/subjects/pyse/paths"
	"nearmiss/ese"
	open "nearmiss/internal/subject"
	"nearmiss/internal/worst"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
)

// programs is where the subjects are.
const programs = "nearmiss/bench/subjects/pyse"

// A job is one search. What it draws hangs on its seed and scale alone, not on
// where it stands in a list.
type job struct {
	cell
	technique
	seed uint64
}

// jobs lists the searches, seed by seed, so that an early end leaves whole
// tables of fewer seeds. A technique that draws nothing is searched with once.
func jobs(cells []cell, techniques []technique, seeds int) []job {
	var list []job
	for seed := range uint64(seeds) {
		for _, c := range cells {
			for _, t := range techniques {
				if t.on(c) && (seed == 0 || t.draws()) {
					list = append(list, job{c, t, seed + 1})
				}
			}
		}
	}
	return list
}

// key is that of the job's record.
func (c *config) key(j job) key {
	return key{j.fn, j.n, j.technique.name, j.seed, c.budget(), uint64(j.mark)}
}

// run does what is not done yet, and writes tables and figures.
func (c *config) run(ctx context.Context) error {
	kept, err := openJournal(c.raw)
	if err != nil {
		return err
	}
	l := &lab{config: c, journal: kept, open: map[string]*bench{}, revision: experiment.Revision()}
	defer l.close()
	for _, j := range jobs(c.cells, c.techniques, c.seeds) {
		if kept.Done[c.key(j)] == nil {
			l.todo = append(l.todo, j)
		}
	}
	err = experiment.Each(ctx, c.parallel, l.todo, func(j job) error { return l.one(ctx, j) })
	r := &results{config: c, done: kept.Done}
	r.print(os.Stdout)
	if c.figures != "" {
		err = errors.Join(err, r.draw(c.figures))
	}
	if ctx.Err() != nil {
		return errors.Join(err, errors.New("interrupted: the tables have what was done until then"))
	}
	return err
}

// A lab runs searches.
type lab struct {
	*config
	todo     []job
	revision string

	mu      sync.Mutex
	journal *journal
	open    map[string]*bench
	done    int

	loading sync.Once
	program *symexec.Program // for taking all paths
	err     error
}

// A bench is one program, ready to be searched.
type bench struct {
	once    sync.Once
	session *worst.Session
	err     error
}

func (l *lab) close() {
	for _, b := range l.open {
		if b.session != nil {
			b.session.Close()
		}
	}
}

// session opens a program once.
func (l *lab) session(ctx context.Context, s *subject) (*worst.Session, error) {
	l.mu.Lock()
	b := l.open[s.fn]
	if b == nil {
		b = new(bench)
		l.open[s.fn] = b
	}
	l.mu.Unlock()
	b.once.Do(func() {
		o := l.options(1)
		o.Func, o.Sizes = programs+"."+s.fn, worst.Sizes{All: []int{1}}
		b.session, b.err = worst.Open(ctx, o)
	})
	return b.session, b.err
}

// options are those that all searches share.
func (c *config) options(seed uint64) worst.Options {
	return worst.Options{Cost: "decisions", Common: open.Common{Time: c.time, Seed: seed}, Paths: c.paths}
}

// one runs a job and keeps its record. What goes wrong with one is told in it;
// an error is of the machine.
func (l *lab) one(ctx context.Context, j job) error {
	r := &record{
		Func: j.fn, Size: j.n, Algo: j.technique.name, History: j.history, Pretrained: j.begin != nil, Seed: j.seed,
		Budget: l.budget(), Mark: uint64(j.mark), Reached: -1, Revision: l.revision, Date: time.Now().Format(time.DateOnly),
	}
	take := l.search
	if j.algo == "" {
		take = l.exhaust
	}
	err := take(ctx, j, r)
	if ctx.Err() != nil {
		return nil // not done
	}
	if err != nil {
		r.Error = err.Error()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done++
	fmt.Fprintf(os.Stderr, "%d/%d %s %s seed %d: %d of %d after %d paths, %.1f s %s\n",
		l.done, len(l.todo), j.cell.name(), r.Algo, j.seed, r.Cost, r.Mark, r.Paths, float64(r.Elapsed)/1000, r.Error)
	return l.journal.Add(r)
}

// search runs a strategy.
func (l *lab) search(ctx context.Context, j job, r *record) error {
	s, err := l.session(ctx, j.subject)
	if err != nil {
		return err
	}
	o := l.options(j.seed)
	o.Algo, o.History = j.algo, j.history
	if j.train != nil {
		o.Train = j.train(j.subject)
		r.Training = o.Train
	}
	if j.begin != nil {
		if o.Policy, err = learn(ctx, s, o, j, r); err != nil {
			return err
		}
	}
	if !j.whole {
		o.Enough = r.Mark
	}
	res, err := s.Search(ctx, o, j.n)
	if res == nil {
		return err
	}
	r.Paths, r.TrainingPaths = res.Counts.Explorations-res.Counts.Training, r.TrainingPaths+res.Counts.Training
	r.Evals, r.Queries, r.Solver, r.Elapsed, r.Status = res.Evals, res.Queries, res.SolverMS, res.ElapsedMS, res.Status
	for _, m := range res.History {
		r.Cost = max(r.Cost, m.Cost)
		if m.Cost >= r.Mark && r.Reached < 0 {
			r.Reached = m.MS
		}
	}
	return err
}

// preTraining is how many paths a policy to begin with is learned on. The paper does not say.
const preTraining = 50

// learn makes the policy that a search is to begin with, by one at another scale that takes
// preTraining paths, or all that there are.
func learn(ctx context.Context, s *worst.Session, o worst.Options, j job, r *record) ([]byte, error) {
	n := j.begin(j.subject, j.n)
	o.Keep = true
	if o.Paths == 0 || o.Paths > preTraining {
		o.Paths = preTraining
	}
	res, err := s.Search(ctx, o, n)
	if err != nil {
		return nil, fmt.Errorf("learning at %d: %w", n, err)
	}
	r.Training, r.TrainingPaths, r.TrainingMS = []int{n}, res.Counts.Explorations, res.ElapsedMS
	for _, m := range res.History {
		r.TrainingCost = max(r.TrainingCost, m.Cost)
	}
	return res.Policy, nil
}

// exhaust takes all paths.
func (l *lab) exhaust(ctx context.Context, j job, r *record) error {
	l.loading.Do(func() { l.program, l.err = paths.Load(ctx) })
	if l.err != nil {
		return l.err
	}
	began := time.Now()
	clock := func() time.Duration { return time.Since(began) }
	solver := smt.NewMeter(embedded.New(embedded.Options{}), clock)
	defer solver.Close()
	all, res, err := paths.Exhaust(ctx, l.program, j.fn, j.n, solver, ese.Options{
		Metric: ese.Decisions, Budget: ese.Budget{Time: l.time, Explorations: l.paths}, Clock: clock,
	})
	if err != nil {
		return err
	}
	r.Elapsed, r.Solver, r.Queries = clock().Milliseconds(), solver.Taken().Milliseconds(), res.Queries
	f := all.Figures()
	r.Paths, r.Feasible, r.Cost, r.Status = uint64(f.Ends), res.Paths, uint64(f.Longest), res.Status.String()
	if res.Status == search.Budget {
		r.Paths = res.Explorations // sides that were not taken yet are not impossible
	}
	for _, p := range res.History {
		if p.Cost >= r.Mark && r.Reached < 0 {
			r.Reached = p.Elapsed.Milliseconds()
		}
	}
	return nil
}
