package wire

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

func (m *MeasureJob) code(c *coder) {
	uint32s(c, &m.ID)
	c.small(&m.Entry)
	c.vectors(&m.Vectors)
	c.uint64(&m.Fuel)
	below(c, &m.Trace, MaxTrace+1)
	c.bools(&m.Branches, &m.Results)
	c.vectors(&m.Avoid)
}

func (m *MeasureResult) code(c *coder) {
	uint32s(c, &m.Job)
	list(c, &m.Runs, 9, func(c *coder, r *Measured) { // none is shorter
		kind(c, &r.Outcome, NumOutcomes)
		c.bools(&r.Avoided, &r.Starved)
		c.string(&r.Text)
		c.string(&r.GoType)
		c.words(&r.Out)
		numbers(c, &r.Trace)
		c.uint64(&r.Cost.Statements)
		c.uint64(&r.Cost.Branches)
	})
	list(c, &m.Falls, 5, (*coder).fall)
}
