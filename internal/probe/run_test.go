package probe

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// begin prepares n conditions and starts a run against a target.
func begin(t *testing.T, n int, target *Target) {
	t.Helper()
	if !Init(n, 8) {
		t.Fatal("Init refuses")
	}
	t.Cleanup(func() { Init(0, 0) })
	SetTarget(target)
	Begin()
}

// TestDoc is the example of the package comment.
func TestDoc(t *testing.T) {
	begin(t, 1, &Target{Branch: 1, Nodes: []Node{{Cond: 0, Away: AwayFalse}}})
	if LtI(0, 9, 5) {
		t.Error("9 < 5")
	}
	End()
	r := Outcome()
	if !r.Diverged || r.Exact != 5 || r.Hit || !slices.Equal(Fresh(), []Branch{0}) {
		t.Errorf("got %+v, fresh %v", *r, Fresh())
	}
	if got := r.Published(); got != 5 {
		t.Errorf("published %v, want 5", got)
	}
}

// TestConditionsCompute asserts that a probe returns the value of its condition, inside and
// outside of a run and with any flags, and that it records the distance from the outcome that
// was not taken.
func TestConditionsCompute(t *testing.T) {
	ints := []int64{math.MinInt64, -1, 0, 1, 7, math.MaxInt64}
	uints := []uint64{0, 1, 7, math.MaxUint64}
	floats := []float64{math.Inf(-1), -1, 0, math.Copysign(0, -1), 0.5, math.NaN(), math.Inf(1)}
	strings := []string{"", "a", "ab", "b", "\xff"}
	probed := map[Rel]struct {
		i func(Branch, int64, int64) bool
		u func(Branch, uint64, uint64) bool
		f func(Branch, float64, float64) bool
		s func(Branch, string, string) bool
	}{
		EQ: {EqI, EqU, EqF, EqS}, NE: {NeI, NeU, NeF, NeS}, LT: {LtI, LtU, LtF, LtS},
		LE: {LeI, LeU, LeF, LeS}, GT: {GtI, GtU, GtF, GtS}, GE: {GeI, GeU, GeF, GeS},
	}
	one := func(what string, want bool, call func() bool, missed uint64) {
		t.Helper()
		if got := call(); got != want {
			t.Errorf("%s outside of a run: %v", what, got)
		}
		Begin()
		got := call()
		End()
		if got != want {
			t.Errorf("%s in a run: %v", what, got)
		}
		if r := Outcome(); !r.Diverged || r.Exact != missed || r.Exact == 0 {
			t.Errorf("%s: recorded %+v, want distance %d", what, *r, missed)
		}
		if want := []Branch{4 + Branch(word(want))}; !slices.Equal(Fresh(), want) {
			t.Errorf("%s: fresh %v, want %v", what, Fresh(), want)
		}
		ArmAll()
	}
	begin(t, 3, &Target{Branch: NoBranch, Nodes: []Node{{Cond: 2, Away: AwayFalse | AwayTrue}}})
	End()
	for r, p := range probed {
		for _, a := range ints {
			for _, b := range ints {
				d := DistI(r, a, b)
				one(fmt.Sprint(a, r, b), d == 0, func() bool { return p.i(4, a, b) }, max(d, DistI(r.Negate(), a, b)))
			}
		}
		for _, a := range uints {
			for _, b := range uints {
				d := DistU(r, a, b)
				one(fmt.Sprint(a, r, b), d == 0, func() bool { return p.u(4, a, b) }, max(d, DistU(r.Negate(), a, b)))
			}
		}
		for _, a := range floats {
			for _, b := range floats {
				d := DistF(r, a, b)
				missed := d
				if d == 0 {
					missed = DistF(r.Negate(), a, b)
				}
				one(fmt.Sprint(a, r, b), d == 0, func() bool { return p.f(4, a, b) }, missed)
			}
		}
		for _, a := range strings {
			for _, b := range strings {
				d := DistS(r, a, b)
				one(fmt.Sprintf("%q%v%q", a, r, b), d == 0, func() bool { return p.s(4, a, b) }, max(d, DistS(r.Negate(), a, b)))
			}
		}
	}
	for _, v := range []bool{false, true} {
		one("bool", v, func() bool { return Bool(4, v) }, 1)
		one("named", v, func() bool { return Named(4, v) }, 1)
	}
	one("complex ==", false, func() bool { return EqC(4, 1+2i, 4-2i) }, DistC(EQ, 1+2i, 4-2i))
	one("complex !=", true, func() bool { return NeC(4, 1+2i, 4-2i) }, DistC(EQ, 1+2i, 4-2i))
}

