package worst

import (
	"encoding/json"
	"io"

	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/internal/report"
	wire "nearmiss/internal/worker"
)

// Version is that of the JSON form.
const Version = 1

// Result is the worst input of one size.
type Result struct {
	Version   int      `json:"version"`
	Function  string   `json:"function"` // import path and name
	Size      int      `json:"size"`     // 0 if every parameter has a size of its own, or none
	Algo      string   `json:"algo"`
	Operators string   `json:"operators,omitempty"` // if others than those of the algorithm were asked for
	Seed      uint64   `json:"seed"`
	Cost      Cost     `json:"cost"`
	Input     string   `json:"input"` // as Go: what stands between the parentheses of the call
	Paths     uint64   `json:"paths"`
	Queries   uint64   `json:"queries"`
	SolverMS  int64    `json:"solver_ms"`
	ElapsedMS int64    `json:"elapsed_ms"`
	Cut       uint64   `json:"cut"` // paths, and inputs that were run, that used up their fuel: they may cost more than the worst
	History   []Moment `json:"history"`

	Call     string `json:"-"` // the call with the input, as Go
	Clauses  int    `json:"-"` // of the final path condition
	Concrete int    `json:"-"` // of them, those that come from making a value concrete
	Solver   string `json:"-"` // which one gave the input; empty if none did
	Evals    uint64 `json:"-"` // native runs of the search
	Complete bool   `json:"-"` // every path was taken: no input costs more
	Status   string `json:"-"` // why the search ended

	Interrupted bool       `json:"-"` // by the user
	Notes       []string   `json:"-"` // what the user should know, a sentence each
	Files       []string   `json:"-"` // written
	Counts      ese.Counts `json:"-"` // the work of the search

	Policy []byte `json:"-"` // that was learned, for Options.Policy; nil: none

	vector, typical input.Vector
	run             *wire.Measured // of vector
}

// Cost is what the function does on its worst input and on a typical one.
type Cost struct {
	Metric  string `json:"metric"`
	Worst   uint64 `json:"worst"`
	Typical uint64 `json:"typical"`
}

// Moment is a moment at which the best cost rose.
type Moment struct {
	MS   int64
	Cost uint64
}

// MarshalJSON writes a pair.
func (m Moment) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]uint64{uint64(m.MS), m.Cost})
}

// UnmarshalJSON reads a pair.
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
