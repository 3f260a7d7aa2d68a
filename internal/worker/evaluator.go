package worker

import (
	"slices"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// evaluator runs inputs for one search job and reads their fitness from the probes.
type evaluator struct {
	machine *machine
	job     *SearchJob
	entry   *probe.Entry
	send    func(Message)

	goals    []uint32                       // the branch of the target
	target   [search.NumModes]*probe.Target // by mode; all nil if there is no target
	norm     probe.Norm
	beyond   float64 // standard fitness of a run that met no critical node
	mode     search.Mode
	avoid    map[uint64][]input.Vector
	runs     uint64
	unbuilt  uint64 // runs whose inputs could not be built
	cost     uint64
	known    map[uint32]bool        // branches that the parent need not be told of
	missing  map[uint32]bool        // branches of SearchJob.Enough that no run of grade returns has taken yet; nil if Enough is empty
	corpus   []input.Vector         // inputs that took branches new to this job
	panics   map[int]input.Setup    // by site: the best known setup of a panic there
	weak     map[uint32]grade       // branches taken only by runs of a worse grade than returns → the best grade
	lawless  bool                   // inputs may hold illegal values
	rearmed  [illegalPanics + 1]int // by grade: runs whose branches were armed again
	returned bool                   // the last run returned
}

// maxCorpus bounds the corpus. A full corpus loses its first half, the inputs that took the
// easiest branches.
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

// prepare initializes the fields that do not depend on the target's fitness.
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

// beyond returns the standard fitness of a run that met no node of a target. It is worse than
// any divergence, because a level counts 1 and a distance less than 1.
func beyond(t *Target) float64 {
	far := 2
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Away != 0 {
			far = max(far, n.Level+2)
		}
	}
	return float64(far)
}

// arm arms the probes of the branches to report: in paper mode the target only, else every
// branch that this job has not taken yet, so that the corpus also grows with branches that the
// parent already knows. The parent receives only branches that are not in SearchJob.Covered.
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

// almost sets the best fitness of a run that misses the target.
func almost(f *search.Fitness) { f.Value, f.Level, f.N = tiny, 0, 0 }

// run runs v and reports new branches and panics. ok says that the probes observed the run.
// ended says that the run did not use up its fuel: no test can be made of a run without an
// end, and the branches that it took stay armed.
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

// Corpus lists inputs that took a branch that no earlier input had taken.
func (e *evaluator) Corpus() []input.Vector { return e.corpus }

// stop reports whether the search must end: runs of grade returns have taken all branches of
// SearchJob.Enough, too many calls were lost, or the parent asks for the end and at least one
// input was run.
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

// A grade ranks inputs as test cases, the best grade first.
type grade uint8

const (
	returns        grade = iota
	panics               // the run panics
	illegalReturns       // a value in the input is not known to be legal
	illegalPanics
)

// found keeps an input that took branches for the first time in this job, and sends it at once
// if they are new to the parent.
//
// The branches of a run that panicked, or whose input is not legal, are armed again: a later
// run of a better grade makes a better test of them.
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

// mostAgain bounds the runs of each grade in one job whose branches are armed again.
const mostAgain = 1_000

// again arms the branches of a run of grade g once more, unless the parent knows them, and
// returns the branches for which g is the best grade so far.
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

// tell sends the parent new branches and a new panic.
func (e *evaluator) tell(v input.Vector, branches []uint32, p Panic, panicked bool) {
	slices.Sort(branches)
	e.send(&Found{Job: e.job.ID, Evaluations: e.runs, Vector: v, Branches: branches, Panic: p, Panicked: panicked})
}

// fitness computes a fitness from the probes' outcome. It writes only the first f.N exact
// distances; the others keep their old values and are not read.
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
			// Every clause holds, but the branch was not taken: the approximation left out a
			// condition.
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

// standard adds a distance to its approach level. With NormRaw a level is scaled so that it
// still counts more than any distance.
func (e *evaluator) standard(level, distance float64) float64 {
	if e.norm == probe.NormRaw {
		return level*(1<<64) + min(distance, 1<<63)
	}
	return level + e.norm.Of(distance)
}

const (
	tiny      = 1e-300 // better than any distance, but not a hit
	unvisited = 1e300  // symbolic fitness of a run that met no critical node
)
