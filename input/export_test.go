package input

// For the tests of package input_test.
var (
	RandomSpace = randomSpace
	RandomType  = randomType
	Bounded     = bounded
	ListTypes   = listTypes
	Gates       = gates
)
