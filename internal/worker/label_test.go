package worker

import (
	"runtime"
	"testing"
)

// TestOnStale: a goroutine that was left behind is stale; the goroutine that goes on, and those that it starts, are not.
func TestOnStale(t *testing.T) {
	s := newJoiner()
	s.markFresh()
	ask := func(questions chan chan bool) {
		for q := range questions {
			q <- s.onStale()
		}
	}
	answer := func(questions chan chan bool) bool {
		q := make(chan bool)
		questions <- q
		return <-q
	}
	old := make(chan chan bool)
	defer close(old)
	go ask(old)
	if answer(old) || s.onStale() {
		t.Fatal("stale before any goroutine is left behind")
	}
	var all []uint64
	s.eachGoroutine(func(id uint64, _ string) { all = append(all, id) })
	s.markStale(all)
	s.markFresh()
	fresh := make(chan chan bool)
	defer close(fresh)
	go ask(fresh)
	if !answer(old) || answer(fresh) || s.onStale() {
		t.Errorf("left behind: %t; started later: %t; current: %t", answer(old), answer(fresh), s.onStale())
	}
}

// BenchmarkOnStale compares the label of a goroutine with its number, twenty calls deep.
func BenchmarkOnStale(b *testing.B) {
	s := newJoiner()
	s.markFresh()
	var deep func(n int, f func())
	deep = func(n int, f func()) {
		if n > 0 {
			deep(n-1, f)
			return
		}
		f()
		runtime.KeepAlive(n)
	}
	b.Run("label", func(b *testing.B) {
		deep(20, func() {
			for b.Loop() {
				s.onStale()
			}
		})
	})
	b.Run("number", func(b *testing.B) {
		deep(20, func() {
			for b.Loop() {
				_ = (*s.stale.Load())[goroutineID()]
			}
		})
	})
}
