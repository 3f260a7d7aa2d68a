package fault

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"
)

var errPlain = errors.New("plain")

func divide(a, b int) int { return a / b }

// TestCatch: an error stays as it is; a panic becomes one line that names the function, also from
// another goroutine and through several groups.
func TestCatch(t *testing.T) {
	if err := Catch(func() error { return errPlain }); err != errPlain {
		t.Errorf("an error became %v", err)
	}
	if err := Catch(func() error { return nil }); err != nil {
		t.Errorf("no error became %v", err)
	}
	fails := func() { _ = divide(1, 0) }
	nested := func() {
		var inner Group
		inner.Go(fails)
		inner.Wait()
	}
	for name, do := range map[string]func(){"here": fails, "one group": nested, "two groups": func() {
		var outer Group
		outer.Go(nested)
		outer.Wait()
	}} {
		var f *Fault
		err := Catch(func() error { do(); return nil })
		if !errors.As(err, &f) || !strings.HasPrefix(f.At, "fault.divide (fault_test.go:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := Catch(func() error { panic("two\nlines") })
	if !strings.HasPrefix(err.Error(), "a fault of nearmiss, please report it: two in fault.TestCatch.") {
		t.Errorf("a text became %q", err)
	}
}

// TestGroupWaitsForAll: the other goroutines end before Wait panics.
func TestGroupWaitsForAll(t *testing.T) {
	var g Group
	var ended atomic.Int32
	failed := make(chan bool)
	g.Go(func() {
		defer close(failed)
		panic("first")
	})
	for range 3 {
		g.Go(func() { <-failed; ended.Add(1) })
	}
	if err := Catch(func() error { g.Wait(); return nil }); err == nil || ended.Load() != 3 {
		t.Errorf("%d ended, %v", ended.Load(), err)
	}
}