// TestLeastDivergence: of several divergences the least level counts, then
// the least distance; in the published mode the last one.
func TestLeastDivergence(t *testing.T) {
	nodes := []Node{{Cond: 0, Level: 2, Away: AwayFalse}, {Cond: 1, Level: 1, Away: AwayFalse}, {Cond: 2, Level: 1, Away: AwayTrue}}
	steps := func() {
		EqI(0, 5, 5)    // stays
		EqI(0, 5, 9)    // level 2, 5
		EqI(2, 1, 100)  // level 1, 100
		EqI(2, 1, 31)   // level 1, 31
		EqI(2, 1, 41)   // level 1, 41
		EqI(0, 5, 6)    // level 2, 2
		EqI(4, 5, 7000) // false stays
	}
	begin(t, 3, &Target{Branch: 3, Nodes: nodes})
	steps()
	End()
	if r := Outcome(); r.Level != 1 || r.Exact != 31 || r.Hit {
		t.Errorf("least: %+v", *r)
	}
	SetTarget(&Target{Branch: 3, Nodes: nodes, Last: true})
	Begin()
	steps()
	EqI(2, 4, 4)
	End()
	if r := Outcome(); r.Level != 2 || r.Exact != 2 || !r.Hit {
		t.Errorf("last: %+v", *r)
	}
	SetTarget(nil)
	Begin()
	steps()
	End()
	if r := Outcome(); r.Diverged || r.Hit {
		t.Errorf("without a target: %+v", *r)
	}
}

// TestFresh asserts that Fresh reports a branch once until it is armed again.
func TestFresh(t *testing.T) {
	begin(t, 4, nil)
	Bool(2, true)
	Bool(2, true)
	Bool(0, false)
	End()
	if want := []Branch{3, 0}; !slices.Equal(Fresh(), want) {
		t.Errorf("first: %v, want %v", Fresh(), want)
	}
	Bool(4, true)
	Begin()
	Bool(2, true)
	End()
	if Interesting() {
		t.Errorf("second: %v", Fresh())
	}
	Arm(3, 99)
	Begin()
	Bool(2, true)
	Bool(0, false)
	End()
	if want := []Branch{3}; !slices.Equal(Fresh(), want) {
		t.Errorf("armed again: %v, want %v", Fresh(), want)
	}
	DisarmAll()
	Arm(6)
	Begin()
	Bool(6, true)
	Bool(6, false)
	End()
	if want := []Branch{6}; !slices.Equal(Fresh(), want) {
		t.Errorf("one alone is armed: %v, want %v", Fresh(), want)
	}
}

// TestFuel: the block that passes the limit panics, and every later one.
func TestFuel(t *testing.T) {
	begin(t, 0, nil)
	End()
	Cost(1 << 40)
	SetFuel(10)
	Begin()
	n := 0
	var caught []any
	for i := 0; i < 4; i++ {
		func() {
			defer func() { caught = append(caught, recover()) }()
			for {
				Cost(3)
				n++
			}
		}()
	}
	End()
	if n != 3 {
		t.Errorf("%d blocks of 3 statements with fuel for 10", n)
	}
	for _, v := range caught {
		if !IsExhausted(v) {
			t.Errorf("panic with %v", v)
		}
	}
	if r := Outcome(); !r.Exhausted || r.Cost < 10 {
		t.Errorf("%+v", *r)
	}
	Cost(100)
	Begin()
	Cost(7)
	Cost(3)
	End()
	if r := Outcome(); r.Exhausted || r.Cost != 10 {
		t.Errorf("%+v", *r)
	}
}

