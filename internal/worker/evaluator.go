package worker

import (
	"math/bits"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// evaluator runs inputs for one search job and reads their fitness from the probes.
type evaluator struct {
	machine *machine
	job     *SearchJob
	entry   *probe.Entry // the function to run
	send    func(Message)

	targetBranches      []uint32                       // branch of the target; empty if there is none
	targets             [search.NumModes]*probe.Target // by mode; all nil if there is no target
	norm                probe.Norm                     // normalization of distances
	missedNodesFitness  float64                        // standard fitness of a run that met no critical node
	mode                search.Mode
	avoid               map[uint64][]input.Vector   // vectors that are never run, by their hashes
	runs                uint64                      // number of runs so far
	unbuilt             uint64                      // runs whose inputs could not be built
	cost                uint64                      // statements executed by all runs
	knownToParent       map[uint32]bool             // branches that the parent knows to be covered
	untakenStopBranches map[uint32]bool             // branches of SearchJob.StopBranches that no run of grade gradeReturns has taken yet; nil if StopBranches is empty
	corpus              []input.Vector              // inputs that took branches new to this job
	knownPanics         map[int]input.Setup         // by site: the best known setup of a panic there
	bestGrade           map[uint32]grade            // branches taken only by runs of a worse grade than gradeReturns → the best grade
	mayBeIllegal        bool                        // inputs may hold illegal values
	rearmed             [gradeIllegalPanics + 1]int // by grade: runs whose branches were armed again
	lastReturned        bool                        // the last run returned without a panic
	endless             input.Vector                // the simplest input whose run used up the fuel
	taken
}

// maxCorpus bounds the corpus. A full corpus loses its first half, the inputs that took the
// easiest branches.
const maxCorpus = 256

// newEvaluator prepares the probes for a job.
func newEvaluator(m *machine, job *SearchJob, send func(Message)) *evaluator {
	e := &evaluator{machine: m, job: job, entry: &m.entries[job.Entry], send: send}
	if job.Target.Branch != NoBranch && !job.Target.Boundary {
		e.targetBranches = []uint32{job.Target.Branch}
	}
	e.setTargets()
	e.initFields()
	e.SetMode(search.Standard)
	return e
}

// initFields initializes the fields that do not depend on the target's fitness.
func (e *evaluator) initFields() {
	e.norm = e.job.Norm
	e.mayBeIllegal = !e.job.Paper && e.job.Signature.MayBeIllegal()
	e.armProbes()
	e.taken = newTaken(e.job.Often)
	e.recordKnownPanics()
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
	if e.missedNodesFitness = missedNodesFitness(&t); t.Branch == NoBranch && t.Site == 0 {
		return
	}
	t.Last = e.job.Last
	for m := range e.targets {
		to := t
		to.Symbolic = search.Mode(m) == search.Symbolic
		e.targets[m] = &to
	}
}

// missedNodesFitness returns the standard fitness of a run that met no node of a target. It is
// worse than any divergence, because a level counts 1 and a distance less than 1.
func missedNodesFitness(t *Target) float64 {
	fitness := 2
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Away != 0 {
			fitness = max(fitness, n.Level+2)
		}
	}
	return float64(fitness)
}

// armProbes arms the probes of the branches to report: in paper mode the target only, else every
// branch that this job has not taken yet, so that the corpus also grows with branches that the
// parent already knows. The parent receives only branches that are not in SearchJob.Covered.
func (e *evaluator) armProbes() {
	if e.job.Paper {
		probe.DisarmAll()
		probe.Arm(e.targetBranches...)
		return
	}
	probe.ArmAll()
	e.knownToParent = map[uint32]bool{}
	for _, b := range e.job.Covered {
		e.knownToParent[b] = true
	}
	for _, b := range e.targetBranches {
		e.knownToParent[b] = false
	}
	for _, b := range e.job.StopBranches {
		if e.untakenStopBranches == nil {
			e.untakenStopBranches = map[uint32]bool{}
		}
		e.untakenStopBranches[b] = true
	}
}

