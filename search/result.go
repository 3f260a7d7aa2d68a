package search

import "nearmiss/input"

// Best is the best input of one mode.
type Best struct {
	Mode    Mode
	Fitness Fitness
	Vector  input.Vector // nil if the mode was not used
	At      uint64       // evaluations when it was found
}

// Result is how a search ended. It is complete whatever the status.
type Result struct {
	Seed        uint64
	Status      Status
	Evaluations uint64
	CacheHits   uint64 // not among Evaluations
	Restarts    uint64 // starts after the first
	Bests       []Best // of the modes that were used, in the order of modes
}

// Hit returns the best that reached the target, nil if none did.
func (r *Result) Hit() *Best {
	for i := range r.Bests {
		if r.Bests[i].Fitness.Reached() {
			return &r.Bests[i]
		}
	}
	return nil
}

// Best returns the best of a mode, nil if the mode was not used.
func (r *Result) Best(m Mode) *Best {
	for i := range r.Bests {
		if r.Bests[i].Mode == m {
			return &r.Bests[i]
		}
	}
	return nil
}

// Result sums up the search. Its vectors are copies.
func (g *Gate) Result() Result {
	r := Result{
		Seed: g.opt.Seed, Status: g.status, Evaluations: g.evaluations,
		CacheHits: g.hits, Restarts: g.restarts,
	}
	for _, b := range g.best {
		if b.Vector != nil {
			b.Vector = append(input.Vector{}, b.Vector...)
			r.Bests = append(r.Bests, b)
		}
	}
	return r
}
