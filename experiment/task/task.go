// Package task says what a kind of task is: a piece of work that a campaign repeats for each
// subject, arm, seed and budget, such as one search for the worst input of a function.
//
// A kind declares which options a campaign file may give, and what it measures. The engine opens
// a subject once and runs many cells in it:
//
//	session, err := kind.Open(ctx, dir, subject)
//	m, err := session.Run(ctx, task.Cell{Subject: subject, Arm: arm, Budget: budget, Seed: 1})
//	m.Numbers["cost"]
//
// The numbers of a cell hang on its options, its seed and the revision only, except those of
// time.
package task

import (
	"context"
	"time"
)

// A Kind is a kind of task.
type Kind struct {
	Name, Doc string

	Subject, Arm, Budget []Option // that a campaign file may give
	Measures             []Measure

	// Draws reports whether results of an arm depend on the seed. An arm that draws nothing
	// runs with the first seed only. Nil: all arms draw.
	Draws func(arm Options) bool

	// Check returns an error if an arm cannot run with a budget. Nil: every arm can.
	Check func(arm, budget Options) error

	// Expand returns the subjects that each subject of a campaign file stands for, such as all branches of a
	// function. They have the same names as long as what they are named after does not change. Nil: each stands
	// for itself.
	Expand func(ctx context.Context, dir string, subjects []Options) []Expansion

	// Find looks for subjects without running them. It returns an error for each of them, nil
	// for one that is there. dir is the directory that names are relative to. Nil: not looked for.
	Find func(ctx context.Context, dir string, subjects []Options) []error

	// Open makes a subject ready.
	Open func(ctx context.Context, dir string, subject Options) (Session, error)
}

// An Expansion is what a subject of a campaign file stands for.
type Expansion struct {
	Subjects []Named // empty for itself
	Err      error   // why it stands for nothing
}

// A Named is a subject, and what its name adds to the name of the subject that stands for it.
type Named struct {
	Name    string
	Options Options
}

// A Session is a subject that is ready. It runs one cell at a time.
type Session interface {
	// Run runs a cell. An error is a result of the cell too: it is kept in the row.
	Run(ctx context.Context, c Cell) (Measured, error)
	Close() error
}

// A Cell is what a session runs. Late options of the subject may differ from those at Open.
type Cell struct {
	Subject, Arm, Budget Options
	Seed                 uint64

	// Clock returns the processor time of the process and of its descendants.
	Clock func() time.Duration
}

// A Measure is a number or a curve that a kind measures.
type Measure struct {
	Name, Doc string
	Curve     bool
	Sum       bool   // the sum over subjects says something
	Censored  string // of a time to a target: the measure that is 0 where the budget stopped the run before

	// Derive returns the measure from the numbers of a row and its budget, and false if they lack it, so that rows need
	// not have it. A report calls it with the number of different values of the curve Union in all rows of the subject
	// and the budget; 0 without such a curve. Nil: rows have the measure.
	Derive func(numbers map[string]float64, budget Options, union int) (float64, bool)
	Union  string
}

// Times are the measures of all kinds.
var Times = []Measure{
	{Name: "processor_s", Doc: "processor time of the task in seconds"},
	{Name: "wall_s", Doc: "wall-clock time of the task in seconds"},
}

// Measured holds the measures of one cell by name.
type Measured struct {
	Numbers map[string]float64 `json:"numbers,omitempty"`
	Curves  map[string]Curve   `json:"curves,omitempty"`
}

// A Curve is a list of points [x, y], in the order of x.
type Curve [][2]float64
