//go:build race

package command

// raceScripts are the scripts that are run under the race detector: those in
// which most goes on at once. The detector sees only the command itself, which
// does the same in the others, and makes it several times slower.
func raceScripts() []string {
	return []string{"cover", "goroutines", "seed", "explore", "worst"}
}
