// Package linger starts goroutines that go on.
package linger

import (
	"io"
	"mime/multipart"
	"net"
	"os"
	"time"
)

func Removes() { // acts
	go func() {
		time.Sleep(time.Hour)
		os.Remove("x")
	}()
}

func Computes() {
	os.Remove("x")
	go func() {
		for i := 0; ; i++ {
			time.Sleep(time.Hour)
		}
	}()
}

// sum has its body in sum.s.
func sum(a, b int) int

func Assembles() {
	go func() {
		for i := 0; ; i = sum(i, 1) {
			time.Sleep(time.Hour)
		}
	}()
}

func Reads() {
	go func() {
		for {
			os.ReadFile("x")
		}
	}()
}

func Writes(f *os.File) {
	go func() {
		for {
			f.Write(nil)
		}
	}()
	os.Remove("x")
}

func Sends(c net.Conn) {
	go func() {
		io.Copy(io.Discard, c)
		c.Close()
	}()
}

func Calls() { // acts
	act := func() { os.Remove("x") }
	go func() {
		time.Sleep(time.Hour)
		act()
	}()
}

func Dials() { // acts
	go dial("x")
}

func dial(address string) {
	time.Sleep(time.Hour)
	net.Dial("tcp", address)
}

type job interface{ run() }

type remover struct{}

func (remover) run() { os.Remove("x") }

func Runs() { // acts
	work(remover{})
}

func work(j job) {
	go func() {
		time.Sleep(time.Hour)
		j.run()
	}()
}

// Ran calls a function value itself; its goroutine calls none.
func Ran() {
	call(func() { os.Remove("x") })
	go func() {
		for i := 0; ; i++ {
			time.Sleep(time.Hour)
		}
	}()
}

func call(f func()) { f() }

func (remover) Write([]byte) (int, error) { return 0, os.Remove("x") }

// Ticks has a writer, and a goroutine that only sets timers.
func Ticks() {
	io.WriteString(remover{}, "")
	go func() {
		for range time.NewTicker(time.Hour).C {
		}
	}()
}

// Uploads removes only what its process has uploaded.
func Uploads(f *multipart.Form) {
	os.Remove("x")
	go func() {
		time.Sleep(time.Hour)
		f.RemoveAll()
	}()
}
