package probe

var (
	forever bool   // the run, or the making of its inputs, has come to a wait without an end
	spent   uint64 // what it had cost by then
)

// Chan hands on a channel that is to be received from. If it is nil, whoever
// receives waits for ever.
func Chan[C ~chan T | ~<-chan T, T any](c C) C {
	if c == nil {
		Forever()
	}
	return c
}

// Sent hands on a value that is to be sent to c. If c is nil, whoever sends
// waits for ever.
func Sent[T any](c chan<- T, v T) T {
	if c == nil {
		Forever()
	}
	return v
}

// Forever says that the goroutine at hand is about to wait for what can never
// come. If it is the one that runs the function under test, or makes its
// inputs, the run ends here as one without fuel does: nobody has to notice that
// it waits, and no goroutine stays behind. Any other goroutine waits.
//
//go:noinline
func Forever() { giveUp() }

// giveUp ends the run, if the goroutine at hand is the one that runs the function
// under test, or makes its inputs. More fuel would not help it.
//
//go:noinline
func giveUp() {
	if keeper == nil || off != 0 && !preparing || keeper.Foreign() {
		return
	}
	if !preparing && !forever {
		spent = uint64(limit - max(fuel, 0))
		keeper.Settle() // the others go on until they end or wait too
	}
	forever, fuel = true, -1
	panic(&exhausted)
}

// WaitsForever reports whether Forever has ended the last run, or the making of
// its inputs.
func WaitsForever() bool { return forever }
