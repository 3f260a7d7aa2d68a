package harness

import (
	"nearmiss/internal/testdir"
	"strings"
	"testing"
)

// TestTooLarge: no input has a value in which there are more elements than could be passed
// over, wherever it stands and whether or not the elements take memory. What is
// only returned may be as large as it likes.
func TestTooLarge(t *testing.T) {
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{
		"go.mod": "module example.test/large\n\ngo 1.26\n",
		"l.go": `package large

type Nothing [1 << 40]struct{}

type Holder struct {
	n    int
	data [1 << 40]byte
}

type Inner struct{ H *Holder; N int }

func Pointer(a *[1 << 40]struct{})           {}
func Bytes(a *[1 << 40]byte)                 {}
func Value(a [1 << 40]struct{})              {}
func Named(a Nothing)                        {}
func Slice(a [][1 << 30]struct{})            {}
func Pointers(a []*[1 << 30]byte)            {}
func Map(a map[string][1 << 30]struct{})     {}
func Key(a map[[1 << 30]struct{}]int)        {}
func Nested(a [1 << 10][1 << 10][1]struct{}) {}
func Variadic(a ...[1 << 40]struct{})        {}
func Hidden(h *Holder)                       {}
func (n Nothing) Receiver()                  {}
func (n *Nothing) PointerReceiver()          {}
func (h *Holder) Method(n int)               {}

func Field(i *Inner)                          {}
func Small(a *[8]struct{}, b [8][8]struct{})  {}
func Result() (*[1 << 40]struct{}, []Nothing) { return nil, nil }
func Any(x any)                               {}
func Function(f func(*Nothing) *Nothing)      {}
`,
	})
	_, fns, refused := loadFrom(t, dir, Options{})
	for name, why := range refused {
		if !strings.HasSuffix(why, " is too large to search") {
			t.Errorf("%s is refused: %s", name, why)
		}
	}
	var taken []string
	for _, fn := range fns {
		taken = append(taken, fn.Sig.Name)
	}
	if got, want := strings.Join(taken, " "), "Field Small Result Any Function"; got != want || len(refused) != 14 {
		t.Errorf("taken are %q, want %q; refused %d, want 14", got, want, len(refused))
	}
}
