// Package testgen turns inputs that a search found into ordinary Go tests.
package testgen
