package cover

import "time"

// Estimates of what a package needs apart from searching, calibrated with go-redis (23 000 lines, 4 626
// branches) on two processors. A pace corrects them by what this call has measured.
const (
	buildBase    = time.Second / 2         // a build takes buildBase for the go command and the linker,
	lineTime     = 150 * time.Microsecond  // and lineTime a line,
	builtDivisor = 2                       // and that of a worker, which also has probes and the codec, twice as long
	finishBase   = time.Second             // making tests takes as long as building the worker, finishBase for their runs, beside those in other settings,
	finishGoal   = 4500 * time.Microsecond // and finishGoal for each branch: to shrink its input and to compile its case twice
	caseShare    = 4                       // printing and compiling a case takes as long as compiling caseShare branches of the package
	runsFactor   = 1.3                     // runs, printing and go vet take so many times as long as compiling the package
)

// finishing estimates how long it takes to make tests of the finds of a package.
func (s *session) finishing(u *unit) time.Duration {
	if !s.opt.Verify {
		return minSelection
	}
	settings := s.opt.Time / settingDivisor / time.Duration(len(s.units))
	return finishBase + u.building() + finishGoal*time.Duration(len(u.goals)) + settings
}

// building estimates how long it takes to build the worker without the build cache.
func (u *unit) building() time.Duration { return buildBase + builtDivisor*u.compiling() }

// compiling estimates how long it takes to compile the package without a test: the package is half of
// its worker, or lineTime for each line if the worker was in the build cache.
func (u *unit) compiling() time.Duration {
	return max((u.built-buildBase)/builtDivisor, lineTime*time.Duration(u.length))
}

// buildingTests estimates how long it takes to build tests: for any number of cases, and for each case.
func (u *unit) buildingTests() (fixed, each time.Duration) {
	return buildBase + u.compiling(), caseShare*u.compiling()/time.Duration(len(u.goals)+1) + 1
}
