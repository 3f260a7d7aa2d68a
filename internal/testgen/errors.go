package testgen

import (
	"errors"
	"fmt"
	"strings"
)

// errTooLarge is a value that has too many parts to be written out.
var errTooLarge = errors.New("the value is too large to write out")

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

// faultOf says that a test could not be written through a fault of ours.
func faultOf(what string) error {
	return fmt.Errorf("a fault of nearmiss kept its test from being written; please report it: %s", strings.Join(strings.Fields(what), " "))
}
