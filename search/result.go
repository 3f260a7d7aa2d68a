package search

import "nearmiss/input"

// Best is the best input of one mode.
type Best struct {
	Mode    Mode
	Fitness Fitness
	Vector  input.Vector // nil if the mode was not used
	FoundAt uint64       // number of evaluations until the input was found
}

// Result is the result of a search. It is valid for each status.
type Result struct {
	Seed        uint64 // of the generator
	Status      Status
	Evaluations uint64 // runs of inputs
	CacheHits   uint64 // not included in Evaluations
	Restarts    uint64 // starts after the first
	Bests       []Best // best input of each used mode, in the order of modes
}

// Hit returns a best input that reached the target, nil if none did.
func (r *Result) Hit() *Best {
	for i := range r.Bests {
		if r.Bests[i].Fitness.Reached() {
			return &r.Bests[i]
		}
	}
	return nil
}

// Best returns the best input of a mode, nil if the mode was not used.
func (r *Result) Best(m Mode) *Best {
	for i := range r.Bests {
		if r.Bests[i].Mode == m {
			return &r.Bests[i]
		}
	}
	return nil
}

// Result returns the result of the search so far. Its vectors are copies.
func (g *Gate) Result() Result {
	r := Result{
		Seed: g.opt.Seed, Status: g.status, Evaluations: g.evaluations,
		CacheHits: g.cacheHits, Restarts: g.restarts,
	}
	for _, b := range g.best {
		if b.Vector != nil {
			b.Vector = append(input.Vector{}, b.Vector...)
			r.Bests = append(r.Bests, b)
		}
	}
	return r
}
