package lang

import "sync"

func Channels(n uint8) (sum, last int) {
	c := make(chan int)
	done := make(chan bool, 1)
	go func() {
		for x := range c {
			sum += x
		}
		done <- true
	}()
	for i := range int(n % 10) {
		c <- i
	}
	close(c)
	<-done
	_, ok := <-c
	if !ok {
		last = -1
	}
	return
}

func Buffered(a []int8) (out []int, n int) {
	c := make(chan int8, 3)
	for _, x := range a {
		select {
		case c <- x:
		default:
			n++
		}
	}
	close(c)
	for x := range c {
		out = append(out, int(x))
	}
	return
}

func Selects(n uint8) (r int) {
	a, b := make(chan int), make(chan string)
	quit := make(chan struct{})
	go func() {
		for i := range int(n % 5) {
			if i%2 == 0 {
				a <- i
			} else {
				b <- "odd"
			}
		}
		close(quit)
	}()
	for {
		select {
		case x := <-a:
			r += x
		case s := <-b:
			r += 100 * len(s)
		case <-quit:
			return r
		}
	}
}

func Workers(a []int) (total int) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	for _, x := range a {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			total += x
			mu.Unlock()
		}()
	}
	wg.Wait()
	return total
}

func Once(n int) (calls int) {
	var once sync.Once
	for range n & 3 {
		once.Do(func() { calls++ })
	}
	return calls
}

func ClosedTwice(b bool) int {
	c := make(chan int)
	close(c)
	if b {
		close(c)
	}
	return <-c
}

func SendClosed(b bool) int {
	c := make(chan int, 1)
	if b {
		close(c)
	}
	c <- 1
	return <-c
}
