package testcheck

import (
	"fmt"
	"go/token"
)

// A BrokenTestsError reports that the package's own test files do not build.
type BrokenTestsError struct {
	Pos token.Position
	Msg string
}

func (e *BrokenTestsError) Error() string {
	return fmt.Sprintf("%s: the package's own tests do not build: %s", e.Pos, e.Msg)
}

// A RunError reports that no test could be run, for a reason outside the cases.
type RunError struct {
	Package   string
	Msg       string
	unstarted bool // the test process ended before a test began
}

func (e *RunError) Error() string {
	return fmt.Sprintf("%s: the emitted tests cannot be run: %s", e.Package, e.Msg)
}
