package search

// Status is the state of a search: running, or the reason why it ended.
type Status uint8

const (
	Running   Status = iota
	Found            // the target was reached
	Budget           // the evaluations are used up
	Stopped          // the stop function returned true
	Exhausted        // every input was tried, or the input has nothing to vary
	NumStatus
)

// String returns the status in lower case.
func (s Status) String() string {
	return [...]string{"running", "found", "budget", "stopped", "exhausted", "unknown"}[min(s, NumStatus)]
}
