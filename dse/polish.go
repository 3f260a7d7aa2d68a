package dse

import (
	"context"

	"nearmiss/input"
)

// A Polisher is a Program that can look for better inputs of a path that was taken.
type Polisher interface {
	Program

	// Rough reports whether another input may be nearer to a target, by place, than the
	// last run was, where that came nearest: it has evaluated the predicate and not taken
	// the target, and what the predicate relates depends on the input.
	Rough(target int) bool

	// Polish looks for an input that takes the same path to that evaluation, and is nearer
	// to the target there. Nothing is run. The target is rough.
	Polish(ctx context.Context, target int) (Polished, error)
}

// Polished is an input and how near it comes to the target, as Near has it.
type Polished struct {
	Input    input.Vector
	Distance float64
	Queries  int    // that it took
	Unknown  string // why there was no answer to the last; "" if all had one
}

// Questions that may be asked to polish runs: at first, and for each run.
const (
	polishFirst = 256
	polishEach  = 8
)

// polish looks for how near the path of a run comes to the goals whose predicates it
// evaluates. The fitness of Xie et al. 2009 (section 3) is that of a path, but what is
// measured is the one input that was run. Where the predicate contradicts the path, the
// solver still knows how near other inputs of it come: a word has all letters that the path
// lets it have, a sum is as near as the path's numbers go. So what a strategy compares is
// paths, not the luck of their inputs. Nothing is run for it, and flips start from the input
// that was run: one at the end of what a path allows is what the next guard rejects.
//
// It is done for strategies that ask for it, as the published ones go by what was measured.
// What there are no questions left for is counted.
func (s *Searcher) polish(r *Run) {
	if s.polisher == nil || !s.world.polishes {
		return
	}
	s.questions += polishEach
	goals := s.world.goals()
	for _, i := range r.nearby(s.world) {
		n := &r.Near[i]
		if !goals[i] || !n.Reached || n.Distance == 0 {
			continue
		}
		switch {
		case !s.polisher.Rough(int(i)):
			continue
		case s.questions <= 0, s.limit.Queries > 0 && s.res.Queries >= s.limit.Queries:
			s.res.Rough++
			continue
		}
		s.turn(none)
		got, err := s.polisher.Polish(s.ctx, int(i))
		s.questions -= got.Queries
		s.res.Queries += uint64(got.Queries)
		if got.Unknown != "" && s.ctx.Err() == nil {
			s.res.Unknown[got.Unknown]++
		}
		if err == nil && got.Distance < n.Distance {
			n.polished, n.least = true, got.Distance
		}
	}
}
