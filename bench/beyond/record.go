package main

import (
	"nearmiss/bench/internal/experiment"
)

// A record is what became of one search: a line of the raw file. Paths and questions are
// with those of training.
type record struct {
	Func   string `json:"func"`
	Size   int    `json:"size"` // of the input
	Algo   string `json:"algo"`
	Seed   uint64 `json:"seed"`
	Budget string `json:"budget"`
	Metric string `json:"metric"`
	Cost   uint64 `json:"cost"`   // of the costliest path
	Native uint64 `json:"native"` // cost of the input that is reported, as it was counted in a native run

	Curve []point `json:"curve"` // when the cost rose

	Paths    uint64 `json:"paths"`
	Training uint64 `json:"training_paths"` // of them, those at other sizes
	Evals    uint64 `json:"evals"`          // native runs
	Queries  uint64 `json:"queries"`
	Elapsed  int64  `json:"elapsed_ms"`
	Solver   int64  `json:"solver_ms"`
	Status   string `json:"status"`

	Asked      uint64 `json:"asked,omitempty"`      // questions at the large size, of carried
	Sides      uint64 `json:"sides,omitempty"`      // that its first path took unasked
	Kept       uint64 `json:"kept,omitempty"`       // of them, the first that hold together
	Unfamiliar uint64 `json:"unfamiliar,omitempty"` // of them, those after a history that is not known

	Error    string `json:"error,omitempty"`
	Command  string `json:"command"` // that made it
	Revision string `json:"revision"`
	Date     string `json:"date"`
}

// A point is a moment at which the cost rose.
type point struct {
	MS    int64  `json:"ms"`
	Paths uint64 `json:"paths"` // and native runs, until then
	Cost  uint64 `json:"cost"`
}

type key struct {
	fn     string
	size   int
	algo   string
	seed   uint64
	budget string
}

func (r *record) key() key { return key{r.Func, r.Size, r.Algo, r.Seed, r.Budget} }

func openJournal(name string) (*experiment.Journal[key, record], error) {
	return experiment.OpenJournal(name, (*record).key)
}

// reach is the first moment at which a search has come to a cost; ok is false, if it never
// has.
func (r *record) reach(cost uint64) (p point, ok bool) {
	for _, p := range r.Curve {
		if p.Cost >= cost {
			return p, true
		}
	}
	return point{}, false
}
