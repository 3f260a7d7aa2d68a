package testgen

import (
	"fmt"
	"strings"
)

// CollisionError reports that the file to write exists and lacks the header of nearmiss.
type CollisionError struct {
	Path string
}

func (e *CollisionError) Error() string {
	return fmt.Sprintf("%s: exists and was not written by nearmiss; move it away or choose another directory with -o", e.Path)
}

// WriteError reports that a file could not be written. The old file, if any, is unchanged.
type WriteError struct {
	Path string
	Err  error
}

func (e *WriteError) Error() string {
	return fmt.Sprintf("%s: cannot write the tests: %v", e.Path, e.Err)
}

func (e *WriteError) Unwrap() error { return e.Err }

// missingTestError returns an error for a test that is missing because of a bug in nearmiss.
func missingTestError(subject string) error {
	return fmt.Errorf("a fault of nearmiss kept its test from being written; please report it: %s", strings.Join(strings.Fields(subject), " "))
}
