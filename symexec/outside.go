package symexec

// What Go leaves open, and where the executor knows one way alone.
const (
	orderOfMaps       = "maps are ranged over in the order of insertion"
	orderOfCases      = "a select takes its first case that is ready"
	orderOfGoroutines = "goroutines run one at a time, in the order in which they became ready"
	environment       = "the environment is empty"
)

// relies keeps what the path takes for granted of the world outside the input. What
// the harness does before and after the run decides nothing.
func (m *machine) relies(on string) {
	if m.running {
		m.path.Outside = on
	}
}
