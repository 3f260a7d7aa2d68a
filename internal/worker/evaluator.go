package worker

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// evaluator runs inputs for one search job and reads their fitness from the
// probes.
type evaluator struct {
	machine *machine
	job     *SearchJob
	entry   *probe.Entry
	send    func(Message)

	goals    []uint32                       // branches of the targets
	target   [search.NumModes]*probe.Target // nil as a whole if there is no target
	norm     probe.Norm
	beyond   float64 // standard fitness of a run that met no critical node
	mode     search.Mode
	avoid    map[uint64][]input.Vector
	runs     uint64
	unbuilt  uint64 // of these, inputs that could not be made
	cost     uint64
	known    map[uint32]bool        // branches that are no news to the parent
	missing  map[uint32]bool        // of what is enough; nil: nothing is
	corpus   []input.Vector         // inputs that took branches new to this job
	panics   map[int]input.Setup    // by site: the best setup known of a panic there
	weak     map[uint32]grade       // branches that runs took, none of which is as good as it can be
	lawless  bool                   // inputs may hold values that are not legal
	rearmed  [illegalPanics + 1]int // runs of each grade that made branches news again
	returned bool                   // the last run did
}

// maxCorpus bounds the corpus; its first vectors are the easy ones, and they
// are the ones that go.
const maxCorpus = 256

// newEvaluator prepares the probes for a job.
func newEvaluator(m *machine, job *SearchJob, send func(Message)) *evaluator {
	e := &evaluator{machine: m, job: job, entry: &m.entries[job.Entry], send: send}
	if job.Target.Branch != NoBranch && !job.Target.Boundary {
		e.goals = []uint32{job.Target.Branch}
	}
	e.setTargets()
	e.prepare()
	e.SetMode(search.Standard)
	return e
}

// prepare does what does not depend on the target's fitness.
func (e *evaluator) prepare() {
	e.norm = e.job.Norm
	e.lawless = !e.job.Paper && e.job.Signature.Lawless()
	e.arm()
	e.know()
	for _, v := range e.job.Avoid {
		if e.avoid == nil {
			e.avoid = map[uint64][]input.Vector{}
		}
		h := search.Hash(v)
		e.avoid[h] = append(e.avoid[h], v)
	}
}

// setTargets makes a target for each mode.
func (e *evaluator) setTargets() {
	t := e.job.Target
	if e.beyond = beyond(&t); t.Branch == NoBranch && t.Site == 0 {
		return
	}
	t.Last = e.job.Last
	for m := range e.target {
		to := t
		to.Symbolic = search.Mode(m) == search.Symbolic
		e.target[m] = &to
	}
}

// beyond is the standard fitness of a run that met no node of a target: worse than any
// divergence, since a level is worth 1 and a distance less.
func beyond(t *Target) float64 {
	far := 2
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Away != 0 {
			far = max(far, n.Level+2)
		}
	}
	return float64(far)
}

// arm decides what is news. In paper mode that are the targets alone. Else it
// is every branch that this job has not seen yet, so that the corpus grows
// even where the parent has been before; the parent hears of what it wants.
func (e *evaluator) arm() {
	if e.job.Paper {
		probe.DisarmAll()
		probe.Arm(e.goals...)
		return
	}
	probe.ArmAll()
	e.known = map[uint32]bool{}
	for _, b := range e.job.Covered {
		e.known[b] = true
	}
	for _, b := range e.goals {
		e.known[b] = false
	}
	for _, b := range e.job.Enough {
		if e.missing == nil {
			e.missing = map[uint32]bool{}
		}
		e.missing[b] = true
	}
}

// SetMode implements search.ModeSetter.
func (e *evaluator) SetMode(m search.Mode) {
	e.mode = m
	probe.SetTarget(e.target[m])
}

// Evaluate implements search.Evaluator.
func (e *evaluator) Evaluate(v input.Vector, f *search.Fitness) {
	ended, ok := e.run(v)
	if !ok {
		*f = search.Worst()
		return
	}
	o := probe.Outcome()
	o.Hit = o.Hit && ended
	switch t := &e.job.Target; {
	case e.job.Limits.Legal && !e.isLegal(v):
		*f = search.Worst()
	case t.Site != 0 && e.toSite(v, o, f):
	case t.Boundary && o.Hit && !e.returned:
		almost(f)
	default:
		e.fitness(o, e.beyond, f)
	}
}

// almost is the fitness of a run that is as near as it gets without being what is asked for.
func almost(f *search.Fitness) { f.Value, f.Level, f.N = tiny, 0, 0 }

// run runs v and takes down what is news. ok says that the probes know
// something of the run, ended that it had fuel enough: no test can be made of
// a run without an end, and what it took is still to be found.
func (e *evaluator) run(v input.Vector) (ended, ok bool) {
	e.runs++
	e.machine.shared.Count(e.runs)
	if e.avoid != nil && e.avoided(v) {
		return false, false
	}
	end := e.machine.call(e.entry, v, nil)
	if end == Unbuilt {
		e.unbuilt++
	}
	if e.machine.blind {
		return false, false
	}
	e.cost += probe.Outcome().Cost
	ended, e.returned = end != FuelOut && end != Goexit, end == Returned
	switch {
	case !ended:
		probe.Arm(probe.Fresh()...)
	case probe.Interesting():
		e.found(v, e.panicked(v), end == Panicked || end == RuntimeError)
	case e.machine.site != noSite:
		if p := e.panicked(v); p != 0 {
			e.tell(v, nil, p, true)
		}
	}
	return ended, true
}

