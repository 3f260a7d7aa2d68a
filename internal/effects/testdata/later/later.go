// Package later has functions run later. The comment "later:" of a function is what the analysis
// must say of it.
package later

import (
	"context"
	"os"
	"runtime"
	"time"
)

func wipe() { os.Remove("x") }

// later: reaches os.Remove (file) via wipe
func Timer() { time.AfterFunc(1, func() { wipe() }) }

// later: reaches os.Remove (file)
func Declared() { time.AfterFunc(1, wipe) }

// later: reaches os.Remove (file) via wipe
func chain() { Timer() }

// later: reaches os.Remove (file)
func Done(ctx context.Context) { context.AfterFunc(ctx, wipe) }

// later: reaches os.Remove (file)
func Collected(x *int) { runtime.SetFinalizer(x, func(*int) { os.Remove("x") }) }

// later: reaches os.Remove (file)
func Cleaned(x *int) { runtime.AddCleanup(x, func(int) { os.Remove("x") }, 0) }

// What runs later only computes.
func Computes() {
	n := 0
	time.AfterFunc(1, func() { n++ })
	wipe()
}

// Nothing runs later.
func Now() { wipe() }

func Given(f func()) {
	time.AfterFunc(1, f)
	wipe()
}

func Deadline(ctx context.Context) {
	_, cancel := context.WithTimeout(ctx, 1)
	cancel()
	wipe()
}
