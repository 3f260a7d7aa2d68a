package worker

import (
	"math/rand/v2"
	"slices"

	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/internal/asked"
	"nearmiss/internal/moment"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// cacheEntries is the number of vectors that the cache of a search holds. A local search
// repeats its last few dozen vectors, and a small table stays in the processor's cache.
const cacheEntries = 1 << 10

// search executes a SearchJob.
func (w *worker) search(job *SearchJob) {
	w.machine.startJob(job.ID)
	defer w.limitFuel(job.Fuel)()
	e := newEvaluator(&w.machine, job, w.send)
	r := e.search()
	probe.SetTarget(nil)
	probe.CountTaken(false)
	m := &SearchResult{
		Job: job.ID, Status: r.Status, Seed: r.Seed, Evaluations: r.Evaluations, Unbuilt: e.unbuilt,
		CacheHits: r.CacheHits, Restarts: r.Restarts, Cost: e.cost, GoroutinePanics: w.machine.goroutinePanics, Endless: e.endless,
	}
	m.Once, m.Again = e.lists()
	for _, b := range r.Bests {
		m.Bests = append(m.Bests, Best{Mode: b.Mode, Fitness: b.Fitness, Vector: b.Vector})
	}
	if hit := r.Hit(); hit != nil {
		slices.SortStableFunc(m.Bests, func(a, b Best) int { return hitRank(&a) - hitRank(&b) })
	}
	w.send(m)
}

// limitFuel limits the fuel of runs to that of a job. restore sets the worker's fuel again.
func (w *worker) limitFuel(fuel uint64) (restore func()) {
	if fuel > 0 && (w.fuel == 0 || fuel < w.fuel) {
		probe.SetFuel(fuel)
	}
	return func() { probe.SetFuel(w.fuel) }
}

// hitRank orders a hit before all other results.
func hitRank(b *Best) int {
	if b.Fitness.Reached() {
		return 0
	}
	return 1
}

// search runs the algorithm of the job.
func (e *evaluator) search() search.Result {
	job := e.job
	space := input.NewSpace(job.Signature, job.Limits)
	space.Paper = job.Paper
	o := search.GateOptions{
		Seed: job.Seed, Evaluations: job.Evaluations,
		Lexicographic: job.Lexicographic, Stop: e.shouldStop, Cache: cacheEntries,
	}
	if job.Paper {
		o.Cache = 0
	} else {
		space.Seeds = job.Seeds
	}
	gate := search.NewGate(e, o)
	rng := rand.New(rand.NewPCG(job.Seed, 0x6e6561726d697373))
	switch job.Algorithm {
	case Auto:
		if job.Target.Branch == NoBranch && job.Target.Site == 0 {
			var f search.Fitness
			for _, v := range job.Starts {
				gate.Evaluate(v, &f)
			}
			return search.Explore(gate, space, e.Corpus, rng)
		}
	default:
		run := search.LookupOneByOne(job.Algorithm)
		return run(gate, &search.Problem{Space: space, Rand: rng, Seed: job.Seed, Evaluations: job.Evaluations, Modes: job.Modes, Starts: job.Starts})
	}
	return avm.Search(gate, space, rng, avm.Options{Modes: job.Modes, Starts: job.Starts, Local: avm.Lattice, Extended: true})
}

// run executes a RunJob.
func (w *worker) run(job *RunJob) {
	w.machine.startJob(job.ID)
	w.machine.shared.Count(1)
	w.machine.joiner.setPatient(job.Patient)
	defer w.machine.joiner.setPatient(false)
	if job.Pauses {
		probe.Pause(mostPauses)
		defer probe.Pause(0)
	}
	w.machine.fresh = job.Fresh
	defer func() { w.machine.fresh = false }()
	asked.Take()
	w.machine.started, w.machine.joiner.countsStarts = false, true
	defer func() { w.machine.joiner.countsStarts = false }()
	m := w.observe(job.Entry, job.Vector)
	m.Job, m.Evaluations = job.ID, 1
	w.repeat(job, m)
	m.EnvRead, m.LeftStacks, m.LeftTimers, m.Starts = asked.Take(), w.machine.joiner.leftStacks, w.machine.joiner.timers.left(), w.machine.started
	w.send(m)
}

// observe runs a vector and records every part of its outcome.
func (w *worker) observe(entry int, v input.Vector) *RunResult {
	probe.ArmAll()
	out := new(probe.Genes) // a call that is given up may still write to it
	result := &RunResult{Vector: v}
	lostBefore := w.machine.lostCalls
	result.Outcome = w.callOnRunner(&w.machine.entries[entry], v, out)
	result.Moments = append([]int64(nil), probe.Moments()...)
	if !w.machine.notReached {
		result.Covered = slices.Clone(probe.Fresh())
		slices.Sort(result.Covered)
		result.Cost = probe.Outcome().Cost
		result.LeftGoroutines = uint32(max(w.machine.joiner.numLeft, 0))
	}
	if w.machine.lostCalls == lostBefore {
		result.Out = out.Words
	}
	switch result.Outcome {
	case FuelOut, Unbuilt:
	case GoroutinePanicked:
		result.Out, result.Text = nil, w.machine.goroutinePanicText
	default:
		result.Text, result.GoType = w.machine.describe()
		result.Site = uint32(w.machine.site + 1)
	}
	return result
}

// callOnRunner calls an entry on the runner, so that a call that ends its goroutine does not end the
// job's.
func (w *worker) callOnRunner(e *probe.Entry, v input.Vector, out *probe.Genes) Outcome {
	m := &w.machine
	before := m.onRunner
	m.onRunner = true
	defer func() { m.onRunner = before }()
	return m.call(e, v, out)
}

// maxOrderTries bounds the runs of an input before the worker concludes that the input does not
// take the branches to keep. Only inputs with several entries in a map are run more than once: the
// order of a map differs between runs. After them, shrink starts from the input with one entry in each map.
const maxOrderTries = 16

// shrink executes a ShrinkJob.
func (w *worker) shrink(job *ShrinkJob) {
	m, entry := &w.machine, &w.machine.entries[job.Entry]
	m.startJob(job.ID)
	keep := slices.Clone(job.Keep)
	slices.Sort(keep)
	keep = slices.Compact(keep)
	if c := job.Boundary; c > 0 {
		probe.SetTarget(&probe.Target{
			Branch: 2 * (c - 1), Boundary: true,
			Nodes: []probe.Node{{Cond: c - 1, Away: probe.AwayFalse | probe.AwayTrue}},
		})
		defer probe.SetTarget(nil)
	}
	var runs uint64
	space, legal := input.NewSpace(job.Signature, job.Limits), input.Legal(job.Signature, job.Vector)
	j := newJudge(job)
	runOnce := func(v input.Vector) (Outcome, bool) {
		probe.DisarmAll()
		probe.Arm(keep...)
		out := j.record()
		o := m.call(entry, v, out)
		return o, !m.notReached && (job.Now == 0 || !moment.AnyNear(probe.Moments(), job.Now)) && len(probe.Fresh()) == len(keep) && panicsAtSite(job, m.site, v) &&
			(job.Boundary == 0 || probe.Outcome().Hit) && j.accepts(o, v, out)
	}
	unordered := space.Unordered(job.Vector) // if false, every smaller input is ordered too
	takesBranches := func(v input.Vector) (o Outcome, ok bool) {
		o, ok = runOnce(v)
		if ok || !unordered || !space.Unordered(v) {
			return o, ok
		}
		for tries := 1; !ok && tries < maxOrderTries; tries++ {
			o, ok = runOnce(v)
		}
		return o, ok
	}
	starts := []input.Vector{job.Vector}
	if unordered {
		starts = append(starts, space.Ordered(job.Vector)...)
	}
	best := job.Vector
	for _, start := range starts {
		if legal && !input.Legal(job.Signature, start) {
			continue
		}
		runs++
		outcome, ok := takesBranches(start)
		if !ok {
			continue
		}
		isAllowed := func(v input.Vector) bool {
			if job.Diversify && runs >= job.Evaluations {
				return false
			}
			runs++
			m.shared.Count(runs)
			return !m.shared.Stop() && !slices.ContainsFunc(job.Avoid, func(a []uint64) bool { return slices.Equal(a, v) }) &&
				(job.Now == 0 || len(moment.Dependent(space, v, job.Now)) == 0) && (!legal || input.Legal(job.Signature, v))
		}
		ends := func(v input.Vector) bool { // as start does
			o, ok := takesBranches(v)
			return ok && o == outcome
		}
		best = start
		j.setLeast(space.Unordered(start))
		if !job.Diversify {
			best, _ = search.Shrink(space, best, job.Evaluations, func(v input.Vector) bool { return isAllowed(v) && ends(v) })
			break
		}
		if j.lacksCalls() {
			calls := func(v input.Vector) bool { return !space.Unordered(v) && isAllowed(v) && ends(v) && j.hasCalls() }
			if v, ok := vary(space, best, job.Evaluations/2, calls); ok {
				j.setLeast(space.Unordered(v))
				best, _ = search.Shrink(space, v, job.Evaluations/4, func(v input.Vector) bool { return isAllowed(v) && ends(v) })
				runs++
				ends(best)
				j.setLeast(space.Unordered(best))
			}
		}
		if j.diversifies() {
			best, _ = search.Diversify(space, best, job.Evaluations, func(v input.Vector) bool {
				return isAllowed(v) && ends(v) && j.advances(func() bool {
					runs++
					return ends(v)
				})
			})
		}
		break
	}
	r := w.observe(job.Entry, best)
	r.Job, r.Evaluations = job.ID, runs+1
	w.send(r)
}

// panicsAtSite reports whether the run of v panicked at the site of the panic that the job reproduces,
// with an input.Setup no worse than that of the job. It is true if the job reproduces no panic.
func panicsAtSite(job *ShrinkJob, site int, v input.Vector) bool {
	return job.Panic == 0 || site == job.Panic.Site() && input.SetupOf(job.Signature, v) <= job.Panic.Setup()
}
