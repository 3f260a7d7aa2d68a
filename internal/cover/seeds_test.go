package cover

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/load"
)

// The constants of functions that a function calls count, two calls away and
// no further, its own first; a cycle of calls ends.
func TestSeedsOfCallees(t *testing.T) {
	graph := graphOf(t, `package p

func f(s string) bool { return s != "own" && g(s) }
func g(s string) bool { return s == "one" || h(s) }
func h(s string) bool { return s == "two" || i(s) || f(s) }
func i(s string) bool { return s == "three" }
`)
	want := map[string][]string{
		"f": {"own", "one", "two"},
		"g": {"one", "two", "three", "own"},
		"i": {"three"},
	}
	for _, f := range graph.Funcs {
		got := seedsIn(graph, f).Strings
		if w, ok := want[f.Name]; ok && !slices.Equal(got, w) {
			t.Errorf("%s: %q; want %q", f.Name, got, w)
		}
	}
}

// seedsIn are those of a function.
func seedsIn(graph *cfg.Package, f *cfg.Func) input.Seeds { return newSeeder(graph).of(f) }

// graphOf is the package of one file.
func graphOf(t *testing.T, source string) *cfg.Package {
	t.Helper()
	return cfg.Build(packageOf(t, source).Source)
}

func packageOf(t *testing.T, source string) *load.Package {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	return pkgs[0]
}

// TestSeedsOfLanguages: what matches the regular expressions of a function is
// tried, be they constant, put together from constants, or assigned elsewhere; and
// what the standard library accepts where it is asked to read.
func TestSeedsOfLanguages(t *testing.T) {
	graph := graphOf(t, `package p

import (
	"fmt"
	"net"
	"net/url"
	"regexp"
	"time"
)

const digits = "[0-9]+"

var (
	version = regexp.MustCompile("^v" + digits + "$")
	word    *regexp.Regexp
	span    *regexp.Regexp
	loop    = text + text
	text    = fmt.Sprint(loop2)
	loop2   string
	names   = map[string]*regexp.Regexp{"x": regexp.MustCompile("x{3}")}
)

func init() {
	word = regexp.MustCompile("^hi(-hi)?$")
	span = regexp.MustCompile(fmt.Sprintf("%s-(%v)%d", digits, "[a-b]", 7))
	loop2 = loop
}

func f(s string) bool { return version.MatchString(s) }
func g(s string) bool { return word.MatchString(s) && f(s) }
func h(s string) bool { return span.MatchString(s) || names["x"].MatchString(s) }
func l(v url.Values) string { return v.Get("name") }
func k(s string) bool {
	_, err := time.Parse("02.01.2006", s)
	mac, _ := net.ParseMAC(s)
	return err != nil || mac != nil
}
func j(s string) bool { ok, _ := regexp.MatchString("(", s); return ok }
`)
	for _, f := range graph.Funcs {
		want := map[string][]string{
			"f": {"v1", "v11", "v111", "v0", "v9"},
			"g": {"hi", "hi-hi", "v1", "v11", "v111", "v0", "v9"},
			"h": {"x", "1-a7", "11-a7", "111-a7", "0-a7", "9-a7", "1-b7", "xxx"},
			"i": {"^(a|b)+$"},
			"l": {"name", "?name=1"},
			"j": {"("},
			"k": {"02.01.2006", "10.11.2009", "00:00:5e:00:53:01"},
		}[f.Name]
		if got := seedsIn(graph, f).Strings; f.Name != "init" && !slices.Equal(got, want) {
			t.Errorf("%s: %q; want %q", f.Name, got, want)
		}
	}
}

// TestLengths: inputs may be longer than what code refuses for its length, in the function
// and in what it calls; not beyond reach, and not for a length that is usual.
func TestLengths(t *testing.T) {
	graph := graphOf(t, `package p

const limit = 256

func a(s string) bool { return len(s) > limit }
func b(s string) bool { return a(s[1:]) }
func c(s []int) bool { return 100 <= len(s) || len(s) == 1<<40 }
func d(s []int) bool { return len(s) > 20 }
func e(n, s int) bool { return n > 400 }
`)
	seeds := newSeeder(graph)
	for _, f := range graph.Funcs {
		if got, want := seeds.length(f), map[string]int{"a": 257, "b": 257, "c": 101}[f.Name]; got != want {
			t.Errorf("%s: inputs of length %d, want %d", f.Name, got, want)
		}
	}
}
