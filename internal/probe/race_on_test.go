//go:build race

package probe

// When goroutines call probes concurrently, counts may be lost, for the sake of speed. The race
// detector would report these races.
const raceDetector = true
