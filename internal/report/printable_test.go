package report

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
)

var printables = []struct{ in, want string }{
	{"", ""},
	{"a\tb\nc", "a\tb\nc"},
	{"\x1b[31mred\x07\r\b\x00", `\x1b[31mred\x07\x0d\x08\x00`},
	{"\x7f\u009b31m", `\u007f\u009b31m`},
	{"\x9b31m \xff", `\x9b31m \xff`},
	{"\u202etxt.\u2066\u200f\u2028", `\u202etxt.\u2066\u200f\u2028`},
	{"größer 世界 👩‍🔬 e\u0301", "größer 世界 👩‍🔬 e\u0301"},
	{"\ufffd", "\ufffd"},
}

func TestText(t *testing.T) {
	for _, x := range printables {
		if got := Printable(x.in); got != x.want {
			t.Errorf("%q: got %s, want %s", x.in, got, x.want)
		}
	}
	if got := PrintableLine("a\nb\x1b"); got != `a\nb\x1b` {
		t.Errorf("in one line: %s", got)
	}
}

// TestWriter: it does not matter where the parts end that are written.
func TestWriter(t *testing.T) {
	for _, x := range printables {
		if strings.HasSuffix(x.in, "\xff") {
			x.in, x.want = x.in+".", x.want+"."
		}
		for i := range len(x.in) + 1 {
			var b strings.Builder
			w := NewPrintableWriter(&b)
			for _, part := range []string{x.in[:i], x.in[i:]} {
				if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
					t.Errorf("%d, %v", n, err)
				}
			}
			if b.String() != x.want {
				t.Errorf("%q, in two parts at %d: got %s, want %s", x.in, i, b.String(), x.want)
			}
		}
	}
}

// TestJSON: a document stays the same.
func TestJSON(t *testing.T) {
	for _, x := range printables {
		want := strings.ToValidUTF8(x.in, "\ufffd")
		doc, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		if err := json.Unmarshal([]byte(Printable(string(doc))), &got); err != nil || got != want {
			t.Errorf("%q became %q, %v", want, got, err)
		}
	}
}

// TestPrintableConcurrent: the lines of several goroutines come whole.
func TestPrintableConcurrent(t *testing.T) {
	var out strings.Builder
	w := NewPrintableWriter(&out)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 100 {
				fmt.Fprintln(w, "cover: zéro")
			}
		})
	}
	all.Wait()
	if got, want := out.String(), strings.Repeat("cover: zéro\n", 400); got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}
