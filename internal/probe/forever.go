package probe

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
func Forever() { giveUp() }
