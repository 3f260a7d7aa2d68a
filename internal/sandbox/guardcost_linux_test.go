package sandbox

import (
	"context"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestNextPause checks that the interval grows with the number of guards and the cost of a
// check, within bounds.
func TestNextPause(t *testing.T) {
	for _, c := range []struct {
		took time.Duration
		n    int64
		want time.Duration
	}{
		{0, 1, guardMinInterval},
		{100 * time.Microsecond, 1, guardMinInterval},
		{20 * time.Microsecond, 4, 128 * time.Millisecond},
		{time.Second, 8, guardMaxInterval},
	} {
		if got := nextPause(c.took, c.n); got != c.want {
			t.Errorf("%v, %d guards: %v, want %v", c.took, c.n, got, c.want)
		}
	}
}

// BenchmarkGuard measures the share of a core, in percent, that 1 and 8 guards take.
func BenchmarkGuard(b *testing.B) {
	used := func() time.Duration {
		var r unix.Rusage
		unix.Getrusage(unix.RUSAGE_SELF, &r)
		return time.Duration(r.Utime.Nano() + r.Stime.Nano())
	}
	for _, n := range []int{1, 8} {
		b.Run(map[int]string{1: "one", 8: "eight"}[n], func(b *testing.B) {
			for b.Loop() {
				ctx, cancel := context.WithTimeout(b.Context(), 2*time.Second)
				before, began := used(), time.Now()
				for range n {
					g := Guard{Dir: b.TempDir(), Pid: os.Getpid(), Memory: 1 << 40}
					go g.Watch(ctx.Done(), func(Excess) { b.Error("too much") })
				}
				<-ctx.Done()
				cancel()
				b.ReportMetric(100*float64(used()-before)/float64(time.Since(began)), "%core")
			}
		})
	}
}
