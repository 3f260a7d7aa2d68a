package probe

// A panic in a goroutine that the function under test started would end the process, because no
// other goroutine can recover it. Therefore the function of a go statement defers Caught or is
// wrapped by a Guard function. A panic then ends only the run, like missing fuel, and
// TakeGoroutinePanic reports it. The Guard functions differ in the number of parameters and
// results. They return nil for a nil function: to start it ends the process as before.

// goroutinePanic describes the first panic in a goroutine of the run.
type goroutinePanic struct {
	occurred bool // a goroutine of the run has panicked
	value    any  // value of the panic
}

var pendingPanic goroutinePanic

// Caught, when deferred in a goroutine, recovers its panic and ends the run. It ignores a panic
// in a goroutine of an earlier run. Without a Keeper the panic continues.
func Caught() {
	r := recover()
	if r == nil || onStaleGoroutine() {
		return
	}
	if keeper == nil {
		panic(r)
	}
	if !pendingPanic.occurred {
		pendingPanic = goroutinePanic{true, r}
	}
	if threshold == 0 || preparing {
		fuel, reserve = -1, 0
	}
}

// TakeGoroutinePanic reports whether a goroutine has panicked since the last call of
// TakeGoroutinePanic, and returns the value of the panic.
func TakeGoroutinePanic() (value any, panicked bool) {
	f := pendingPanic
	pendingPanic = goroutinePanic{}
	return f.value, f.occurred
}

// GoroutinePanicPending reports whether a goroutine of the current run has panicked, and removes
// the fuel of the run in that case. Another goroutine calls it while the run counts its fuel; the
// race detector would report this race.
//
//go:norace
func GoroutinePanicPending() bool {
	if pendingPanic.occurred && (threshold == 0 || preparing) {
		fuel, reserve = -1, 0
		return true
	}
	return false
}

// Guard0 wraps the function of a go statement so that it defers Caught.
func Guard0(f func()) func() {
	if f == nil {
		return nil
	}
	return func() {
		defer Caught()
		f()
	}
}

// Guard1 is Guard0 for one parameter.
func Guard1[A any](f func(A)) func(A) {
	if f == nil {
		return nil
	}
	return func(a A) {
		defer Caught()
		f(a)
	}
}

// Guard2 is Guard0 for two parameters.
func Guard2[A, B any](f func(A, B)) func(A, B) {
	if f == nil {
		return nil
	}
	return func(a A, b B) {
		defer Caught()
		f(a, b)
	}
}

// Guard3 is Guard0 for three parameters.
func Guard3[A, B, C any](f func(A, B, C)) func(A, B, C) {
	if f == nil {
		return nil
	}
	return func(a A, b B, c C) {
		defer Caught()
		f(a, b, c)
	}
}

// Guard4 is Guard0 for four parameters.
func Guard4[A, B, C, D any](f func(A, B, C, D)) func(A, B, C, D) {
	if f == nil {
		return nil
	}
	return func(a A, b B, c C, d D) {
		defer Caught()
		f(a, b, c, d)
	}
}

// Guard0R is Guard0 for a function with a result.
func Guard0R[R any](f func() R) func() {
	if f == nil {
		return nil
	}
	return Guard0(func() { f() })
}

// Guard1R is Guard1 for a function with a result.
func Guard1R[A, R any](f func(A) R) func(A) {
	if f == nil {
		return nil
	}
	return Guard1(func(a A) { f(a) })
}

// Guard2R is Guard2 for a function with a result.
func Guard2R[A, B, R any](f func(A, B) R) func(A, B) {
	if f == nil {
		return nil
	}
	return Guard2(func(a A, b B) { f(a, b) })
}

// Guard3R is Guard3 for a function with a result.
func Guard3R[A, B, C, R any](f func(A, B, C) R) func(A, B, C) {
	if f == nil {
		return nil
	}
	return Guard3(func(a A, b B, c C) { f(a, b, c) })
}
