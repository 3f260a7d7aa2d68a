package ends

import (
	"runtime"
	"sync"
)

// Leak leaves goroutines that wait in a Once and in a Map.
func Leak(n int) int {
	var once sync.Once
	var m sync.Map
	m.Store(1, n)
	c := make(chan bool)
	go func() { once.Do(func() { <-c }) }()
	go func() {
		defer m.Range(func(_, _ any) bool { return <-c })
		m.Range(func(_, _ any) bool { return true })
	}()
	runtime.Gosched()
	return n
}

type stuck chan int

func (s stuck) Error() string { <-s; return "" }

// Mute leaves a goroutine that waits in the method that gives the text of its panic.
func Mute(n int) int {
	go func() { panic(stuck(make(chan int))) }()
	runtime.Gosched()
	return n
}

// Within has two goroutines that wait in calls of Range. The second goes on first.
func Within(n int) int { return visits(n, 1, 0) }

// Crossed is Within, but the first goes on first.
func Crossed(n int) int { return visits(n, 0, 1) }

func visits(n, first, second int) int {
	var m sync.Map
	m.Store(1, n)
	var turn [2]chan int
	left := make(chan int, 2)
	for i := range turn {
		turn[i] = make(chan int)
		go func() {
			m.Range(func(_, _ any) bool { left <- <-turn[i]; return true })
		}()
	}
	turn[first] <- n
	a := <-left
	turn[second] <- 1
	return 10*a + <-left
}

// Twice calls Do in a second goroutine, which waits until the call of the first is over.
func Twice(n int) (seen int) {
	var once sync.Once
	var all sync.WaitGroup
	ready := 0
	for range 2 {
		all.Go(func() {
			once.Do(func() { runtime.Gosched(); ready = n })
			seen += ready
		})
	}
	all.Wait()
	return seen
}

var (
	settled sync.Once
	counter int
)

// Settle counts in a goroutine while a Once of the package waits for another.
func Settle(n int) int {
	var all sync.WaitGroup
	all.Go(func() { counter++ })
	settled.Do(func() {
		var own sync.WaitGroup
		own.Go(func() {})
		own.Wait()
	})
	all.Wait()
	return counter + n
}

var waited sync.Once

// Await has a Once of the package that waits for a goroutine of the run.
func Await(n int) int {
	c := make(chan int)
	go func() { c <- n }()
	waited.Do(func() { n += <-c })
	return n
}

var (
	counted    sync.Once
	processors int
)

// Processors asks the system in a Once of the package.
func Processors(n int) int {
	counted.Do(func() { processors = runtime.NumCPU() })
	return n
}

var (
	broken sync.Once
	marks  = map[string]int{"a": 1}
)

// Broken recovers a panic in a Once of the package, after a deferred builtin.
func Broken(n int) int {
	count := len(marks)
	func() {
		defer func() { recover() }()
		defer delete(marks, "a")
		broken.Do(func() { panic("broken") })
	}()
	return n + count
}

var (
	kept  sync.Once
	first int
)

// First keeps its first argument in a Once of the package.
func First(n int) int {
	kept.Do(func() { first = n })
	return first
}

var (
	made    sync.Once
	squares []int
)

// Square fills a table of the package in a Once.
func Square(n int) int {
	made.Do(fill)
	if n < 0 || n >= len(squares) {
		return -1
	}
	return squares[n]
}

func fill() {
	for i := range 10 {
		squares = append(squares, i*i)
	}
}
