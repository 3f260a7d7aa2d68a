package standin

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestBytes: each function is what the standard library makes of the same
// bytes.
func TestBytes(t *testing.T) {
	few := rapid.SliceOfN(rapid.ByteRange('a', 'c'), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		a, b := few.Draw(t, "a"), few.Draw(t, "b")
		c := rapid.ByteRange('a', 'd').Draw(t, "c")
		s, u := string(a), string(b)
		for name, pair := range map[string][2]int{
			"IndexByte":           {IndexByte(a, c), bytes.IndexByte(a, c)},
			"IndexByteString":     {IndexByteString(s, c), bytes.IndexByte(a, c)},
			"LastIndexByte":       {LastIndexByte(a, c), bytes.LastIndexByte(a, c)},
			"LastIndexByteString": {LastIndexByteString(s, c), bytes.LastIndexByte(a, c)},
			"Count":               {Count(a, c), bytes.Count(a, []byte{c})},
			"CountString":         {CountString(s, c), bytes.Count(a, []byte{c})},
			"Compare":             {Compare(a, b), bytes.Compare(a, b)},
			"CompareString":       {CompareString(s, u), strings.Compare(s, u)},
			"Index":               {Index(a, b), bytes.Index(a, b)},
			"IndexString":         {IndexString(s, u), strings.Index(s, u)},
		} {
			if pair[0] != pair[1] {
				t.Errorf("%s(%q, %q, %q) = %d, want %d", name, a, b, c, pair[0], pair[1])
			}
		}
	})
}
