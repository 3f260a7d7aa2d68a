package ese

import "nearmiss/symexec"

// Metric returns one number for a cost. The number never falls during a run.
type Metric func(symexec.Cost) uint64

// Statements returns the number of executed statements, the cost of Aquino et al.
func Statements(c symexec.Cost) uint64 { return c.Statements }

// Branches returns the number of evaluated conditions on the path.
func Branches(c symexec.Cost) uint64 { return c.Branches }

// Decisions returns the number of branches on the path that depend on the input, the cost of
// Koo et al. Only symbolic execution counts these branches; machine code does not.
func Decisions(c symexec.Cost) uint64 { return c.Decisions }

// NamedMetric is a row of the table of metrics.
type NamedMetric struct {
	Name    string
	Metric  Metric
	OfPaths bool // only paths have this cost, not inputs that run as machine code
}

// Metrics lists the metrics, the default first.
func Metrics() []NamedMetric {
	return []NamedMetric{
		{"statements", Statements, false},
		{"branches", Branches, false},
		{"decisions", Decisions, true},
	}
}
