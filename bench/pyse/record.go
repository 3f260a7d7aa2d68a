package main

import (
	"math"

	"nearmiss/bench/internal/experiment"
)

// A record is what became of one search: a line of the raw file. Paths are those of
// the scale that is searched, those included that end where a side is impossible; as a
// search ends at the mark, they are those until it.
type record struct {
	Func       string `json:"func"`
	Size       int    `json:"size"`
	Algo       string `json:"algo"` // technique
	History    string `json:"history,omitempty"`
	Pretrained bool   `json:"pretrained,omitempty"`
	Training   []int  `json:"training_sizes,omitempty"` // of a policy to begin with, too
	Seed       uint64 `json:"seed"`
	Budget     string `json:"budget"`
	Mark       uint64 `json:"mark"` // the length of path that is looked for
	Cost       uint64 `json:"cost"` // of the longest path that was found
	Status     string `json:"status"`

	Paths         uint64 `json:"paths"`
	Feasible      uint64 `json:"feasible,omitempty"` // of all paths
	TrainingPaths uint64 `json:"training_paths,omitempty"`
	TrainingCost  uint64 `json:"training_cost,omitempty"` // of the longest path that a search for a policy to begin with has found
	Evals         uint64 `json:"evals"`                   // native runs
	Queries       uint64 `json:"queries"`

	Reached    int64 `json:"reached_ms"` // when the mark was reached, or -1
	Elapsed    int64 `json:"elapsed_ms"`
	TrainingMS int64 `json:"training_ms,omitempty"` // of the search that made the policy to begin with
	Solver     int64 `json:"solver_ms"`

	Error    string `json:"error,omitempty"`
	Revision string `json:"revision"` // of this program
	Date     string `json:"date"`
}

type key struct {
	fn     string
	size   int
	algo   string
	seed   uint64
	budget string
	mark   uint64
}

func (r *record) key() key { return key{r.Func, r.Size, r.Algo, r.Seed, r.Budget, r.Mark} }

type journal = experiment.Journal[key, record]

func openJournal(name string) (*journal, error) {
	return experiment.OpenJournal(name, (*record).key)
}

// ended is a search that ended with nothing left to explore.
const ended = "exhausted"

// done reports whether a search came where it was to come: to the mark, or to its
// end.
func (r *record) done(t technique) bool {
	if t.whole {
		return r.Status == ended && r.Error == ""
	}
	return r.Reached >= 0
}

// paths and seconds until a search was done; one that was not takes for ever.
func (r *record) paths(t technique) float64 {
	if !r.done(t) {
		return math.Inf(1)
	}
	return float64(r.Paths)
}

// together are the paths until a search was done, and those of training.
func (r *record) together(t technique) float64 { return r.paths(t) + float64(r.TrainingPaths) }

func (r *record) seconds(t technique) float64 {
	switch {
	case !r.done(t):
		return math.Inf(1)
	case t.whole:
		return float64(r.Elapsed) / 1000
	}
	return float64(r.Reached) / 1000
}
