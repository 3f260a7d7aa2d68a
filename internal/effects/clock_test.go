package effects_test

import (
	"context"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nearmiss/internal/effects"
	"nearmiss/internal/load"
)

const source = `package p

import (
	"context"
	"crypto/x509"
	"strings"
	"time"

	"example.com/p/other"
	"example.com/p/still"
)

var now = time.Now

var start = time.Unix(0, 0)

type Clock interface{ Current() int64 }

type system struct{}

func (system) Current() int64 { return time.Now().Unix() }

type Cache struct{ clock func() int64; c Clock }

func Direct() int64           { return time.Now().Unix() }            // reads
func Twice() int64            { return 2 * Direct() }                 // reads
func ByVariable() time.Time   { return now() }                        // reads
func (c *Cache) ByField() int { return int(c.clock()) }               // reads
func ByInterface(c Clock) int { return int(c.Current()) }             // reads
func InLiteral() func() int64 { return func() int64 { return Direct() } } // reads
func Wait()                   { <-time.After(time.Second) }           // reads
func Limit(c context.Context) { _, f := context.WithTimeout(c, 1); f() } // reads
func Check(c *x509.Certificate) { c.Verify(x509.VerifyOptions{}) }    // reads
func Goes() int               { return other.Through() }              // reads
func Indirect() int           { return other.Value.Read() }           // reads
func Generic[T any](v T) T    { Direct(); return v }                  // reads
func UsesGeneric() int        { return Generic(1) }                   // reads
func Later()                  { go func() { Direct() }() }            // reads
func Given(t time.Time) bool  { return t.After(start) }
func Format(t time.Time) string { return t.UTC().String() }
func Upper(s string) string   { return strings.ToUpper(s) }
func Still() int              { return still.Life() }
func Convert(n int) int64     { return int64(n) }
`

// TestReads: Reads holds for the functions of the source above with the comment "reads", and for
// no other.
func TestReads(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/p\n\ngo 1.24\n", "p.go": source,
		"other/other.go": "package other\n\nimport \"example.com/p/deep\"\n\nfunc Through() int { return deep.Down() }\n\nvar Value deep.T\n",
		"deep/deep.go":   "package deep\n\nimport \"time\"\n\nfunc Down() int { return time.Now().Second() }\n\ntype T struct{}\n\nfunc (T) Read() int { return Down() }\n",
		"still/still.go": "package still\n\nimport \"strings\"\n\nfunc Life() int { return len(strings.Fields(\"time now\")) }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := load.Load(context.Background(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	r := effects.NewClockReader(pkgs[0])
	lines, seen := strings.Split(source, "\n"), 0
	for _, d := range pkgs[0].FuncDecls() {
		line := pkgs[0].Fset.Position(d.Pos()).Line
		if d.Name.Name == "Current" {
			continue
		}
		seen++
		fn := pkgs[0].Info.Defs[d.Name].(*types.Func)
		if got, want := r.Reads(fn), strings.HasSuffix(lines[line-1], "// reads"); got != want {
			t.Errorf("%s: %v, want %v", fn.Name(), got, want)
		}
	}
	if seen != 19 {
		t.Errorf("looked at %d functions", seen)
	}
}
