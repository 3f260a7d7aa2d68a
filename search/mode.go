package search

// Mode names a fitness function.
type Mode uint8

const (
	Standard Mode = iota // approach level + normalised branch distance
	Symbolic             // approximation level + path distance
	NumModes
)

// String returns the name that the command line uses.
func (m Mode) String() string {
	return [...]string{"standard", "symbolic", "unknown"}[min(m, NumModes)]
}
