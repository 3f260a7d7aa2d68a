package main

import "nearmiss/bench/internal/experiment"

// A record is what became of one search: a line of the raw file.
type record struct {
	Func    string `json:"func"`
	Size    int    `json:"size"`
	Algo    string `json:"algo"`
	Seed    uint64 `json:"seed"`
	Budget  string `json:"budget"`
	Cost    uint64 `json:"cost"`
	Typical uint64 `json:"typical"`
	Manual  uint64 `json:"manual"`
	Paths   uint64 `json:"paths"`
	Evals   uint64 `json:"evals"`
	Queries uint64 `json:"queries"`
	Solver  int64  `json:"solver_ms"`
	Elapsed int64  `json:"elapsed_ms"`
	Reached int64  `json:"reached_ms"` // when the manual cost was reached, or -1
	Error   string `json:"error,omitempty"`

	Revision string `json:"revision"` // of this program
	Date     string `json:"date"`
}

type key struct {
	fn     string
	size   int
	algo   string
	seed   uint64
	budget string
}

func (r *record) key() key { return key{r.Func, r.Size, r.Algo, r.Seed, r.Budget} }

type journal = experiment.Journal[key, record]

func openJournal(name string) (*journal, error) {
	return experiment.OpenJournal(name, (*record).key)
}
