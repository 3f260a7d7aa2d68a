package probe

// preparing says that code under test runs to make the inputs of a run.
var preparing bool

// Prepare is called before code under test runs to make the inputs: until
// Begin the fuel counts as in a run, and nothing is recorded.
func Prepare() {
	preparing, gaveUp, slept = true, false, 0
	fuel = limit
}

// Preparing reports whether inputs are being made: Prepare was called, and
// neither Begin nor End since.
func Preparing() bool { return preparing }

// Unbuilt is what a decoder panics with if a constructor returns an error, and an entry
// if the function that is to be called is nil: there is no such input.
type Unbuilt struct {
	By  string // the constructor
	Err error
}

// Error says who refused, and not the error: inputs that are refused for one reason
// or another are counted together.
func (u Unbuilt) Error() string {
	if u.Err == nil {
		return u.By + " returned nothing to call"
	}
	return u.By + " returned an error"
}
