package experiment

import (
	"context"
	"errors"
	"sync"
)

// Each does jobs, some at a time, and begins them in their order. When ctx ends,
// no more are begun. The error has the first one of each that works.
func Each[J any](ctx context.Context, parallel int, jobs []J, do func(J) error) error {
	queue := make(chan J)
	errs := make([]error, parallel)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			for job := range queue {
				if err := do(job); err != nil && errs[i] == nil {
					errs[i] = err
				}
			}
		})
	}
	for _, job := range jobs {
		select {
		case queue <- job:
			continue
		case <-ctx.Done():
		}
		break
	}
	close(queue)
	wg.Wait()
	return errors.Join(errs...)
}
