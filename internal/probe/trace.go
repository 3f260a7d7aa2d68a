package probe

var (
	traceBuf []Branch
	numTrace int
)

// RecordTrace keeps the first n branches that each run takes; 0 keeps none.
func RecordTrace(n int) {
	numTrace = 0
	traceBuf = make([]Branch, n)
	for i := 0; i < 2*conds; i++ {
		if n > 0 {
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

func trace(f Branch) {
	if n := numTrace; n < len(traceBuf) {
		traceBuf[n] = f
		numTrace = n + 1
	}
}
