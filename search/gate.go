package search

import "nearmiss/input"

// Evaluator runs one input and measures its fitness.
type Evaluator interface {
	// Evaluate runs v and sets all fields of *f. In one mode, the same v
	// gives the same fitness. Evaluate must not change or keep v. A call that ends the search
	// (Gate.Finish) does not count, and *f is not read.
	Evaluate(v input.Vector, f *Fitness)
}

// ModeSetter is an Evaluator with several fitness functions.
type ModeSetter interface {
	SetMode(Mode)
}

// GateOptions are the limits of one search. The zero value has no limits and no cache.
type GateOptions struct {
	Seed          uint64      // of the search's generator, only copied to Result
	Evaluations   uint64      // budget; 0 for no limit
	Lexicographic bool        // exact distances break ties
	Stop          func() bool // called before every evaluation; true ends the search; may be nil
	Cache         int         // entries, rounded up to a power of two; 0 for no cache
}

// Gate gives a search access to its evaluator, counts evaluations and ends the search.
type Gate struct {
	eval   Evaluator
	opt    GateOptions
	cache  *cache
	mode   Mode
	status Status

	evaluations uint64
	cacheHits   uint64 // evaluations answered by the cache
	restarts    uint64 // starts after the first
	idleHits    uint64 // cache hits since the last run of an input
	best        [NumModes]Best
}

// NewGate returns a gate to e in mode Standard.
func NewGate(e Evaluator, o GateOptions) *Gate {
	g := &Gate{eval: e, opt: o}
	if o.Cache > 0 {
		g.cache = newCache(o.Cache)
	}
	for i := range g.best {
		g.best[i].Mode = Mode(i)
		g.best[i].Fitness = Worst()
	}
	return g
}

// SetMode changes the fitness function. Fitness of different modes is never compared. An
// evaluator that is no ModeSetter keeps its only fitness function.
func (g *Gate) SetMode(m Mode) {
	g.mode = m
	if s, ok := g.eval.(ModeSetter); ok {
		s.SetMode(m)
	}
}

// Mode returns the fitness function in use.
func (g *Gate) Mode() Mode { return g.mode }

// Evaluate sets *fitness to the fitness of vector. It returns false when the search is over;
// *fitness is then the fitness of vector if vector was run, else Worst.
func (g *Gate) Evaluate(vector input.Vector, fitness *Fitness) bool {
	if g.status != Running {
		*fitness = Worst()
		return false
	}
	var hash uint64
	if g.cache != nil {
		hash = Hash(vector)
		if g.cache.get(hash, vector, g.mode, fitness) {
			return g.countHit()
		}
	}
	if !g.run(vector, fitness) {
		return false
	}
	if g.cache != nil {
		g.cache.put(hash, vector, g.mode, fitness)
	}
	return g.record(vector, fitness)
}

func (g *Gate) run(v input.Vector, f *Fitness) bool {
	if g.opt.Stop != nil && g.opt.Stop() {
		g.status = Stopped
		*f = Worst()
		return false
	}
	g.eval.Evaluate(v, f)
	if g.status != Running {
		*f = Worst()
		return false
	}
	f.Sanitize()
	g.evaluations++
	g.idleHits = 0
	return true
}

// record updates the best input and the status after an evaluation.
func (g *Gate) record(v input.Vector, f *Fitness) bool {
	b := &g.best[g.mode]
	if b.Vector == nil || f.Less(&b.Fitness, g.opt.Lexicographic) {
		b.Fitness = *f
		b.Vector = append(b.Vector[:0], v...)
		if b.Vector == nil {
			b.Vector = input.Vector{}
		}
		b.FoundAt = g.evaluations
	}
	if f.Reached() {
		g.status = Found
		return false
	}
	if g.opt.Evaluations > 0 && g.evaluations >= g.opt.Evaluations {
		g.status = Budget
	}
	return g.status == Running
}

// countHit counts a cache hit. After a series of hits much longer than the cache has entries,
// it ends the search: there is no new input left to try.
func (g *Gate) countHit() bool {
	g.cacheHits++
	g.idleHits++
	if g.idleHits > uint64(16*len(g.cache.slots))+1024 {
		g.status = Exhausted
	}
	return g.status == Running
}

// Less reports whether f is better than h in the order of this search.
func (g *Gate) Less(f, h *Fitness) bool { return f.Less(h, g.opt.Lexicographic) }

// Over reports whether the search has ended.
func (g *Gate) Over() bool { return g.status != Running }

// Finish ends a running search with the reason s.
func (g *Gate) Finish(s Status) {
	if g.status == Running {
		g.status = s
	}
}

// Restart counts a restart.
func (g *Gate) Restart() { g.restarts++ }

// Evaluations returns the number of runs of inputs, without cache hits.
func (g *Gate) Evaluations() uint64 { return g.evaluations }

// Best returns the best input of a mode so far. Its vector belongs to the gate, and is nil if
// the mode was never used.
func (g *Gate) Best(m Mode) *Best { return &g.best[m] }
