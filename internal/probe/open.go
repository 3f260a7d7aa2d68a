package probe

// channelReleases has a function for each channel of the inputs on which the run could wait for
// ever. The function ends the wait.
var channelReleases []func()

// firstOpenHook is called when Open registers the first channel of a run.
var firstOpenHook func()

// OnOpen sets the function to call when the inputs of a run have a channel on which the run
// could wait for ever. It is called only for the first such channel.
func OnOpen(f func()) { firstOpenHook = f }

// Open registers a channel of the inputs on which the run could wait for ever. Decoders call it.
// release closes the channel.
func Open(release func()) {
	channelReleases = append(channelReleases, release)
	if len(channelReleases) == 1 && firstOpenHook != nil {
		firstOpenHook()
	}
}

// Opened reports whether Open has registered a channel of the inputs.
func Opened() bool { return len(channelReleases) > 0 }

// Release ends a run that waits for ever: it removes the fuel and closes the registered
// channels. Another goroutine calls it when the runtime reports that the run waits. The race
// detector does not know that the run waits and would report a race.
//
//go:norace
func Release() {
	fuel, reserve = -1, 0
	for _, release := range channelReleases {
		release()
	}
}

// Forget removes the registered channels after a run.
func Forget() {
	for i := range channelReleases {
		channelReleases[i] = nil
	}
	channelReleases = channelReleases[:0]
}
