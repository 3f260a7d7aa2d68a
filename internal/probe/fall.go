package probe

// A panic in a goroutine that the function under test has started ends the
// process it happens in, and nobody else can catch it. So what
// go calls defers Caught or is wrapped: only the run ends then, as one without fuel does, and
// the process goes on; Fallen tells of it. The wrappers differ in how many
// parameters and results there are. A nil function stays one: to start it ends
// the process as ever.

// fall is what became of the goroutines of the run.
type fall struct {
	fell  bool
	value any // that the first of them panicked with
}

var down fall

// Caught ends the run whose goroutine panics. It is deferred. A goroutine that an
// earlier run has left behind has nobody who minds. Where nobody looks after
// goroutines, the panic goes on.
func Caught() {
	r := recover()
	if r == nil || stale() {
		return
	}
	if keeper == nil {
		panic(r)
	}
	if !down.fell {
		down = fall{true, r}
	}
	if off == 0 || preparing {
		fuel = -1
	}
}

// Fallen reports whether a goroutine has panicked since it was asked last, and
// with what.
func Fallen() (value any, fell bool) {
	f := down
	down = fall{}
	return f.value, f.fell
}

// Falling reports whether a goroutine of the run that goes on has panicked. It is
// asked from another goroutine, and lets the run have no fuel: it counts at the
// same time, and the race detector would be right.
//
//go:norace
func Falling() bool {
	if down.fell && (off == 0 || preparing) {
		fuel = -1
		return true
	}
	return false
}

// Guard0 wraps what go calls.
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
