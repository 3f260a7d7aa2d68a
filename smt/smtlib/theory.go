package smtlib

// theory is a theory of integers.
type theory uint8

const (
	differences theory = iota // integers without a width: comparisons of two slots and a constant
	integers                  // integers without a width
	words                     // bit-vectors
)

func (t theory) String() string {
	return [...]string{"differences", "integers without a width", "bit-vectors"}[t]
}

// words reports whether the theory is that of bit-vectors.
func (t theory) words() bool { return t == words }

// notQueried begins the reason if a query was not sent.
const notQueried = "was not queried: "
