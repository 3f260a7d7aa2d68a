package testcheck

import (
	"fmt"
	"go/token"
)

// BrokenTestsError says that the package's own test files keep any test from
// being built.
type BrokenTestsError struct {
	Pos token.Position
	Msg string
}

func (e *BrokenTestsError) Error() string {
	return fmt.Sprintf("%s: the package's own tests do not build: %s", e.Pos, e.Msg)
}

// RunError says that the tests could not be run at all, for a reason that
// no single case is to blame for.
type RunError struct {
	Package string
	Msg     string
}

func (e *RunError) Error() string {
	return fmt.Sprintf("%s: the emitted tests cannot be run: %s", e.Package, e.Msg)
}
