package probe

// preparing is true while code under test builds the inputs of a run.
var preparing bool

// Prepare announces that code under test is about to build the inputs. Until Begin its fuel is
// counted as in a run, and nothing else is recorded.
func Prepare() {
	preparing, hasGivenUp, sleptSoFar = true, false, 0
	fuel = fuelLimit
}

// Preparing reports whether inputs are being built: whether Prepare was called, and since then
// neither Begin nor End.
func Preparing() bool { return preparing }

// Unbuilt is the panic value for an input that cannot be built. A decoder panics with it if a
// constructor returns an error, and an entry if the function to call is nil.
type Unbuilt struct {
	By  string // name of the constructor
	Err error  // nil if the constructor returned a nil function
}

// Error names the constructor without its error, because inputs that a constructor refuses are
// counted together.
func (u Unbuilt) Error() string {
	if u.Err == nil {
		return u.By + " returned nothing to call"
	}
	return u.By + " returned an error"
}
