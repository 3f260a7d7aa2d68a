// Package ese searches for the path through a function that costs most, by
// choosing sides at its branches.
package ese