// SetMode implements search.ModeSetter.
func (e *evaluator) SetMode(m search.Mode) {
	e.mode = m
	probe.SetTarget(e.targets[m])
}

// Evaluate implements search.Evaluator.
func (e *evaluator) Evaluate(vector input.Vector, fitnessOut *search.Fitness) {
	ended, ok := e.run(vector)
	if !ok {
		*fitnessOut = search.Worst()
		return
	}
	o := probe.Outcome()
	o.Hit = o.Hit && ended
	switch t := &e.job.Target; {
	case e.job.Limits.Legal && !e.isLegal(vector):
		*fitnessOut = search.Worst()
	case t.Site != 0 && e.setSiteFitness(vector, o, fitnessOut):
	case t.Boundary && o.Hit && !e.lastReturned:
		setBestMiss(fitnessOut)
	default:
		e.fitness(o, fitnessOut)
	}
}

// setBestMiss sets the best fitness of a run that misses the target.
func setBestMiss(f *search.Fitness) { f.Value, f.Level, f.N = bestMissValue, 0, 0 }

// run runs vector and reports new branches and panics. ok says that the probes observed the run.
// ended says that the run did not use up its fuel: no test can be made of a run without an
// end, and the branches that it took stay armed.
func (e *evaluator) run(vector input.Vector) (ended, ok bool) {
	e.runs++
	e.machine.shared.Count(e.runs)
	if e.avoid != nil && e.isAvoided(vector) {
		return false, false
	}
	end := e.machine.call(e.entry, vector, nil)
	if end == Unbuilt {
		e.unbuilt++
	}
	if e.machine.notReached {
		return false, false
	}
	e.cost += probe.Outcome().Cost
	ended, e.lastReturned = end != FuelOut && end != Goexit, end == Returned
	switch {
	case !ended:
		if probe.Arm(probe.Fresh()...); end == FuelOut && (e.endless == nil || Simplicity(vector) < Simplicity(e.endless)) {
			e.endless = slices.Clone(vector)
		}
	case probe.Interesting():
		e.recordFound(vector, e.newPanic(vector), end == Panicked || end == RuntimeError)
	case e.machine.site != noSite:
		if p := e.newPanic(vector); p != 0 {
			e.report(vector, nil, p, true)
		}
	}
	return ended, true
}

// Simplicity is the number of bits of the words of a vector and of their number, which is small for a simple one.
func Simplicity(v input.Vector) (n int) {
	for _, w := range v {
		n += 1 + min(bits.Len64(w), bits.Len64(-w))
	}
	return n
}

// Corpus lists inputs that took a branch that no earlier input had taken.
func (e *evaluator) Corpus() []input.Vector { return e.corpus }

// shouldStop reports whether the search must end: runs of grade gradeReturns have taken all
// branches of SearchJob.StopBranches, too many calls were lost, a run was endless and that is asked for, or the parent asks
// for the end and at least one input was run.
func (e *evaluator) shouldStop() bool {
	return e.untakenStopBranches != nil && len(e.untakenStopBranches) == 0 || e.machine.lostCalls >= maxLostCalls || e.job.Endless && e.endless != nil || e.runs > 0 && e.machine.shared.Stop()
}

func (e *evaluator) isAvoided(v input.Vector) bool {
	return slices.ContainsFunc(e.avoid[search.Hash(v)], func(a input.Vector) bool { return slices.Equal(a, v) })
}

// isLegal reports whether the values in an input are legal.
func (e *evaluator) isLegal(v input.Vector) bool {
	return !e.mayBeIllegal || input.Legal(e.job.Signature, v)
}

// A grade ranks inputs as test cases, the best grade first.
type grade uint8

const (
	gradeReturns        grade = iota
	gradePanics               // the run panics
	gradeIllegalReturns       // a value in the input is not known to be legal
	gradeIllegalPanics
)

