package cluster

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkWorkers prints the rows an hour of workers whose cells take no time, each with a connection of its own:
//
//	go test ./cluster -run '^$' -bench Workers -benchtime 1x
func BenchmarkWorkers(b *testing.B) {
	const seeds = 2000
	for _, workers := range []int{1, 10, 100, 1000} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				f := newFixture(b, strings.Replace(text, "seeds = 6", fmt.Sprint("seeds = ", seeds), 1))
				ctx, cancel := context.WithCancel(context.Background())
				var group sync.WaitGroup
				for range workers {
					group.Go(func() { f.work(ctx, 1, fine) })
				}
				time.Sleep(time.Second) // they connect, and wait for a campaign
				b.StartTimer()
				if err := f.coordinate(ctx, Options{}); err != nil || f.kept != 6*seeds {
					b.Errorf("%v, %d rows", err, f.kept)
				}
				b.StopTimer()
				cancel()
				group.Wait()
			}
			b.ReportMetric(float64(6*seeds*b.N)/b.Elapsed().Hours(), "rows/h")
		})
	}
}
