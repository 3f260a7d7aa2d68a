//go:build !race

package command

// raceScripts is nil: all scripts are run.
func raceScripts() []string { return nil }
