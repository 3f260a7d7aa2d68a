package probe

// preparing is true while code under test builds the inputs of a run.
var preparing bool

// Prepare announces that code under test is about to build the inputs. Until Begin its fuel is
// counted as in a run, and nothing else is recorded.
func Prepare() {
	preparing, hasGivenUp, sleptSoFar = true, false, 0
	fuel = fuelLimit
}

// Look announces that a method is about to be called that tells what the run did. Until End its fuel
// is counted as in a run, and nothing else is recorded.
func Look() {
	if wasAbandoned {
		blockIfStale()
	}
	preparing, fuel = true, fuelLimit
}

// Preparing reports whether inputs are being built: whether Prepare was called, and since then
// neither Begin nor End.
func Preparing() bool { return preparing }

// Unbuilt is the panic value for an input that cannot be built. A decoder panics with it if a
// constructor returns an error. An entry that calls the result of a function panics with it if the
// function returns nil or an error.
type Unbuilt struct {
	By  string // name of the constructor or function
	Err error  // nil if the function returned nil
}

// Error names the constructor or function without its error, because all inputs that it refuses
// are counted together.
func (u Unbuilt) Error() string {
	if u.Err == nil {
		return u.By + " returned nothing to call"
	}
	return u.By + " returned an error"
}
