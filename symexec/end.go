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
)

// End says how a path ended.
type End struct {
	Kind EndKind
	What string // the panic's message, the construct that is not modelled
	At   string // file:line:col of it
}
