package report

import "fmt"

// Faults are what is wrong with options.
type Faults []error

// Check adds a fault if there is one.
func (f *Faults) Check(bad bool, format string, args ...any) {
	if bad {
		*f = append(*f, fmt.Errorf(format, args...))
	}
}