// TestSwitch: cases are compared in order up to the match.
func TestSwitch(t *testing.T) {
	cases := []CaseI{{0, 10}, {6, 20}, {4, 30}}
	trace := func(v int64) []Branch {
		Begin()
		if got := SwI(0, false, v, cases); got != v {
			t.Errorf("SwI(%d) = %d", v, got)
		}
		End()
		return Trace()
	}
	begin(t, 4, &Target{Branch: 5, Nodes: []Node{{Cond: 3, Level: 3, Away: AwayTrue}, {Cond: 2, Level: 0, Away: AwayFalse}}})
	End()
	RecordTrace(10)
	for v, want := range map[int64][]Branch{10: {1}, 20: {0, 7}, 30: {0, 6, 5}, 7: {0, 6, 4}} {
		if got := trace(v); !slices.Equal(got, want) {
			t.Errorf("tag %d: took %v, want %v", v, got, want)
		}
	}
	trace(27)
	if r := Outcome(); r.Level != 0 || r.Exact != 4 {
		t.Errorf("distance to 30 from 27: %+v", *r)
	}
	RecordTrace(0)
	DisarmAll()
	SetTarget(nil)
	trace(7)
	if switchActive[0] != 0 {
		t.Error("a switch of which nothing is asked is looked at again")
	}
	Arm(5)
	trace(30)
	if !slices.Equal(Fresh(), []Branch{5}) {
		t.Errorf("armed: %v", Fresh())
	}
	RecordTrace(10)
	Begin()
	Clause(0, []Branch{0, 6, 4}, 1)
	Clause(0, []Branch{0, 6, 4}, 3)
	Passed(0, []Branch{0, 6, 4}, 1)
	SwU(0, false, 9, []CaseU{{0, 8}, {2, 9}})
	SwS(0, false, "x", []CaseS{{0, "x"}, {2, "y"}})
	End()
	if want := []Branch{0, 7, 0, 6, 4, 0, 0, 3, 1}; !slices.Equal(Trace(), want) {
		t.Errorf("clauses: %v, want %v", Trace(), want)
	}
}

// TestLoopEnd asserts that Ended records the end of a loop unless a break led there.
func TestLoopEnd(t *testing.T) {
	begin(t, 1, nil)
	RecordTrace(10)
	Taken(1)
	Broke()
	Ended(0)
	Taken(1)
	Ended(0)
	End()
	if want := []Branch{1, 1, 0}; !slices.Equal(Trace(), want) {
		t.Errorf("%v, want %v", Trace(), want)
	}
	Fall()
	if !Fell() || Fell() {
		t.Error("a fallthrough is told once")
	}
}

// TestSlots asserts that a slot holds exactly the stored value.
func TestSlots(t *testing.T) {
	begin(t, 1, nil)
	var none []int16
	SetI(0, -5)
	SetU(1, 7)
	SetF(2, 1.5)
	SetB(3, true)
	SetS(4, "hey")
	SetSlice(5, 2, []int16{1, -2, 3})
	SetSlice(6, 2, none)
	SetArray(7, 2, 4, &[2]uint32{8, 9})
	SetI(8, 1)
	SetS(99, "x")
	for i, want := range []uint64{^uint64(4), 7, math.Float64bits(1.5), 1, 3, 3, 0, 2} {
		if s := slots[i]; s.Bits != want || !s.Defined {
			t.Errorf("slot %d: %+v, want %d", i, s, want)
		}
	}
	if got := *(*[3]byte)(slots[4].Ptr); string(got[:]) != "hey" {
		t.Errorf("string: %q", got)
	}
	if got := *(*[3]int16)(slots[5].Ptr); got != [3]int16{1, -2, 3} {
		t.Errorf("slice: %v", got)
	}
	if slots[6].Ptr != nil {
		t.Error("a nil slice has a pointer")
	}
	if got := *(*[2]uint32)(slots[7].Ptr); got != [2]uint32{8, 9} {
		t.Errorf("array: %v", got)
	}
	SetSlice(5, 2, []int16{})
	if s := slots[5]; s.Ptr == nil || s.Bits != 0 {
		t.Errorf("empty slice: %+v", s)
	}
	SetSlice(5, 1, make([]byte, MaxHeld+1))
	if slots[5].Defined {
		t.Error("a slice too long to hold is defined")
	}
	Undef(0, 0)
	if slots[0] != (Slot{}) {
		t.Errorf("undefined: %+v", slots[0])
	}
	Go()
	SetS(4, "hey")
	if slots[4].Defined {
		t.Error("a string is read while other goroutines run")
	}
	End()
}

// TestHooksTakeTurns asserts that hooks exclude each other once the code has goroutines.
func TestHooksTakeTurns(t *testing.T) {
	begin(t, 1, &Target{Branch: 1, Symbolic: true, Nodes: []Node{{Cond: 0, Program: new(Program)}}})
	defer End()
	//lint:ignore SA4000 the second call is to answer the same
	if !Want(0) || !Want(0) || Eval(0) {
		t.Error("a lone goroutine is refused")
	}
	Go()
	if !Want(0) || Want(0) {
		t.Error("two hooks at once")
	}
	Eval(0)
	if !Want(0) {
		t.Error("the turn is not handed on")
	}
	End()
	Begin()
	if !Want(0) {
		t.Error("a hook left by a panic blocks the next run")
	}
}

