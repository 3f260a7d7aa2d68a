//go:build race

package command

// raceScripts are the scripts that run under the race detector. The detector sees only the
// command itself, makes it several times slower, and would see the same code in the other
// scripts. The one script writes tests, so that all that cover does at once is seen; interrupts
// have tests of their own.
func raceScripts() []string {
	return []string{"goroutines"}
}
