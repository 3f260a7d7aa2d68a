package search

// Status says where a search stands and, once it is over, why it ended.
type Status uint8

const (
	Running   Status = iota
	Found            // the target was reached
	Budget           // the evaluations are used up
	Stopped          // the stop function said so
	Exhausted        // every input was tried, or there is nothing to vary
	NumStatus
)

// String returns the status in lower case.
func (s Status) String() string {
	return [...]string{"running", "found", "budget", "stopped", "exhausted", "unknown"}[min(s, NumStatus)]
}
