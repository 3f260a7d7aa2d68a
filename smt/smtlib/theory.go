package smtlib

// theory is what integers are.
type theory uint8

const (
	differences theory = iota // numbers without a width, of which two are compared
	integers                  // numbers without a width
	words                     // bit-vectors
)

func (t theory) String() string {
	return [...]string{"differences", "integers without a width", "bit-vectors"}[t]
}

func (t theory) words() bool { return t == words }

// notAsked is in the reason where a question is not for a theory.
const notAsked = "was not asked: "
