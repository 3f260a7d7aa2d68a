package ese

import "nearmiss/symexec"

// Metric makes one number of a cost. It never falls as a run goes on.
type Metric func(symexec.Cost) uint64

// Statements is how many statements were executed, the cost of Aquino et al.
func Statements(c symexec.Cost) uint64 { return c.Statements }

// Branches is the length of the path in conditions.
func Branches(c symexec.Cost) uint64 { return c.Branches }

// NamedMetric is a row of the table of metrics.
type NamedMetric struct {
	Name   string
	Metric Metric
}

// Metrics lists the metrics, the default first.
func Metrics() []NamedMetric {
	return []NamedMetric{
		{"statements", Statements},
		{"branches", Branches},
	}
}
