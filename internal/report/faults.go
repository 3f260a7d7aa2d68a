package report

import "fmt"

// Faults lists the errors in the options of a command.
type Faults []error

// Check adds an error if bad is true.
func (f *Faults) Check(bad bool, format string, args ...any) {
	if bad {
		*f = append(*f, fmt.Errorf(format, args...))
	}
}
