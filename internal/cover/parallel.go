package cover

import (
	"context"
	"sync"
)

// parallel calls do with 0 to n-1, at most -parallel calls at a time, and waits for them. When ctx
// ends, it starts no further calls.
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
