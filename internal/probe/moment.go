package probe

// maxMoments bounds the times that are recorded of an input.
const maxMoments = 16

// The times that were built for the current or last input, in seconds since 1970.
var (
	moments    [maxMoments]int64
	numMoments int
)

// Moment records a time that a decoder has built, in seconds since 1970. It leaves out what follows
// the first maxMoments.
func Moment(seconds int64) {
	if numMoments < maxMoments {
		moments[numMoments] = seconds
		numMoments++
	}
}

// Moments returns the times recorded since ForgetMoments. The next run overwrites them.
func Moments() []int64 { return moments[:numMoments] }

// ForgetMoments announces a new input.
func ForgetMoments() { numMoments = 0 }
