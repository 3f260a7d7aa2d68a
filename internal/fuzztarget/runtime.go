package fuzztarget

import (
	"fmt"
	"go/types"
	"strings"
)

// Runtime is the name of the file with the function to search.
const Runtime = "nearmiss_fuzz.go"

// runtimeFile returns the file with the function to search.
func runtimeFile(pkg string, t *Target, sig *types.Signature) []byte {
	params, args := inputs(sig)
	var b strings.Builder
	fmt.Fprintf(&b, runtimeHead, pkg)
	fmt.Fprintf(&b, "\nfunc %s(%s) {\n\tt := new(nearmissT)\n\tt.call(func() { %s%s(t, %s) })\n\tif t.failed {\n\t\tpanic(t.text)\n\t}\n}\n",
		t.Entry, strings.Join(params, ", "), bodyPrefix, t.Name, strings.Join(args, ", "))
	fmt.Fprintf(&b, "\nfunc (t *nearmissT) Name() string { return %q }\n", t.Name)
	return []byte(b.String())
}

// runtimeHead declares what stands in for a testing.T and for a testing.F. An embedded testing.TB lets it be one. The module may be for an
// older release of Go.
const runtimeHead = `//go:build go1.21

package %s

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
	"time"
)

type nearmissT struct {
	testing.TB
	failed, skipped, stopped bool
	text                     string
	cleanups                 []func()
}

type nearmissStop struct{}

func (t *nearmissT) call(f func()) {
	defer t.end()
	f()
}

func (t *nearmissT) end() {
	if t.stopped {
		recover()
	}
	for len(t.cleanups) > 0 {
		last := len(t.cleanups) - 1
		f := t.cleanups[last]
		t.cleanups = t.cleanups[:last]
		f()
	}
}

func (t *nearmissT) fail(text string) {
	if t.skipped {
		return
	}
	if !t.failed {
		t.text = text
	}
	t.failed = true
}

func (t *nearmissT) stop() {
	t.stopped = true
	panic(nearmissStop{})
}

func (t *nearmissT) Error(args ...any)                 { t.fail(fmt.Sprintln(args...)) }
func (t *nearmissT) Errorf(format string, args ...any) { t.fail(fmt.Sprintf(format, args...)) }
func (t *nearmissT) Fail()                             { t.fail("Fail") }
func (t *nearmissT) Failed() bool                      { return t.failed }
func (t *nearmissT) Skipped() bool                     { return t.skipped }
func (t *nearmissT) Helper()                           {}
func (t *nearmissT) Log(args ...any)                   {}
func (t *nearmissT) Logf(format string, args ...any)   {}
func (t *nearmissT) Parallel()                         {}
func (t *nearmissT) Attr(key, value string)            {}
func (t *nearmissT) Output() io.Writer                 { return io.Discard }
func (t *nearmissT) Context() context.Context          { return context.Background() }
func (t *nearmissT) Deadline() (time.Time, bool)       { return time.Time{}, false }
func (t *nearmissT) Cleanup(f func())                  { t.cleanups = append(t.cleanups, f) }
func (t *nearmissT) Add(args ...any)                   {}

func (t *nearmissT) FailNow() {
	t.fail("FailNow")
	t.stop()
}

func (t *nearmissT) Fatal(args ...any) {
	t.fail(fmt.Sprintln(args...))
	t.stop()
}

func (t *nearmissT) Fatalf(format string, args ...any) {
	t.fail(fmt.Sprintf(format, args...))
	t.stop()
}

func (t *nearmissT) SkipNow() {
	t.skipped = true
	t.stop()
}

func (t *nearmissT) Skip(args ...any)                 { t.SkipNow() }
func (t *nearmissT) Skipf(format string, args ...any) { t.SkipNow() }

func (t *nearmissT) Run(name string, f func(t *nearmissT)) bool {
	sub := new(nearmissT)
	sub.call(func() { f(sub) })
	if sub.failed {
		t.fail(name + ": " + sub.text)
	}
	return !sub.failed
}

func (t *nearmissT) TempDir() string {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func (t *nearmissT) Setenv(key, value string) {
	before, set := os.LookupEnv(key)
	if err := os.Setenv(key, value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if set {
			os.Setenv(key, before)
		} else {
			os.Unsetenv(key)
		}
	})
}
`
