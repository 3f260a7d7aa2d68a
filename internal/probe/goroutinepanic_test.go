package probe

import (
	"errors"
	"testing"
)

// A panic in a goroutine of the run ends the run. TakeGoroutinePanic also reports a panic between
// runs, but not a panic in a goroutine of an earlier run. Without a Keeper the panic continues.
func TestFall(t *testing.T) {
	Init(1, 0)
	SetFuel(100)
	stale := false
	Keep(&Keeper{Settle: func() {}, Foreign: func() bool { return true }, Stale: func() bool { return stale }, Leave: func() {}})
	defer Keep(nil)
	defer SetFuel(0)
	boom := errors.New("boom")
	dies := func() (value any) { // of what go would call
		defer func() { value = recover() }()
		Guard1(func(e error) { panic(e) })(boom)
		return nil
	}
	Begin()
	if v := dies(); v != nil || fuel >= 0 {
		t.Errorf("within a run: it panics with %v, fuel %d", v, fuel)
	}
	fuel = 7 // the run counted on at that moment
	if !GoroutinePanicPending() || fuel >= 0 {
		t.Errorf("no panic, fuel %d", fuel)
	}
	End()
	if v, panicked := TakeGoroutinePanic(); !panicked || v != any(boom) {
		t.Errorf("panicked: %v, with %v", panicked, v)
	}
	if v := dies(); v != nil || fuel < 0 {
		t.Errorf("between runs: it panics with %v, fuel %d", v, fuel)
	}
	if _, panicked := TakeGoroutinePanic(); !panicked {
		t.Error("between runs: nobody knows of it")
	}
	Left()
	stale = true
	if v := dies(); v != nil {
		t.Errorf("left behind: it panics with %v", v)
	}
	if v, panicked := TakeGoroutinePanic(); panicked || GoroutinePanicPending() {
		t.Errorf("panicked with %v", v)
	}
	Keep(nil)
	Begin()
	if v := dies(); v != any(boom) {
		t.Errorf("with nobody to tell: it panics with %v", v)
	}
	End()
}

// Guard functions pass on the arguments, and return nil for a nil function.
func TestGuards(t *testing.T) {
	n := 0
	add := func(k int) { n = 10*n + k }
	Guard0(func() { add(1) })()
	Guard1(add)(2)
	Guard2(func(a, b int) { add(a); add(b) })(3, 4)
	Guard3(func(a, b, c int) { add(a); add(b + c) })(5, 3, 3)
	Guard4(func(a, b, c, d int) { add(a + b); add(c + d) })(3, 4, 4, 4)
	if n != 12345678 {
		t.Error(n)
	}
	n = 0
	Guard0R(func() bool { add(1); return true })()
	Guard1R(func(k int) error { add(k); return nil })(2)
	Guard2R(func(a, b int) int { add(a); add(b); return 0 })(3, 4)
	Guard3R(func(a, b, c int) string { add(a); add(b); add(c); return "" })(5, 6, 7)
	if n != 1234567 {
		t.Error(n)
	}
	if Guard0(nil) != nil || Guard1[int](nil) != nil || Guard2[int, int](nil) != nil || Guard3[int, int, int](nil) != nil || Guard4[int, int, int, int](nil) != nil ||
		Guard0R[int](nil) != nil || Guard1R[int, int](nil) != nil || Guard2R[int, int, int](nil) != nil || Guard3R[int, int, int, int](nil) != nil {
		t.Error("nil becomes something")
	}
}
