package probe

// MaxConds is the greatest number of conditions in one package.
const MaxConds = 1 << 17

// Flags of a branch in branchFlags.
const (
	armed     = 1 << iota // the branch is not covered yet: Fresh reports it
	leadsAway             // the branch leads away from the target: its distance is recorded
	isTarget              // the branch is the target
	traced                // Trace reports the branch
)

// The state of the single run of this process. The tables for the fast paths are arrays of
// fixed size: the linker knows their address, and a probe without work costs one load.
var (
	threshold    uint8               = 255 // a table entry above it requests work: 0 within a run, 255 outside
	branchFlags  [2 * MaxConds]uint8       // by branch
	wantsValues  [MaxConds]uint8           // by condition: 1 if its live values are requested
	switchActive [MaxConds]uint8           // by first condition of a switch: 1 if some case may request work
	fuel         int64               = maxFuel

	numConds      int   // number of conditions in use
	numChecks     int   // number of checks, which have numbers behind those of the conditions
	fuelLimit     int64 // statements that a run may execute
	target        *Target
	approachLevel []int      // by condition: approach level of the target
	programs      []*Program // by condition: nil unless its live values are requested

	freshBranches []Branch // long enough for every branch
	numFresh      int

	outcome Result // fitness of the current or last run
)

const maxFuel = 1<<63 - 1

// Init resets the state and allocates tables for conditions 0 to nConds-1 and slots 0 to
// nSlots-1. It arms every branch. It returns false if there are more than MaxConds conditions.
func Init(nConds, nSlots int) bool {
	End()
	if nConds < 0 || nConds > MaxConds {
		return false
	}
	for i := range branchFlags {
		branchFlags[i] = 0
	}
	for i := range wantsValues {
		wantsValues[i], switchActive[i] = 0, 0
	}
	numConds, numChecks = nConds, 0
	approachLevel = make([]int, nConds)
	programs = make([]*Program, nConds)
	freshBranches = make([]Branch, 2*nConds)
	numFresh = 0
	fuelLimit = maxFuel
	target = nil
	outcome = Result{}
	initSlots(nSlots)
	countTaken = false
	RecordTrace(0)
	ArmAll()
	return true
}

// AddChecks makes room for n checks behind the conditions. It returns false if they are too many.
func AddChecks(n int) bool {
	if n < 0 || numConds+n > MaxConds {
		return false
	}
	numChecks = n
	approachLevel = append(approachLevel, make([]int, n)...)
	programs = append(programs, make([]*Program, n)...)
	return true
}

// SetFuel sets the greatest number of statements of a run, from the next Begin on; 0 means no
// limit.
func SetFuel(n uint64) {
	fuelLimit = maxFuel
	if 0 < n && n < maxFuel {
		fuelLimit = int64(n)
	}
}

// Begin starts a run. From here on the probes record.
func Begin() {
	if wasAbandoned {
		blockIfStale()
	}
	numFresh, failed = 0, NoBranch
	outcome.Hit, outcome.Diverged, outcome.Visited, outcome.Exhausted = false, false, false, false
	beginSlots()
	numTrace, numTaken, takenHash = 0, 0, 0
	preparing, starved, hasGivenUp, pooledNil, recording, sleptSoFar = false, false, false, false, false, 0
	fuel = fuelLimit
	beginPauses()
	threshold = 0
}

// End ends the run or the building of inputs. Without either it does nothing.
func End() {
	if wasAbandoned {
		blockIfStale()
	}
	if threshold != 0 {
		if preparing {
			preparing, fuel = false, maxFuel
		}
		return
	}
	endRun()
}

// Running reports whether a run is in progress.
func Running() bool { return threshold == 0 }

// Exhausted is the type of the panic value of a run without fuel; the value is a pointer.
type Exhausted struct{ _ byte }

// Error returns the text that the runtime prints for an unrecovered panic.
func (*Exhausted) Error() string { return "nearmiss: out of fuel" }

var exhausted Exhausted

// IsExhausted reports whether a recovered value is the panic value of a run without fuel.
func IsExhausted(v any) bool {
	e, ok := v.(*Exhausted)
	return ok && e == &exhausted
}

// Cost counts the n statements of a block. A run without fuel panics here, and again at every
// later block, so that code with recover cannot continue.
func Cost(n int64) {
	fuel -= n
	if fuel < 0 {
		outOfFuel()
	}
}

// usedFuel returns the cost of the run so far, in statements. A goroutine of an earlier run may
// write an old value of fuel during this run. That value can be more than the limit of this run;
// the cost is then 0.
func usedFuel() uint64 { return uint64(max(fuelLimit-fuel-reserve, 0)) }

//go:noinline
func outOfFuel() {
	if refuel() {
		return
	}
	leaveForeign()
	if threshold == 0 || preparing {
		panic(&exhausted)
	}
	fuel = maxFuel
}
