package engine

import (
	"context"
	"errors"
	"fmt"
)

// attempts is how many workers may end on a cell.
const attempts = 3

// Replacing returns a worker that starts another one for its first cell, and a new one after each that ends. The
// third time in a cell its result says so.
func Replacing(start func() (Worker, error)) Worker { return &replacing{start: start} }

type replacing struct {
	start func() (Worker, error)
	now   Worker // nil before it is needed
}

// Do implements Worker.
func (w *replacing) Do(ctx context.Context, j *Job) (*Result, error) {
	for attempt := 1; ; attempt++ {
		if w.now == nil {
			started, err := w.start()
			if err != nil {
				return nil, fmt.Errorf("cannot start a process for cells: %w", err)
			}
			w.now = started
		}
		res, err := w.now.Do(ctx, j)
		var ended *EndedError
		if ctx.Err() != nil || !errors.As(err, &ended) {
			return res, err
		}
		w.Close()
		if attempt == attempts {
			return &Result{Error: fmt.Sprintf("%v (%d times)", err, attempts), By: Self()}, nil
		}
	}
}

// Close implements Worker.
func (w *replacing) Close() {
	if w.now != nil {
		w.now.Close()
		w.now = nil
	}
}
