package ends

import (
	"os"
	"sync"
)

// Last hangs on the order of a map, if that has several entries.
func Last(n int) (last int) {
	m := map[int]int{}
	for i := range n {
		m[i] = i
	}
	for k := range m {
		last = k
	}
	return last
}

// Kept is Last of a sync.Map.
func Kept(n int) (last int) {
	var m sync.Map
	for i := range n {
		m.Store(i, i)
	}
	m.Range(func(k, _ any) bool {
		last = k.(int)
		return true
	})
	return last
}

// Ready hangs on which of two cases is taken, if there are two.
func Ready(n int) int {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 2
	if n < 2 {
		select {
		case v := <-a:
			return v
		}
	}
	select {
	case v := <-a:
		return v
	case v := <-b:
		return v
	}
}

// Turns hangs on the order of goroutines, if there are any.
func Turns(n int) (last int) {
	var lock sync.Mutex
	var all sync.WaitGroup
	for i := range n - 1 {
		all.Add(1)
		go func() {
			defer all.Done()
			lock.Lock()
			last = i
			lock.Unlock()
		}()
	}
	all.Wait()
	return last
}

// Asks hangs on the environment, if it asks.
func Asks(n int) bool { return n > 1 && os.Getenv("NONE") == "" }
