package probe

var (
	traceBuf []Branch
	numTrace int
	counting bool
	numTaken uint64
)

// RecordTrace keeps the first n branches that each run takes; 0 keeps none.
func RecordTrace(n int) {
	traceBuf = make([]Branch, n)
	watch()
}

// CountTaken has all branches counted that each run takes: the atomic
// conditions that it evaluates.
func CountTaken(on bool) {
	counting = on
	watch()
}

func watch() {
	numTrace, numTaken = 0, 0
	for i := 0; i < 2*conds; i++ {
		if len(traceBuf) > 0 || counting {
			hot[i] |= traced
		} else {
			hot[i] &^= traced
		}
	}
	heat()
}

// Trace returns the first branches of the last run in order. The slice is
// valid until the next Begin.
func Trace() []Branch { return traceBuf[:numTrace] }

// NumTaken returns how many branches the last run took, if they are counted or
// a trace is recorded.
func NumTaken() uint64 { return numTaken }

func trace(f Branch) {
	numTaken++
	if n := numTrace; n < len(traceBuf) {
		traceBuf[n] = f
		numTrace = n + 1
	}
}
