package worst

import (
	"encoding/json"
	"io"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/worker"
)

// Version is the version of the JSON form of a Result.
const Version = 1

// Result is the worst input of one size.
type Result struct {
	Version   int      `json:"version"`
	Function  string   `json:"function"` // import path and name
	Size      int      `json:"size"`     // 0 if each parameter has a size of its own, or none
	Algo      string   `json:"algo"`
	Operators string   `json:"operators,omitempty"` // if they differ from the default of the algorithm
	Seed      uint64   `json:"seed"`
	Cost      Cost     `json:"cost"`
	Input     string   `json:"input"` // the arguments of the call, as Go expressions
	Paths     uint64   `json:"paths"`
	Queries   uint64   `json:"queries"`
	SolverMS  int64    `json:"solver_ms"`
	ElapsedMS int64    `json:"elapsed_ms"`
	Cut       uint64   `json:"cut"` // paths and native runs that used up their fuel; they may cost more than Cost.Worst
	History   []Moment `json:"history"`

	Call     string  `json:"-"` // the call with the input, as Go
	Clauses  int     `json:"-"` // of the final path condition
	Concrete int     `json:"-"` // clauses that come from making a symbolic value concrete
	Solver   string  `json:"-"` // name of the solver that found the input; empty if none did
	Evals    uint64  `json:"-"` // native runs of the search
	Outside  float64 `json:"-"` // share of the decisions of the worst path that are taken where nothing is counted
	Complete bool    `json:"-"` // the search took every path: no input costs more
	Status   string  `json:"-"` // why the search ended

	Interrupted bool       `json:"-"` // the user interrupted the search
	Notes       []string   `json:"-"` // sentences for the user
	Files       []string   `json:"-"` // paths of the written files
	Counts      ese.Counts `json:"-"` // the work of the search

	Policy []byte `json:"-"` // the learned policy, for Options.Policy of another search; nil for none

	vector, typical input.Vector     // the worst input, and one of median cost
	run             *worker.Measured // the native run of vector
}

// Cost is the cost of the worst input and of a typical one, in units of Metric.
type Cost struct {
	Metric  string `json:"metric"`
	Worst   uint64 `json:"worst"`
	Search  uint64 `json:"search"` // highest cost that the strategy has found within its budget
	Random  uint64 `json:"random"` // highest cost of the random inputs, which are run before the search
	Typical uint64 `json:"typical"`
}

// Moment is an increase of the best cost: the time since the start of the search, in
// milliseconds, and the new cost.
type Moment struct {
	MS       int64
	Cost     uint64
	Feasible uint64 // paths and native runs with a cost so far; not in JSON
}

// MarshalJSON writes the pair [MS, Cost].
func (m Moment) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]uint64{uint64(m.MS), m.Cost})
}

// UnmarshalJSON reads the pair [MS, Cost].
func (m *Moment) UnmarshalJSON(text []byte) error {
	var pair [2]uint64
	err := json.Unmarshal(text, &pair)
	m.MS, m.Cost = int64(pair[0]), pair[1]
	return err
}

// WriteJSON writes the result as one indented JSON value with a final newline.
// Lists are never null.
func (r *Result) WriteJSON(w io.Writer) error {
	out := *r
	out.Version = Version
	out.History = report.List(out.History)
	return report.Encode(w, &out)
}
