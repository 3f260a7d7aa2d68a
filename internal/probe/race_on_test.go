//go:build race

package probe

// The probes give up counts for speed when goroutines meet in them; the race
// detector is right about that.
const raceDetector = true
