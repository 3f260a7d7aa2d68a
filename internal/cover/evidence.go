package cover

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"time"

	"nearmiss/internal/native"
	"nearmiss/internal/report"
	"nearmiss/internal/syntax"
	"nearmiss/internal/worker"
)

// Before the tests are printed, each case is run some hundred times, in several processes: many times
// in a row, before and after all other cases, after collections of the garbage, on what looks like
// other machines, with the variables that a sync.Once sets as in a new process, and with goroutines that pause. A
// test asserts what all these runs have in common. A case that ends in different ways has no test.

const (
	mostRepeats  = 100                   // further runs of a case in a process
	orderRepeats = 64                    // of an unordered input if time is short
	rareRepeats  = 1000                  // of a case that enters a loop over a map that may end early, at eight times repeatCost
	leastRepeats = 8                     // of a case with long runs
	pauseRepeats = 24                    // of a case whose goroutines pause
	litterRuns   = 4                     // of a case that may use unsafe pointers, with other litter each: an object may lie elsewhere
	repeatCost   = 1 << 18               // statements that all repetitions of a case may execute beyond leastRepeats runs
	repeatTime   = 20 * time.Millisecond // with a clock: no repetition of a case begins later
)

// Other times at which the cases run: in another year, month, weekday, hour, minute and second.
const (
	day        = 24 * time.Hour
	lastYear   = -(402*day + 7*time.Hour + 13*time.Minute + 17*time.Second)
	nextDecade = 3687*day + 14*time.Hour + 31*time.Minute + 41*time.Second
)

// repeatable sets how often a job runs the input of a case, and for how long: 0 for no limit. before is the
// result of an earlier run, if any. A map of two entries has its rarer order in an eighth of the runs, so an
// unordered input has all its runs, also if time is short. A loop that returns the first entry that fits may find
// another one in a single run of a hundred.
func (c *testCase) repeatable(job *worker.RunJob, before *worker.RunResult, limit time.Duration) {
	cost, loops := uint64(1), false
	if before != nil {
		cost, loops = before.Cost, c.fn.unit.leavesMapLoop(before.Covered)
	}
	job.Repeat = uint32(min(mostRepeats, max(leastRepeats, repeatCost/max(cost, 1))))
	job.Limit = limit
	switch {
	case loops:
		job.Repeat = uint32(min(rareRepeats, max(leastRepeats, 8*repeatCost/max(cost, 1))))
		if limit > 0 {
			job.Limit = repeatTime
		}
	case limit > 0 && c.fn.unordered(c.vector):
		job.Repeat, job.Limit = orderRepeats, repeatTime
	}
}

// leavesMapLoop reports whether some of the branches taken is that into a loop over a map that can end before the
// last entry.
func (u *unit) leavesMapLoop(taken []uint32) bool {
	if u.mapLoops == nil {
		u.mapLoops = map[uint32]bool{}
		for _, c := range u.graph.Conds {
			if loop, ok := c.Stmt.(*ast.RangeStmt); ok {
				_, overMap := syntax.Underlying(u.pkg.Info.TypeOf(loop.X)).(*types.Map)
				u.mapLoops[c.Branch(true)] = overMap && canLeave(loop.Body)
			}
		}
	}
	return slices.ContainsFunc(taken, func(b uint32) bool { return u.mapLoops[b] })
}

// canLeave reports whether a statement in the body of a loop may end the loop: also one that only ends another
// loop in the body.
func canLeave(body *ast.BlockStmt) bool {
	leaves := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			leaves = true
		case *ast.BranchStmt:
			leaves = leaves || n.Tok == token.BREAK || n.Tok == token.GOTO
		}
		return true
	})
	return leaves
}

// repeatLimit returns the limit for the repetitions of each of n cases, 0 without a clock.
func repeatLimit(ctx context.Context, n int) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	return max(1, min(repeatTime, time.Until(end)/partDivisor/time.Duration(n)))
}

// otherTimes returns the times at which cases run that may read the clock, as differences from now. With nextDecade and lastYear they have all
// days of the week, quarters of the year and halves of the day, a leap day, and another century.
func otherTimes(now time.Time) (list []time.Duration) {
	for _, days := range []int{1, 30, 94, 186, 61, 279} { // 1 to 6 days of the week later
		list = append(list, time.Duration(days)*day)
	}
	year := now.Year() + 101
	for time.Date(year, 2, 29, 0, 0, 0, 0, time.UTC).Month() != time.February {
		year++
	}
	return append(list, time.Date(year, 2, 29, (now.UTC().Hour()+12)%24, 29, 43, 0, time.UTC).Sub(now))
}

