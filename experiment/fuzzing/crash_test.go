package fuzzing

import (
	"testing"
	"time"

	"nearmiss/experiment/place"
)

const faulty = `package p

func First(b []byte) byte {
	if len(b) > 3 {
		return b[1:2][1]
	}
	return b[0]
}

func Loop(b []byte) {
	for len(b) > 0 {
	}
}

func Spread(f func()) { f() }
`

// TestCrash: the fault that is looked for is found behind another, a call that does not end is found, and a function whose
// arguments cannot be drawn has no harness.
func TestCrash(t *testing.T) {
	module := t.TempDir()
	if err := place.Write(module, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": faulty}); err != nil {
		t.Fatal(err)
	}
	p, err := place.Copy(t.Context(), t.TempDir(), module, ".")
	if err != nil {
		t.Fatal(err)
	}
	const memory = 8 << 20
	for _, tt := range []struct {
		fault          Fault
		found, harness bool
	}{
		{Fault{Func: "First", File: "p.go", Line: 5, Memory: memory}, true, true},
		{Fault{Func: "First", File: "p.go", Line: 4, Memory: memory}, false, true},
		{Fault{Func: "First", File: "p.go", Memory: memory}, true, true},
		{Fault{Func: "Loop", Memory: memory, Endless: time.Second}, true, true},
		{Fault{Func: "Spread", File: "p.go", Line: 5, Memory: memory}, false, false},
	} {
		found, took, err := Crash(t.Context(), p, &tt.fault, 5*time.Second)
		if err != nil || found != tt.found || (took > 0) != tt.harness {
			t.Errorf("%+v: found %v, harness %v, %v", tt.fault, found, took > 0, err)
		}
	}
}
