package cover

import (
	"cmp"
	"maps"
	"slices"

	"nearmiss/internal/report"
)

// mostReasons is how many reasons for which the executor did not get on are
// told of a package, the most frequent ones.
const mostReasons = 3

// symbolic is what the report says of the errands of a function, nil if there
// were none.
func (h *hybrid) symbolic(f *function) *report.Symbolic {
	if h == nil {
		return nil
	}
	var out *report.Symbolic
	for _, v := range f.all() {
		if x := h.explorers[v]; x != nil && x.errands > 0 {
			if out == nil {
				out = &report.Symbolic{}
			}
			out.Add(x.symbolic())
		}
	}
	return out
}

func (x *explorer) symbolic() *report.Symbolic {
	out := &report.Symbolic{Runs: int64(x.spent.runs), Queries: int64(x.spent.queries), Covered: x.solved, Infeasible: x.proofs}
	for _, n := range x.odd {
		out.NotModelled += int64(n)
	}
	for _, n := range x.unknown {
		out.Unknown += int64(n)
	}
	out.Diverged = int64(x.diverged)
	for _, t := range x.trees {
		if t.result != nil {
			out.Diverged += int64(t.result.Diverged)
			for _, n := range t.result.Unknown {
				out.Unknown += int64(n)
			}
		}
	}
	return out
}

// noteSolving notes what kept the executor and the solvers from getting on.
func (h *hybrid) noteSolving(s *session) {
	if h == nil {
		return
	}
	reasons := map[*unit]map[string]int{}
	for _, x := range h.order {
		u := x.fn.unit
		if reasons[u] == nil {
			reasons[u] = map[string]int{}
		}
		x.reasons(reasons[u])
		if x.fault != "" {
			u.note(x.fn.position, x.fn.name+": a fault ended its symbolic execution; please report it: "+x.fault)
		}
	}
	for _, u := range s.units {
		if u.symbols != nil && u.symbols.err != nil {
			u.note("", "not executed symbolically: "+u.symbols.err.Error())
		}
		u.noteMost(reasons[u])
	}
	if h.forgotten > 0 {
		s.notes = append(s.notes, report.Note{Text: "execution trees were dropped to save memory", Count: h.forgotten})
	}
}

// noSolver begins the note on paths of which it stays open whether an input takes
// them; what the solvers said follows.
const noSolver = "no solver could tell whether an input takes a path; what the solvers say: "

// reasons counts why the exploration of a function did not get on.
func (x *explorer) reasons(count map[string]int) {
	for what, n := range x.odd {
		count[what] += n
	}
	for why, n := range x.unknown {
		count[noSolver+why] += n
	}
	for _, t := range x.trees {
		if t.dropped != "" {
			count[t.dropped]++
		}
		if t.result == nil {
			continue
		}
		for why, n := range t.result.Unknown {
			count[noSolver+why] += n
		}
	}
}

// noteMost notes the most frequent reasons.
func (u *unit) noteMost(count map[string]int) {
	order := slices.Sorted(maps.Keys(count))
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	for _, why := range order[:min(len(order), mostReasons)] {
		u.notes = append(u.notes, report.Note{Text: "symbolic execution: " + why, Count: count[why]})
	}
	if more := len(order) - mostReasons; more > 0 {
		u.notes = append(u.notes, report.Note{Text: "symbolic execution: other reasons to end a path", Count: more})
	}
}