// otherWorlds lists the processes in which the cases of a package run besides the first one: with other
// machines, processors, time zones, environment variables and files, ten years later and more than a year earlier; at other times, if they may read the clock; and here,
// as in a new process each, in random order, with pauses, in the reverse order with collections, and in a new process each
// if the function, or one that makes its input, shares state with others.
func (s *session) otherWorlds(u *unit, cases []*testCase) (machines, times, here []*world) {
	list := make([]*tried, len(cases))
	for i, c := range cases {
		list[i] = &tried{testCase: c}
	}
	back, mixed := slices.Clone(list), slices.Clone(list)
	slices.Reverse(back)
	rng := rand.New(rand.NewPCG(s.opt.Seed, uint64(len(list))))
	rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	if u.coder.SetsOnce() {
		here = append(here, &world{cases: list, fresh: true})
	}
	here = append(here, &world{cases: mixed})
	if several := slices.DeleteFunc(slices.Clone(list), func(t *tried) bool { return !t.fn.concurrent() }); len(several) > 0 {
		here = append(here, &world{cases: several, pauses: true})
	}
	here = append(here, &world{cases: back, collect: true})
	shares := map[*types.Func]bool{}
	for i, t := range list {
		if slices.ContainsFunc(append(u.coder.Makers(t.fn.sig, t.vector), t.fn.main().cfg.Obj), func(fn *types.Func) bool {
			if _, ok := shares[fn]; !ok {
				shares[fn] = u.coder.Shares(fn)
			}
			return shares[fn]
		}) {
			here = append(here, &world{cases: list[i : i+1]})
		}
	}
	if s.Parts.Seccomp {
		if clocked, _ := split(list, func(t *tried) bool { return t.fn.clocked() }); len(clocked) > 0 {
			for _, ahead := range otherTimes(time.Now()) {
				times = append(times, &world{setting: setting{ahead: ahead}, cases: clocked})
			}
		}
		names := slices.Clone(s.quiet.unheard(u.pkg))
		for _, c := range cases {
			names = joined(names, slices.DeleteFunc(slices.Clone(c.asked), func(name string) bool { return !variable(name) }))
		}
		machines = append(machines,
			&world{setting: setting{elsewhere: true, test: true, processors: manyCPUs, foreignZone: true, ahead: nextDecade}, cases: list},
			&world{setting: setting{present: true, processors: 1, ahead: lastYear}, cases: list})
		if len(names) > 0 {
			machines = append(machines, &world{setting: setting{vars: all(names, "1")}, cases: list})
		}
	}
	return machines, times, here
}

// gather runs the cases in other worlds and adds the observations to their results. It keeps the
// branches that all runs on this machine take. A case with a run that did not end by itself loses its
// result. Cases that are not run when ctx ends keep fewer observations. It returns the worlds that look
// like other machines.
func (s *session) gather(ctx context.Context, u *unit, cases []*testCase) (machines []*world) {
	machines, times, here := s.otherWorlds(u, cases)
	worlds := slices.Concat(machines, times, here)
	began := time.Now()
	ctx, done := fraction(ctx, halfDivisor)
	defer done()
	s.parallel(ctx, len(worlds), func(i int) { worlds[i].observe(ctx, s, u) })
	for i, w := range worlds {
		for j, r := range w.runs {
			c := w.cases[j].testCase
			c.unseen = c.unseen || r == nil && i < len(machines)+len(times) && ctx.Err() != nil
			switch {
			case r == nil || c.result == nil || r.Result == nil && r.Crash == nil:
				continue
			case r.Result == nil || !comesBack(r.Result):
				c.result = nil
				continue
			case i >= len(machines)+len(times) && !w.pauses: // a pause may keep a goroutine from a branch that it takes otherwise
				c.result.Covered = common(c.result.Covered, r.Result.Covered)
			}
			c.result.Join(r.Result)
		}
	}
	s.timed("ran %d cases in %d worlds, in %s", len(cases), len(worlds), report.Elapsed(time.Since(began)))
	return machines
}

// observe runs the cases of the world in a new process, and those that miss a goal once more with
// patience. Without a process, because the package ends it there, it observes nothing.
func (w *world) observe(ctx context.Context, s *session, u *unit) {
	o := w.options(s.unitOptions(u))
	o.Watch = w.elsewhere || w.present || w.ahead != 0
	pool, err := native.NewPool(ctx, u.binary, o, 1)
	if err != nil {
		return
	}
	defer pool.Close()
	w.asked = pool.EnvRead()
	repeat := uint32(0)
	switch {
	case w.collect:
		repeat = 1
	case w.pauses:
		repeat = pauseRepeats
	}
	w.runs = make([]*native.RunResult, len(w.cases))
	for _, patient := range []bool{false, true} {
		var jobs []*worker.RunJob
		for i, c := range w.cases {
			if !patient || w.misses(i) {
				job := &worker.RunJob{ID: uint32(i), Entry: c.fn.entry, Vector: c.vector, Patient: patient || w.pauses, Collect: w.collect, Pauses: w.pauses, Fresh: w.fresh, Repeat: repeat}
				if w.collect && c.fn.main().harm != nil { // it may use unsafe pointers
					job.Litter, job.Repeat = true, litterRuns
				}
				jobs = append(jobs, job)
			}
		}
		runs, _ := pool.Run(ctx, jobs)
		for k, r := range runs {
			if r != nil && (r.Result != nil || !patient) {
				w.runs[jobs[k].ID] = r
			}
		}
	}
}

// misses reports whether the run of a case missed a branch that it took before.
func (w *world) misses(i int) bool {
	c, r := w.cases[i], w.runs[i]
	return c.result != nil && r != nil && r.Result != nil && !containsAll(r.Result.Covered, c.result.Covered)
}

// concurrent reports whether a call of the function may run code of the package that starts goroutines or waits for one of
// several channels.
func (f *function) concurrent() bool { return f.unit.coder.Concurrent(f.main().cfg.Obj) }

// varies reports whether the runs of a case ended in different ways.
func (c *testCase) varies() bool {
	return c.result != nil && slices.ContainsFunc(c.result.Others, func(o worker.Observation) bool { return o.Outcome != c.result.Outcome })
}
