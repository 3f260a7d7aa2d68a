package probe

// Chan returns the channel of a receive operation. If the channel is nil, it calls Forever,
// since the receiver would wait for ever.
func Chan[C ~chan T | ~<-chan T, T any](c C) C {
	if c == nil {
		Forever()
	}
	return c
}

// Sent returns the value v of a send operation to c. If c is nil, it calls Forever, since the
// sender would wait for ever.
func Sent[T any](c chan<- T, v T) T {
	if c == nil {
		Forever()
	}
	return v
}

// Forever announces that the calling goroutine is about to wait for ever. If the goroutine runs
// the function under test or builds its inputs, Forever ends the run, like missing fuel. The
// worker then does not need to detect the wait, and no goroutine stays behind. Any other
// goroutine waits.
func Forever() { giveUp() }
