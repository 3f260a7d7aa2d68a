package worker

import (
	"errors"

	"nearmiss/internal/probe"
)

var errProgram = errors.New("worker: malformed fitness program")

// unmarshal reads a program that fills words.
func unmarshal(words []uint64) (*probe.Program, error) {
	p, rest, ok := probe.UnmarshalProgram(words)
	if !ok || len(rest) > 0 {
		return nil, errProgram
	}
	return p, nil
}
