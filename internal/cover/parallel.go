package cover

import (
	"context"
	"sync"
)

// parallel calls do with 0 to n-1, as many at a time as -parallel says, and
// returns when all calls have. When ctx ends, no more are begun.
func (s *session) parallel(ctx context.Context, n int, do func(int)) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, s.opt.Parallel)
	for i := range n {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	wg.Wait()
}
