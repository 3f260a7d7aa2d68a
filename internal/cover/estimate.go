package cover

import "time"

// Estimates of what a package needs apart from searching, calibrated with go-redis (23 000 lines, 4 626
// branches) on two processors. A pace corrects them by what this call has measured.
const (
	buildBase = time.Second / 2         // a build of the worker takes buildBase for the go command and the linker,
	lineTime  = 300 * time.Microsecond  // and lineTime a line: half of it for the package, half for the probes and the codec
	goalTime  = 4500 * time.Microsecond // a branch takes goalTime to shrink its input and to compile its case twice
)

// finishing estimates how long it takes to make tests of the finds of a package: as long as building the worker, two
// builds without code for runs, and goalTime for each branch.
func (s *session) finishing(u *unit) time.Duration {
	if !s.opt.Verify {
		return 2 * buildBase
	}
	return 2*buildBase + u.building() + goalTime*time.Duration(len(u.goals))
}

// building estimates how long it takes to build the worker without the build cache.
func (u *unit) building() time.Duration {
	return max(u.built, buildBase+lineTime*time.Duration(u.length))
}

// measured returns how long building the worker took, or would take without the build cache.
func (u *unit) measured() time.Duration {
	if whole := u.building(); u.built < whole/4 {
		return whole // it was in the cache
	}
	return u.built
}

// compiling estimates how long it takes to compile the package without a test, which is half of its worker.
func (u *unit) compiling() time.Duration { return u.measured() / 2 }

// buildingTests estimates how long it takes to build tests: for any number of cases, and for each case, whose test
// takes as long to print and compile as the worker's code for two branches.
func (u *unit) buildingTests() (fixed, each time.Duration) {
	return u.compiling(), 2*u.measured()/time.Duration(len(u.goals)+1) + 1
}
