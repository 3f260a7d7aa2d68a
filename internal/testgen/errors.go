package testgen

import (
	"errors"
	"fmt"
	"go/token"
	"strings"
)

// errTooLarge is a value that has too many parts to be written out.
var errTooLarge = errors.New("the value is too large to write out")

// BrokenTestsError says that the package's own test files keep any test from
// being built.
type BrokenTestsError struct {
	Pos token.Position
	Msg string
}

func (e *BrokenTestsError) Error() string {
	return fmt.Sprintf("%s: the package's own tests do not build: %s", e.Pos, e.Msg)
}

// CollisionError says that the file to write exists and is not ours.
type CollisionError struct {
	Path string
}

func (e *CollisionError) Error() string {
	return fmt.Sprintf("%s: exists and was not written by nearmiss; move it away or choose another directory with -o", e.Path)
}

// WriteError says that a file could not be written. What stood there before
// is untouched.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string {
	return fmt.Sprintf("%s: cannot write the tests: %v", e.Path, e.Err)
}

func (e *WriteError) Unwrap() error { return e.Err }

// RunError says that the tests could not be run at all, for a reason that
// no single case is to blame for.
type RunError struct {
	Package string
	Msg     string
}

func (e *RunError) Error() string {
	return fmt.Sprintf("%s: the emitted tests cannot be run: %s", e.Package, e.Msg)
}

// faultOf says that a test could not be written through a fault of ours.
func faultOf(what string) error {
	return fmt.Errorf("a fault of nearmiss kept its test from being written; please report it: %s", strings.Join(strings.Fields(what), " "))
}
