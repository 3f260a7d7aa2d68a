// Package fault turns panics of nearmiss itself into errors, so that a fault in the work on one
// package does not end the work on the others.
//
//	err := fault.Catch(func() error { return work(pkg) })
//
// The code under test runs in other processes, and panics there. An overflow of the stack and a
// concurrent use of a map end the process as ever, because no function can recover from them.
package fault

import (
	"fmt"
	"path"
	"runtime"
	"strings"
	"sync"
)

// A Fault is a panic of nearmiss.
type Fault struct {
	Value any    // of the panic
	At    string // function, file and line
}

// Error returns one line.
func (f *Fault) Error() string {
	text, _, _ := strings.Cut(fmt.Sprint(f.Value), "\n")
	return fmt.Sprintf("a fault of nearmiss, please report it: %s in %s", text, f.At)
}

// Catch returns the error of do, or a *Fault if do panics.
func Catch(do func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = faultOf(r)
		}
	}()
	return do()
}

// faultOf returns the fault of a recovered value. A fault that a Group has passed on stays as it is.
func faultOf(r any) *Fault {
	if f, ok := r.(*Fault); ok {
		return f
	}
	return &Fault{r, place()}
}

// place returns the innermost place that panicked and is not in the runtime. The function that
// recovers calls it.
func place() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicked := false
	for {
		f, more := frames.Next()
		inRuntime := strings.HasPrefix(f.Function, "runtime.")
		if panicked && !inRuntime {
			return fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), path.Base(f.File), f.Line)
		}
		panicked = panicked || f.Function == "runtime.gopanic"
		if !more {
			return "an unknown function"
		}
	}
}

// A Group waits for goroutines as a sync.WaitGroup does, and passes a panic of any of them on to Wait.
type Group struct {
	wg    sync.WaitGroup
	once  sync.Once
	fault *Fault // the first one
}

// Go calls do in a new goroutine.
func (g *Group) Go(do func()) {
	g.wg.Go(func() {
		defer func() {
			if r := recover(); r != nil {
				f := faultOf(r)
				g.once.Do(func() { g.fault = f })
			}
		}()
		do()
	})
}

// Wait waits for all goroutines. If one has panicked, Wait panics with its *Fault.
func (g *Group) Wait() {
	g.wg.Wait()
	if g.fault != nil {
		panic(g.fault)
	}
}
