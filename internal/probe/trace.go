package probe

var (
	traceBuf   []Branch // the first branches of the run; its length bounds their number
	numTrace   int      // number of branches recorded in traceBuf
	countTaken bool     // branches are counted
	numTaken   uint64   // number of branches that the run took
	takenHash  uint64   // hash of these branches in their order
)

// RecordTrace makes each run record the first n branches that it takes; 0 for none.
func RecordTrace(n int) {
	traceBuf = make([]Branch, n)
	setTracedFlags()
}

// CountTaken sets whether runs count the branches that they take, which is the number of
// evaluated atomic conditions.
func CountTaken(on bool) {
	countTaken = on
	setTracedFlags()
}

// setTracedFlags sets the flag traced of each branch if branches are recorded or counted.
func setTracedFlags() {
	numTrace, numTaken, takenHash = 0, 0, 0
	for i := 0; i < 2*numConds; i++ {
		if len(traceBuf) > 0 || countTaken {
			branchFlags[i] |= traced
		} else {
			branchFlags[i] &^= traced
		}
	}
	activateSwitches()
}

// Trace returns the first branches of the last run in order. The slice is
// valid until the next Begin.
func Trace() []Branch { return traceBuf[:numTrace] }

// NumTaken returns the number of branches that the last run took. It is 0 unless branches are
// counted or recorded.
func NumTaken() uint64 { return numTaken }

// TakenHash returns a hash of the branches that the last run took, in their order. It is 0 unless branches are
// counted or recorded.
func TakenHash() uint64 { return takenHash }

func trace(f Branch) {
	numTaken++
	takenHash = (takenHash ^ uint64(f) + 1) * 0x9e3779b97f4a7c15
	takenHash ^= takenHash >> 29
	if n := numTrace; n < len(traceBuf) {
		traceBuf[n] = f
		numTrace = n + 1
	}
}
