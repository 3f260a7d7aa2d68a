package fitness

// Norm is the normalization of the distance of a clause. The probes use the same norms with the
// same numbers.
type Norm uint8

const (
	Ratio Norm = iota // d/(d+1), the paper's choice
	Power             // 1 - 1.001^-d
	Raw               // d unchanged; an approach level is worth 2^64
)

var normNames = [...]string{"d/(d+1)", "1-1.001^-d", "d"}

// String returns the formula.
func (n Norm) String() string { return normNames[n] }
