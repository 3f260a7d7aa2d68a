package harness

import "fmt"

// UnsupportedError is the reason that a function cannot be called with searched inputs.
type UnsupportedError struct {
	Param  string // empty if the reason concerns the whole function
	Reason string
}

func (e *UnsupportedError) Error() string {
	if e.Param == "" {
		return e.Reason
	}
	return fmt.Sprintf("%s: %s", e.Param, e.Reason)
}