// Corpus lists inputs that took a branch which those before them had not.
func (e *evaluator) Corpus() []input.Vector { return e.corpus }

// stop reports whether the search is to end: the parent says so, once an input was run, or
// all that it was for has been taken.
func (e *evaluator) stop() bool {
	return e.missing != nil && len(e.missing) == 0 || e.machine.lost >= mostLost || e.runs > 0 && e.machine.shared.Stop()
}

func (e *evaluator) avoided(v input.Vector) bool {
	return slices.ContainsFunc(e.avoid[search.Hash(v)], func(a input.Vector) bool { return slices.Equal(a, v) })
}

// isLegal reports whether the values in an input are legal.
func (e *evaluator) isLegal(v input.Vector) bool {
	return !e.lawless || input.Legal(e.job.Signature, v)
}

// A grade says how good a test an input makes, the best ones first.
type grade uint8

const (
	returns        grade = iota
	panics               // the run does
	illegalReturns       // a value in the input is not known to be legal
	illegalPanics
)

// found keeps an input that took branches for the first time, and tells the
// parent at once if they are news there too.
//
// A branch that a run took which panicked, or whose input is not legal, is news once more
// when a better one takes it: that one makes the better test.
func (e *evaluator) found(v input.Vector, p Panic, panicked bool) {
	fresh, g := probe.Fresh(), returns
	if panicked = panicked && !e.job.Paper; panicked {
		g = panics
	}
	if !e.isLegal(v) {
		g += illegalReturns
	}
	if g > returns {
		fresh = e.again(fresh, g)
	}
	if !e.job.Paper && len(fresh) > 0 {
		if len(e.corpus) == maxCorpus {
			e.corpus = append(e.corpus[:0], e.corpus[maxCorpus/2:]...)
		}
		e.corpus = append(e.corpus, slices.Clone(v))
	}
	var branches []uint32
	for _, b := range fresh {
		if g == returns {
			delete(e.missing, b)
		}
		if !e.known[b] {
			branches = append(branches, b)
		}
	}
	if len(branches) > 0 || p != 0 {
		e.tell(v, branches, p, panicked)
	}
}

// mostAgain bounds the runs of each grade of a job that make branches news again.
const mostAgain = 1_000

// again makes the branches of a run of some grade news again, unless the
// parent knows them, and returns those that are news as they are.
func (e *evaluator) again(branches []uint32, g grade) []uint32 {
	var news, more []uint32
	for _, b := range branches {
		if !e.known[b] {
			more = append(more, b)
		}
		if old, ok := e.weak[b]; !ok || g < old {
			e.weak[b] = g
			news = append(news, b)
		}
	}
	if e.rearmed[g] < mostAgain && len(more) > 0 {
		e.rearmed[g]++
		probe.Arm(more...)
	}
	return news
}

// tell tells the parent of what is news.
func (e *evaluator) tell(v input.Vector, branches []uint32, p Panic, panicked bool) {
	slices.Sort(branches)
	e.send(&Found{Job: e.job.ID, Evaluations: e.runs, Vector: v, Branches: branches, Panic: p, Panicked: panicked})
}

// fitness translates what the probes saw. Only the clauses that count are
// written; those behind them stay from the run before, and nobody looks.
func (e *evaluator) fitness(o *probe.Result, beyond float64, f *search.Fitness) {
	f.Level, f.N = 0, 0
	switch {
	case o.Hit:
		f.Value = 0
	case e.mode == search.Symbolic && o.Visited:
		f.Value = o.Value.Value
		f.Level = o.Value.Level
		f.N = min(o.Value.N, search.MaxExact)
		copy(f.Exact[:f.N], o.Value.Exact[:f.N])
		if f.Value == 0 {
			// Every clause holds and yet the branch was not taken: what
			// the approximation left out is in the way.
			f.Value = tiny
		}
	case e.mode == search.Symbolic:
		f.Value = unvisited
	case o.Diverged:
		f.Value = e.standard(float64(o.Level), o.Published())
		f.Level = o.Level
		f.N = 1
		f.Exact[0] = o.Exact
	default:
		f.Value = e.standard(beyond, 0)
	}
}

// standard adds a distance to its approach level. Without a normalization a level is worth
// more than any distance all the same.
func (e *evaluator) standard(level, distance float64) float64 {
	if e.norm == probe.NormRaw {
		return level*(1<<64) + min(distance, 1<<63)
	}
	return level + e.norm.Of(distance)
}

const (
	tiny      = 1e-300 // better than any distance, and not there
	unvisited = 1e300  // symbolic fitness of a run that met no critical node
)