// TestNextTargetForgetsGoroutines checks that a string is undefined once the code under test has
// started a goroutine, and defined again in the runs for the next target.
func TestNextTargetForgetsGoroutines(t *testing.T) {
	symbolic := &Target{Branch: 1, Symbolic: true, Nodes: []Node{{Cond: 0, Away: 3, Program: new(Program)}}}
	begin(t, 2, symbolic)
	for _, defined := range []bool{true, false, true} {
		if !Want(0) || !SetS(1, "text") || slots[1].Defined != defined {
			t.Errorf("the string is defined: %v, want %v", slots[1].Defined, defined)
		}
		Eval(0)
		Go()
		End()
		if !defined {
			SetTarget(symbolic)
		}
		Begin()
	}
	End()
}

// TestGoroutines: probes from many goroutines at once do no harm.
func TestGoroutines(t *testing.T) {
	if raceDetector {
		t.Skip("probes race by design: lost counts are allowed, wild writes are not")
	}
	begin(t, 64, &Target{Branch: 1, Symbolic: true, Nodes: []Node{{Cond: 0, Away: 3, Program: new(Program)}, {Cond: 5, Away: 3}}})
	RecordTrace(100)
	Go()
	done := make(chan bool)
	for g := 0; g < 4; g++ {
		go func(rng *rand.Rand) {
			for i := 0; i < 20000; i++ {
				f := 2 * Branch(rng.IntN(64))
				_ = Want(f/2) && SetI(0, 1) && SetS(1, "text") && SetSlice(2, 1, []byte("abc")) && Eval(f/2)
				EqI(f, rng.Int64N(5), 2)
				EqS(f, "a", "b")
				Cost(1)
			}
			done <- true
		}(rand.New(rand.NewPCG(1, uint64(g))))
	}
	for i := 0; i < 50; i++ {
		End()
		ArmAll()
		Begin()
	}
	for g := 0; g < 4; g++ {
		<-done
	}
	End()
}

// TestNoAllocation: a run in the steady state does not allocate.
func TestNoAllocation(t *testing.T) {
	begin(t, 2, &Target{Branch: 1, Symbolic: true, Nodes: []Node{{Cond: 0, Away: 3, Program: new(Program)}}})
	End()
	bytes := []byte("some bytes")
	run := func() {
		Begin()
		_ = Want(0) && SetI(0, 1) && SetS(1, "text") && SetSlice(2, 1, bytes) && SetArray(3, 2, 8, &[2]int{1, 2}) && Eval(0)
		EqS(0, View(bytes), "some")
		Cost(1)
		End()
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations a run", n)
	}
	if n := testing.AllocsPerRun(100, func() {
		s := string(bytes) // on the stack, unless a probe lets it escape
		_ = Want(0) && SetS(1, s)
		EqS(0, s, "x")
		LtS(0, "x", s)
		SwS(0, false, s, []CaseS{{0, s}})
	}); n != 0 {
		t.Errorf("a string escapes: %v allocations", n)
	}
}

func TestInit(t *testing.T) {
	if Init(MaxConds+1, 0) || Init(-1, 0) {
		t.Error("Init takes a package that is too large")
	}
	if !Init(MaxConds, 0) {
		t.Error("Init refuses the largest package")
	}
	Begin()
	Bool(2*MaxConds-2, true)
	End()
	if !slices.Equal(Fresh(), []Branch{2*MaxConds - 1}) {
		t.Errorf("last branch: %v", Fresh())
	}
	Init(0, 0)
	SetTarget(&Target{Branch: 5, Nodes: []Node{{Cond: 9, Away: 3}}})
	Begin()
	Bool(18, true)
	End()
	if Outcome().Diverged {
		t.Error("a condition that does not exist diverges")
	}
	SetTarget(nil)
}

// TestCostBesideOthers asserts that the cost is 0, and not near 2^64, if a goroutine of an earlier
// run has left the run with more fuel than its limit.
func TestCostBesideOthers(t *testing.T) {
	begin(t, 1, nil)
	SetFuel(100)
	Begin()
	Cost(3)
	fuel = maxFuel - 1 // as that goroutine has stored it
	End()
	if c := Outcome().Cost; c != 0 {
		t.Errorf("the run cost %d", c)
	}
}
