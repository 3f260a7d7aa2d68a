package testcheck

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTranscript parses the same output in pieces of every size.
func TestTranscript(t *testing.T) {
	words := strings.ReplaceAll(`-test.shuffle 7
^=== RUN   TestA
^=== RUN   TestA/one
printed without an end^=== NAME  TestA/one
    a_test.go:5: bad
^--- FAIL: TestA/one (0.00s)
^=== RUN   TestA/two_(2)
^ is no mark
^--- PASS: TestA/two_(2) (0.00s)
^=== NAME  TestA
^--- FAIL: TestA (0.00s)
^=== RUN   TestB
^=== RUN   TestB/x
panic: test timed out after 1s
goroutine 1
`, "^", string(rune(markByte)))
	framed := strings.ReplaceAll(words, "    a_test.go:5: bad\n", "\x0f    a_test.go:5: bad\x0e\n") // Go 1.27
	for _, words := range []string{words, framed} {
		readsInPieces(t, words)
	}
}

func readsInPieces(t *testing.T, words string) {
	for size := 1; size < 40; size++ {
		tr := newTranscript()
		now := time.Time{}
		tr.now = func() time.Time { now = now.Add(time.Second); return now }
		for part := range slices.Chunk([]byte(words), size) {
			tr.Write(part)
		}
		o := tr.close()
		if got := fmt.Sprint(o.order); got != "[TestA TestA/one TestA/two_(2) TestB TestB/x]" {
			t.Fatalf("pieces of %d: %s", size, got)
		}
		one, two, x := o.tests["TestA/one"], o.tests["TestA/two_(2)"], o.tests["TestB/x"]
		if one.fails != 1 || one.passes != 0 || one.running || one.spent != time.Second || strings.Join(one.output, "") != "printed without an end    a_test.go:5: bad\n" {
			t.Errorf("pieces of %d: one %+v", size, one)
		}
		if two.passes != 1 || two.fails != 0 || two.output != nil {
			t.Errorf("pieces of %d: two %+v", size, two)
		}
		if !x.running || x.spent == 0 || !o.timedOut || o.finished || o.messages != "-test.shuffle 7\n" {
			t.Errorf("pieces of %d: x %+v, %+v", size, x, o)
		}
	}
}

func TestTranscriptEnd(t *testing.T) {
	tr := newTranscript()
	fmt.Fprintf(tr, "%c=== RUN   TestA\n%c--- PASS: TestA (0.00s)\n%cPASS\n", markByte, markByte, markByte)
	if o := tr.close(); !o.finished || o.tests["TestA"].passes != 1 || o.messages != "" {
		t.Errorf("%+v", o)
	}
}

// TestTranscriptIsBounded checks that a transcript records a bounded part of endless output, and
// still parses the events after it.
func TestTranscriptIsBounded(t *testing.T) {
	for _, c := range []struct {
		name, text string
		times      int
	}{
		{"one line", strings.Repeat("x", 1<<20), 40},
		{"lines", strings.Repeat(strings.Repeat("x", 63)+"\n", 1<<14), 40},
		{"lines of a test", "\x16=== RUN   TestA\n" + strings.Repeat(strings.Repeat("x", 63)+"\n", 1<<14), 40},
	} {
		tr := newTranscript()
		for range c.times {
			io.WriteString(tr, c.text)
		}
		io.WriteString(tr, "\n\x16=== RUN   TestB\n\x16--- PASS: TestB (0.00s)\nPASS\n")
		o := tr.close()
		n := len(o.messages) + len(tr.line)
		if a := o.tests["TestA"]; a != nil {
			n += len(strings.Join(a.current, ""))
		}
		if n > maxKept {
			t.Errorf("%s: %d bytes are kept", c.name, n)
		}
		if o.tests["TestB"] == nil || o.tests["TestB"].passes != 1 {
			t.Errorf("%s: the test behind it was not heard", c.name)
		}
	}
	tr := newTranscript()
	for i := range 2 * maxKept / testCost {
		fmt.Fprintf(tr, "\x16=== RUN   Test%d\n", i)
	}
	if n := len(tr.close().tests); n > maxKept/testCost {
		t.Errorf("%d tests are kept", n)
	}
}
