package rerun

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nearmiss/experiment/place"
)

const code = `package p

var Calls int

func Call() int { Calls++; return Calls }
`

// Each test fails in one way of running tests: %d is a year to come.
const written = `package p

import (
	"os"
	"strings"
	"testing"
	"time"
)

func TestTwice(t *testing.T) {
	if Call() > 1 {
		t.Error()
	}
}

var first bool

func TestCase(t *testing.T) {
	t.Run("a", func(t *testing.T) { first = true })
	t.Run("b", func(t *testing.T) {
		if !first {
			t.Error()
		}
	})
}

func TestHome(t *testing.T) {
	if os.Getenv("HOME") == "" {
		t.Error()
	}
}

func TestZone(t *testing.T) {
	if _, offset := time.Date(2000, 1, 1, 0, 0, 0, 0, time.Local).Zone(); offset == 49500 {
		t.Error()
	}
}

func TestPlace(t *testing.T) {
	if at, _ := os.Getwd(); strings.Contains(at, "/a/copy/of/the/module") {
		t.Error()
	}
}

func TestPlatform(t *testing.T) {
	var x uint = 1 << 40
	_ = x
}

func TestTime(t *testing.T) {
	if time.Now().Year() >= %d {
		t.Error()
	}
}
`

// TestFailures asserts that each way of running tests finds the test that fails in it, and counts it once, and that plain runs
// do not fail.
func TestFailures(t *testing.T) {
	if testing.Short() {
		t.Skip("builds with the race detector")
	}
	module := t.TempDir()
	test := fmt.Sprintf(written, time.Now().Year()+5)
	if err := place.Write(module, map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": code, "p_test.go": test}); err != nil {
		t.Fatal(err)
	}
	p, err := place.Copy(t.Context(), t.TempDir(), module, ".")
	if err != nil {
		t.Fatal(err)
	}
	failed, said, err := Failures(t.Context(), p, 2)
	if err != nil {
		t.Fatal(err)
	}
	ways := []string{
		"=== ten shuffled runs: ", "=== go test -count=1 -timeout=5m0s -race -shuffle=on -count=3 in ", "=== a case alone: TestCase/b: ", "=== an empty environment: ",
		"=== another time zone: ", "=== go test -count=1 -timeout=5m0s in ", "=== go vet with GOOS=linux GOARCH=386 CGO_ENABLED=0: ", "=== in 87672h0m0s: ",
	}
	for _, how := range ways {
		if strings.Count(said, how) != 1 {
			t.Errorf("%q is not said once", how)
		}
	}
	if failed != len(ways) {
		t.Errorf("%d runs failed, want %d", failed, len(ways))
	}
	if t.Failed() {
		t.Log(said)
	}
	if err := p.Clear(); err != nil {
		t.Fatal(err)
	}
	if failed, said, err := Failures(t.Context(), p, 2); failed > 0 || said != "" || err != nil {
		t.Errorf("without tests %d runs fail: %s, %v", failed, said, err)
	}
}
