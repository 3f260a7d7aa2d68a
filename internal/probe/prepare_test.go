package probe

import "testing"

// TestPrepare: while inputs are made, fuel counts and nothing is recorded; the
// run has its own fuel, and outside of both there is no limit.
func TestPrepare(t *testing.T) {
	begin(t, 1, &Target{Branch: 1, Nodes: []Node{{Cond: 0, Away: AwayFalse}}})
	End()
	SetFuel(10)
	ends := func(n int64) (ended bool) {
		defer func() { ended = IsExhausted(recover()) }()
		Cost(n)
		return false
	}
	ArmAll()
	Prepare()
	if !Preparing() || Running() {
		t.Error("not preparing")
	}
	LtI(0, 9, 5)
	if ends(10) || !ends(1) || !ends(1) {
		t.Error("fuel does not count, or only once")
	}
	Begin()
	if Preparing() || ends(10) || !ends(1) {
		t.Error("a run does not have its own fuel")
	}
	if len(Fresh()) != 0 || Outcome().Diverged {
		t.Error("something was recorded before the run")
	}
	End()
	Prepare()
	End()
	if Preparing() || ends(1000) {
		t.Error("End does not end the preparations")
	}
}
