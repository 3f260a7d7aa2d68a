package cover

import (
	"context"

	"nearmiss/internal/fault"
)

// parallel calls do with 0 to n-1, at most -parallel calls at a time, and waits for them. When ctx
// ends, it starts no further calls. A panic of do becomes a panic of parallel.
func (s *session) parallel(ctx context.Context, n int, do func(int)) {
	var calls fault.Group
	slots := make(chan struct{}, s.opt.Parallel)
	for i := range n {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		calls.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	calls.Wait()
}
