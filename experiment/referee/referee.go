// Package referee says which branches of a package its tests take: by gobco, the instrumentation of another project, where
// that can build the package; else by the probes of the search, under go test.
//
//	v, err := referee.Gobco(ctx, p)
//	taken, all := v.Count(), len(v.Taken)
package referee

import (
	"time"
)

// A Verdict says of each branch, such as file.go:4:5/T, whether the tests take it. Gobco knows whole conditions of if, for,
// switch and select, whose text follows the name of the branch; the probes know atomic conditions.
type Verdict struct {
	Taken map[string]bool
	Said  string // by tests that fail
}

// Count returns how many branches the tests take.
func (v *Verdict) Count() (n int) {
	for _, taken := range v.Taken {
		if taken {
			n++
		}
	}
	return n
}

// testTime bounds one run of a package's tests.
const testTime = 5 * time.Minute
