package instrument_test

import (
	"path/filepath"
	"testing"

	"nearmiss/internal/instrument"
)

// waits is a program in which the computation of a sent value makes or changes the
// channel.
const waits = `package main

import "fmt"

type queue struct {
	c    chan int
	next *queue
}

func (q *queue) open() int {
	q.c = make(chan int, 8)
	return 1
}

func try(name string, f func()) {
	defer func() { fmt.Println(name, recover()) }()
	f()
}

func main() {
	q, s := &queue{}, []int{}
	q.c <- q.open()
	fmt.Println(len(q.c), <-q.c)
	try("both", func() { q.next.c <- s[0] })
	try("call", func() { q.next.c <- q.open() })
	try("value", func() { q.c <- s[len(q.c)] })
	try("closed", func() { close(q.c); q.c <- 1 })
	c, old := make(chan int, 1), make(chan int, 1)
	change := func() int { c = old; return 3 }
	c <- change()
	fmt.Println(len(c), len(old))
	for len(c) < cap(c) {
		c <- 4
	}
}
`

// TestWaits: channels are evaluated at the same time as without probes.
func TestWaits(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), waits)
	want, _ := run(t, dir, nil)
	r := rewriteWith(t, dir, ".", true, instrument.Options{})
	got, _ := run(t, dir, r.with(map[string]string{"zznearmiss.go": "package main\n\nfunc main() { zznmmain() }\n"}))
	if got != want {
		t.Errorf("%s\n%s", firstDifference(want, got), want)
	}
}
