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
	switch s {
	case Running:
		return "running"
	case Found:
		return "found"
	case Budget:
		return "budget"
	case Stopped:
		return "stopped"
	case Exhausted:
		return "exhausted"
	}
	return "unknown"
}
