package probe

// MaxConds is the number of conditions that can be probed in one package.
const MaxConds = 1 << 17

// What a branch's entry in hot asks for.
const (
	armed  = 1 << iota // not covered yet: tell it in Fresh
	away               // leads away from the target: record the distance
	goal               // the target itself
	traced             // tell it in Trace
)

// The state of the one run that goes on in this process. The tables that the
// fast paths read are arrays of fixed size, so that the address is known to
// the linker and a probe costs one load when there is nothing to do.
var (
	off  uint8               = 255 // what an entry of a table must exceed: 0 within a run
	hot  [2 * MaxConds]uint8       // by branch
	want [MaxConds]uint8           // by condition: hand over the live values
	head [MaxConds]uint8           // by first condition of a switch: some case is hot or wanted
	fuel int64               = maxFuel

	conds  int // conditions in use
	limit  int64
	target *Target
	level  []int      // by condition, approach level of the target
	progs  []*Program // by condition, nil unless wanted

	fresh    []Branch // capacity for every branch
	numFresh int

	best Result
)

const maxFuel = 1<<63 - 1

// Init makes room for conditions 0 to nConds-1 and slots 0 to nSlots-1 and
// forgets everything. Every branch is armed. It reports whether the package
// is small enough.
func Init(nConds, nSlots int) bool {
	End()
	if nConds < 0 || nConds > MaxConds {
		return false
	}
	for i := range hot {
		hot[i] = 0
	}
	for i := range want {
		want[i], head[i] = 0, 0
	}
	conds = nConds
	level = make([]int, nConds)
	progs = make([]*Program, nConds)
	fresh = make([]Branch, 2*nConds)
	numFresh = 0
	limit = maxFuel
	target = nil
	best = Result{}
	initSlots(nSlots)
	counting = false
	RecordTrace(0)
	ArmAll()
	return true
}

// SetFuel sets the number of statements that a run may execute; 0 is no
// limit. It holds from the next Begin on.
func SetFuel(n uint64) {
	limit = maxFuel
	if 0 < n && n < maxFuel {
		limit = int64(n)
	}
}

// Begin starts a run: from here on the probes record.
func Begin() {
	if abandoned {
		returned()
	}
	numFresh = 0
	best.Hit, best.Diverged, best.Visited, best.Exhausted = false, false, false, false
	beginSlots()
	numTrace, numTaken = 0, 0
	preparing, starved, gaveUp, slept = false, false, false, 0
	fuel = limit
	off = 0
}

// End ends the run, or the preparations for one. It does nothing if there is
// neither.
func End() {
	if abandoned {
		returned()
	}
	if off != 0 {
		if preparing {
			preparing, fuel = false, maxFuel
		}
		return
	}
	over()
}

// Running reports whether a run goes on.
func Running() bool { return off == 0 }

// Exhausted is the value that a run without fuel panics with, by pointer.
type Exhausted struct{ _ byte }

// Error describes the value where it leaves the run unrecovered.
func (*Exhausted) Error() string { return "nearmiss: out of fuel" }

var exhausted Exhausted

// IsExhausted reports whether a recovered value says that the fuel ran out.
func IsExhausted(v any) bool {
	e, ok := v.(*Exhausted)
	return ok && e == &exhausted
}

// Cost counts n statements. A run without fuel panics here, and at every
// later block again, so that recover cannot hide it.
func Cost(n int64) {
	fuel -= n
	if fuel < 0 {
		empty()
	}
}

// used is what the run has cost so far. A goroutine that an earlier run has left behind may
// store what it has read before this one began, which can be more than this one was given.
func used() uint64 { return uint64(max(limit-fuel, 0)) }

//go:noinline
func empty() {
	desert()
	if off == 0 || preparing {
		panic(&exhausted)
	}
	fuel = maxFuel
}
