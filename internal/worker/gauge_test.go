package worker

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// It is quiet while all others wait, and not while one of them computes.
func TestQuiet(t *testing.T) {
	if !alone(t) {
		return
	}
	q := newIdleGauge()
	until := func(want bool) {
		t.Helper()
		for i := 0; q.othersIdle() != want; i++ {
			if i == 100_000 {
				t.Fatalf("never %v", want)
			}
			time.Sleep(10 * time.Microsecond)
		}
	}
	for range 10 {
		go func() { select {} }()
	}
	until(true)
	var stop atomic.Bool
	go func() {
		for !stop.Load() {
		}
	}()
	until(false)
	stop.Store(true)
	until(true)
	if n := testing.AllocsPerRun(100, func() { q.othersIdle() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkQuiet(b *testing.B) {
	for _, waiting := range []int{0, 500} {
		for range waiting {
			go func() { select {} }()
		}
		b.Run("", func(b *testing.B) {
			q := newIdleGauge()
			for b.Loop() {
				q.othersIdle()
			}
		})
		b.Run("stacks", func(b *testing.B) {
			text := make([]byte, 1<<20)
			for b.Loop() {
				runtime.Stack(text, true)
			}
		})
	}
}
