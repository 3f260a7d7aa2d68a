package wire

import "slices"

// Metric names what a run costs.
type Metric byte

const (
	NoMetric   Metric = iota
	Statements        // executed in rewritten code
	Branches          // atomic conditions evaluated there
	NumMetrics
)

// String returns the name that the command line uses.
func (m Metric) String() string {
	switch m {
	case NoMetric:
		return "none"
	case Statements:
		return "statements"
	case Branches:
		return "branches"
	}
	return "unknown"
}

// Cost is what a run did within rewritten code.
type Cost struct {
	Statements uint64
	Branches   uint64 // counted only if the job asks for it
}

// By is the cost by a metric.
func (c *Cost) By(m Metric) uint64 {
	switch m {
	case Statements:
		return c.Statements
	case Branches:
		return c.Branches
	}
	return 0
}

// MaxTrace is the longest trace that a run can be asked for.
const MaxTrace = 1 << 22

// MeasureJob asks what runs of given vectors do. It is answered by one
// MeasureResult.
type MeasureJob struct {
	ID       uint32
	Entry    int
	Vectors  [][]uint64
	Fuel     uint64     // as in SearchJob
	Trace    int        // branches of each run that are told, up to MaxTrace; 0 for none
	Branches bool       // count the conditions that are evaluated
	Results  bool       // tell the outcome words and what a panic says; costs alone come cheaper
	Avoid    [][]uint64 // vectors that killed a worker: never run
}

// Measured is what one run did.
type Measured struct {
	Outcome Outcome
	Avoided bool     // there was no run, and nothing else is known
	Starved bool     // the fuel was taken from it for the memory it held: what it costs is not known
	Text    string   // of a panic
	GoType  string   // of a panic's value
	Out     []uint64 // results, then the state after the call; as far as they came
	Trace   []uint32 // the first branches taken, in order
	Cost    Cost     // of a run that began; the making of the inputs does not count
}

// MeasureResult ends a MeasureJob: Runs[i] belongs to vector i. There are
// fewer runs than vectors if the parent stopped the job.
type MeasureResult struct {
	Job   uint32
	Runs  []Measured
	Falls []Fall // the runs of their vectors are as if they were avoided
}

func (*MeasureJob) Type() Type    { return TypeMeasureJob }
func (*MeasureResult) Type() Type { return TypeMeasureResult }

func (m *MeasureJob) encode(e *encoder) {
	e.uint(uint64(m.ID))
	e.uint(uint64(m.Entry))
	e.vectors(m.Vectors)
	e.uint(m.Fuel)
	e.uint(uint64(m.Trace))
	e.bool(m.Branches)
	e.bool(m.Results)
	e.vectors(m.Avoid)
}

func (m *MeasureJob) decode(d *decoder) {
	m.ID = d.uint32()
	m.Entry = d.small()
	m.Vectors = d.vectors()
	m.Fuel = d.uint()
	m.Trace = int(d.below(MaxTrace + 1))
	m.Branches = d.bool()
	m.Results = d.bool()
	m.Avoid = d.vectors()
}

func (m *MeasureResult) encode(e *encoder) {
	e.uint(uint64(m.Job))
	e.uint(uint64(len(m.Runs)))
	for i := range m.Runs {
		r := &m.Runs[i]
		e.byte(byte(r.Outcome))
		e.bool(r.Avoided)
		e.bool(r.Starved)
		e.string(r.Text)
		e.string(r.GoType)
		e.words(r.Out)
		e.uint32s(r.Trace)
		e.uint(r.Cost.Statements)
		e.uint(r.Cost.Branches)
	}
	e.falls(m.Falls)
}

func (m *MeasureResult) decode(d *decoder) {
	m.Job = d.uint32()
	n := count[Measured](d, 9) // none is shorter
	m.Runs = slices.Grow(m.Runs, n)
	for range n {
		m.Runs = append(m.Runs, Measured{
			Outcome: Outcome(d.byte2(int(NumOutcomes))), Avoided: d.bool(), Starved: d.bool(), Text: d.string(), GoType: d.string(),
			Out: d.words(), Trace: d.uint32s(), Cost: Cost{d.uint(), d.uint()},
		})
	}
	m.Falls = d.falls()
}
