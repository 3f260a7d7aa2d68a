package probe

// opened holds a function for each channel of the inputs on which the run
// could wait for ever; it ends the waiting.
var opened []func()

var onOpen func()

// OnOpen sets what is to be called when inputs hold the first channel on which
// a run could wait for ever.
func OnOpen(f func()) { onOpen = f }

// Open is called by decoders for a channel of the inputs on which the run
// could wait for ever. release closes it.
func Open(release func()) {
	opened = append(opened, release)
	if len(opened) == 1 && onOpen != nil {
		onOpen()
	}
}

// Opened reports whether there is such a channel.
func Opened() bool { return len(opened) > 0 }

// Release ends a run that waits for ever: its fuel is gone, and its channels
// are closed. It is called from another goroutine than the run's, when the
// runtime says that the run waits; the race detector does not know of that.
//
//go:norace
func Release() {
	fuel = -1
	for _, release := range opened {
		release()
	}
}

// Forget forgets the channels. It comes after the run.
func Forget() {
	for i := range opened {
		opened[i] = nil
	}
	opened = opened[:0]
}
