package fitness

// Norm is the normalization of the distance of a clause. The probes use the same norms with the
// same numbers.
type Norm uint8

const (
	Ratio Norm = iota // d/(d+1), the paper's choice
	Power             // 1 - 1.001^-d
)

var normNames = [...]string{"d/(d+1)", "1-1.001^-d"}

// String returns the formula.
func (n Norm) String() string { return normNames[n] }
