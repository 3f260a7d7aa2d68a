//go:build race

package command

// raceScripts are the scripts with the most concurrency, and the only ones that run under
// the race detector. The detector sees only the command itself, makes it several times
// slower, and would see the same code in the other scripts.
func raceScripts() []string {
	return []string{"cover", "goroutines", "seed", "explore", "worst"}
}
