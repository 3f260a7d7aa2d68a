//go:build !race

package main

// raceScripts is nil: all scripts are run.
func raceScripts() []string { return nil }