// recordFound keeps an input that took branches for the first time in this job, and sends it at
// once if they are new to the parent.
//
// The branches of a run that panicked, or whose input is not legal, are armed again: a later
// run of a better grade makes a better test of them.
func (e *evaluator) recordFound(vector input.Vector, known Panic, panicked bool) {
	fresh, g := probe.Fresh(), gradeReturns
	if !e.job.Paper {
		fresh = e.count(fresh)
	}
	if panicked = panicked && !e.job.Paper; panicked {
		g = gradePanics
	}
	if !e.isLegal(vector) {
		g += gradeIllegalReturns
	}
	switch {
	case g > gradeReturns:
		fresh = e.rearm(fresh, g)
	case !e.job.Paper:
		e.await(fresh)
	}
	if !e.job.Paper && len(fresh) > 0 {
		if len(e.corpus) == maxCorpus {
			e.corpus = append(e.corpus[:0], e.corpus[maxCorpus/2:]...)
		}
		e.corpus = append(e.corpus, slices.Clone(vector))
	}
	var branches []uint32
	for _, b := range fresh {
		if g == gradeReturns {
			delete(e.untakenStopBranches, b)
		}
		if !e.knownToParent[b] {
			branches = append(branches, b)
		}
	}
	if len(branches) > 0 || known != 0 {
		e.report(vector, branches, known, panicked)
	}
}

// maxRearmed bounds the runs of each grade in one job whose branches are armed again.
const maxRearmed = 1_000

// rearm arms the branches of a run of grade g once more, unless the parent knows them, and
// returns the branches for which g is the best grade so far.
func (e *evaluator) rearm(branches []uint32, g grade) []uint32 {
	var improved, unknown []uint32
	for _, b := range branches {
		if !e.knownToParent[b] {
			unknown = append(unknown, b)
		}
		if old, ok := e.bestGrade[b]; !ok || g < old {
			e.bestGrade[b] = g
			improved = append(improved, b)
		}
	}
	if e.rearmed[g] < maxRearmed && len(unknown) > 0 {
		e.rearmed[g]++
		probe.Arm(unknown...)
	}
	return improved
}

// report sends the parent new branches and a new panic.
func (e *evaluator) report(v input.Vector, branches []uint32, p Panic, panicked bool) {
	slices.Sort(branches)
	e.send(&Found{Job: e.job.ID, Evaluations: e.runs, Vector: v, Branches: branches, Panic: p, Panicked: panicked})
}

// fitness computes a fitness from the probes' outcome. It writes only the first fitnessOut.N exact
// distances; the others keep their old values and are not read.
func (e *evaluator) fitness(result *probe.Result, fitnessOut *search.Fitness) {
	fitnessOut.Level, fitnessOut.N = 0, 0
	switch {
	case result.Hit:
		fitnessOut.Value = 0
	case e.mode == search.Symbolic && result.Visited:
		fitnessOut.Value = result.Value.Value
		fitnessOut.Level = result.Value.Level
		fitnessOut.N = min(result.Value.N, search.MaxExact)
		copy(fitnessOut.Exact[:fitnessOut.N], result.Value.Exact[:fitnessOut.N])
		if fitnessOut.Value == 0 {
			// Every clause holds, but the branch was not taken: the approximation left out a
			// condition.
			fitnessOut.Value = bestMissValue
		}
	case e.mode == search.Symbolic:
		fitnessOut.Value = unvisitedValue
	case result.Diverged:
		fitnessOut.Value = e.standardFitness(float64(result.Level), result.Published())
		fitnessOut.Level = result.Level
		fitnessOut.N = 1
		fitnessOut.Exact[0] = result.Exact
	default:
		fitnessOut.Value = e.standardFitness(e.missedNodesFitness, 0)
	}
}

// standardFitness adds a distance to its approach level. With NormRaw a level is scaled so that it
// still counts more than any distance.
func (e *evaluator) standardFitness(level, distance float64) float64 {
	if e.norm == probe.NormRaw {
		return level*(1<<64) + min(distance, 1<<63)
	}
	return level + e.norm.Of(distance)
}

const (
	bestMissValue  = 1e-300 // better than any distance, but not a hit
	unvisitedValue = 1e300  // symbolic fitness of a run that met no critical node
)
