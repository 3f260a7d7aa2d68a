//go:build race

package worker

// A call that waits for ever is left behind without any synchronization.
const raceDetector = true
