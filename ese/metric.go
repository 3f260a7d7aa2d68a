package ese

import "nearmiss/symexec"

// Metric makes one number of a cost. It never falls as a run goes on.
type Metric func(symexec.Cost) uint64

// Statements is how many statements were executed, the cost of Aquino et al.
func Statements(c symexec.Cost) uint64 { return c.Statements }

// Branches is the length of the path in conditions.
func Branches(c symexec.Cost) uint64 { return c.Branches }

// Decisions is the length of the path in branches that depend on the input, the cost of
// Koo et al. Only paths have it: machine code does not know which branches these are.
func Decisions(c symexec.Cost) uint64 { return c.Decisions }

// NamedMetric is a row of the table of metrics.
type NamedMetric struct {
	Name    string
	Metric  Metric
	OfPaths bool // inputs that run as machine code have no such cost
}

// Metrics lists the metrics, the default first.
func Metrics() []NamedMetric {
	return []NamedMetric{
		{"statements", Statements, false},
		{"branches", Branches, false},
		{"decisions", Decisions, true},
	}
}
