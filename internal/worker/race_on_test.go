//go:build race

package worker

// The detector does not see how the worker learns what goroutines do: it asks the
// runtime for their states. So it takes what a call that waits for ever did before
// that for unsynchronized, and it is right that goroutines meet in the probes.
const raceDetector = true
