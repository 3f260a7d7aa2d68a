package symexec

// EndKind is the way a path ended.
type EndKind uint8

const (
	Returned EndKind = iota
	Panicked
	OutOfFuel
	Contradicted // the precondition admits no path
	Stopped      // the context ended
	Unsupported  // code that is not modelled was reached with nothing to fall back on
	Deadlocked
	TooDeep // of calls
	OutOfMemory
	Undetermined // no solver could say whether the precondition admits a path
	Unbuilt      // code that makes the input panicked or refused
	Abandoned    // the chooser gave the path up
	Faulted      // the executor or the solver is at fault
)

// ends has one row for each way in which a path can end.
var ends = [...]struct {
	name string
	text string // for users
}{
	Returned:     {"returned", "the function returned"},
	Panicked:     {"panicked", "the function panicked"},
	OutOfFuel:    {"out of fuel", "the path is longer than the limit"},
	Contradicted: {"contradicted", "no input satisfies the precondition"},
	Stopped:      {"stopped", "the time was up"},
	Unsupported:  {"unsupported", "the path comes to code that cannot be executed symbolically"},
	Deadlocked:   {"deadlocked", "all goroutines wait for each other"},
	TooDeep:      {"too deep", "there are more calls within calls than the limit"},
	OutOfMemory:  {"out of memory", "the path needs more memory than the limit"},
	Undetermined: {"undetermined", "no solver could say whether an input satisfies the precondition"},
	Unbuilt:      {"unbuilt", "the input could not be made"},
	Abandoned:    {"abandoned", "the search gave the path up"},
	Faulted:      {"faulted", "there is a fault in the executor or the solver: please report it"},
}

// String names the kind.
func (k EndKind) String() string { return ends[k].name }

// Text says what the kind means, as a clause of a sentence.
func (k EndKind) Text() string { return ends[k].text }

// End says how a path ended.
type End struct {
	Kind EndKind
	What string // the panic's message, the construct that is not modelled
	At   string // where: file:line, in files that are not rewritten file:line:col
}
