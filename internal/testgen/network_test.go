package testgen

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/sandbox"
)

// TestNetworked: a test needs a network if it names what opens a port, or what in
// the test files does.
func TestNetworked(t *testing.T) {
	const head = "package p\n\nimport (\n\t\"net\"\n\t\"net/http/httptest\"\n\t\"testing\"\n)\n\n"
	for _, c := range []struct{ name, text, want string }{
		{"none", head + "func TestA(t *testing.T) { httptest.NewRecorder(); net.ParseIP(\"\") }", ""},
		{"direct", head + "func TestA(t *testing.T) { defer httptest.NewTLSServer(nil).Close() }\nfunc TestB(t *testing.T) {}", "TestA"},
		{"in a subtest", head + "func TestA(t *testing.T) {\n\tt.Run(\"\", func(t *testing.T) { net.ListenPacket(\"udp\", \"\") })\n}", "TestA"},
		{"by a value", head + "func TestA(t *testing.T) { f := httptest.NewServer; f(nil) }", "TestA"},
		{"by a type", head + "func TestA(t *testing.T) { var c net.ListenConfig; _ = c }", "TestA"},
		{"a helper", head + "func TestA(t *testing.T) { outer() }\nfunc TestB(t *testing.T) { other() }\nfunc outer() { inner() }\nfunc inner() { outer(); net.Listen(\"tcp\", \"\") }\nfunc other() {}", "TestA"},
		{"a method", head + "type s struct{}\nfunc (*s) up() { httptest.NewUnstartedServer(nil) }\nfunc (*s) down() {}\nfunc TestA(t *testing.T) { new(s).up() }\nfunc TestB(t *testing.T) { new(s).down() }\nfunc TestC(t *testing.T) { up() }", "TestA"},
		{"a variable", head + "var serve, quiet = func() { httptest.NewServer(nil) }, 1\nvar _ = httptest.NewServer\nfunc TestA(t *testing.T) { serve() }\nfunc TestB(t *testing.T) { _ = 1 }", "TestA"},
		{"of package testing", head + "type s struct{}\nfunc (s) Run() { httptest.NewServer(nil) }\nfunc TestA(t *testing.T) { t.Run(\"\", nil); func(b testing.TB) { b.Run() }(t) }\nfunc TestB(t *testing.T) { var x s; x.Run() }", "TestB"},
		{"a field", head + "type s struct {\n\tserve int\n\tf func()\n}\nfunc serve() { httptest.NewServer(nil) }\nfunc TestA(t *testing.T) { _ = s{serve: 1} }\nfunc TestB(t *testing.T) { _ = s{f: serve} }", "TestB"},
		{"no tests", head + "func TestMain(m *testing.M) { httptest.NewServer(nil) }\nfunc Testy(t *testing.T) { httptest.NewServer(nil) }\nfunc helper() { Testy(nil) }", ""},
		{"seeds", head + "func FuzzA(f *testing.F) { httptest.NewServer(nil) }\nfunc BenchmarkA(b *testing.B) { httptest.NewServer(nil) }", "FuzzA"},
		{"examples", head + "func Example() {\n\thttptest.NewServer(nil)\n\t// Output:\n}\nfunc ExampleA() {\n\thttptest.NewServer(nil)\n\t// Unordered output: x\n}\nfunc ExampleB() { httptest.NewServer(nil) }", "Example ExampleA"},
		{"another package", "package p\n\nimport \"example.com/net\"\n\nfunc TestA(t *testing.T) { net.Listen(\"\", \"\") }", ""},
		{"another name", "package p\n\nimport web \"net/http/httptest\"\n\nfunc TestA(t *testing.T) { web.NewServer(nil) }\nfunc TestB(t *testing.T) { httptest.NewServer(nil) }", "TestA"},
		{"no name", "package p\n\nimport . \"net/http/httptest\"\n\nfunc TestA(t *testing.T) { NewServer(nil) }", "TestA"},
		{"does not parse", "package p\n\nimport \"net\"\n\nfunc TestA(t *testing.T) { net.Listen(\"\", \"\") ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(networked(map[string][]byte{"a_test.go": []byte(c.text)}, "example.com/p/v2"), " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	t.Run("other files", func(t *testing.T) {
		files := map[string][]byte{
			"a_test.go":    []byte("package p_test\n\nimport (\n\t\"example.com/p/v2\"\n\tq \"example.com/q\"\n)\n\nfunc TestA(t *testing.T) { p.Serve() }\nfunc TestB(t *testing.T) { q.Serve() }"),
			"help_test.go": []byte(head + "func Serve() { httptest.NewServer(nil) }"),
		}
		if got := networked(files, "example.com/p/v2"); strings.Join(got, " ") != "TestA" {
			t.Errorf("%q", got)
		}
	})
}

// serving are tests that end the process without a network; what they ask for
// there is nowhere.
var serving = func() string {
	s := "func serve() {\n\tif _, err := net.Listen(\"nowhere\", \"\"); err != nil {\n\t\tpanic(err)\n\t}\n}\n"
	for _, name := range []string{"A", "B", "C", "D", "E", "F"} {
		s += "func Test" + name + "(t *testing.T) { serve() }\n"
	}
	return s
}()

// TestVerifyOffline: own tests that need a network are left out at once, so that
// what fails beside the others is found.
func TestVerifyOffline(t *testing.T) {
	const weaker = "newBuf/no arguments: result not asserted: it is not the same beside the package's own tests (weaker)\n"
	const head = "package p\n\nimport (\n\t\"net\"\n\t\"testing\"\n)\n\nvar _ net.Addr\n\n"
	const bad = "func TestBad(t *testing.T) { panic(\"no\") }\n"
	for _, c := range []struct {
		name          string
		files         map[string]string
		network       bool
		alone, reason string
		stopped       int
	}{
		{"some", map[string]string{"a_test.go": head + serving + dirties}, false, "", weaker, 6},
		{"some end the process in another way", map[string]string{"a_test.go": head + serving + bad + dirties}, false, "", weaker, 7},
		{"not built", map[string]string{"a_test.go": head + bad + dirties, "b_test.go": "//go:build neverset\n\n" + head + serving}, false, "", weaker, 1},
		{"all", map[string]string{"a_test.go": head + serving}, false, aloneNone, "", 6},
		{"with a network", map[string]string{"a_test.go": head + serving + dirties}, true, aloneEnd, "", 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.files["a.go"] = keeper
			opts := quick
			opts.Beside = func(*exec.Cmd, string) error { return nil }
			opts.Network = c.network
			_, report := verified(t, emitted(t, module(t, c.files), keeperCases), opts)
			if got := reasons(report.Dropped); got != c.reason || report.Alone != c.alone || report.Stopped != c.stopped {
				t.Errorf("alone %q, %d stopped, dropped %q; want %q, %d, %q", report.Alone, report.Stopped, got, c.alone, c.stopped, c.reason)
			}
		})
	}
}

// TestVerifyOfflineReplaced: what an overlay shows in place of a test file counts,
// and what it hides does not.
func TestVerifyOfflineReplaced(t *testing.T) {
	const head = "package p\n\nimport (\n\t\"net\"\n\t\"testing\"\n)\n\n"
	pkg := module(t, map[string]string{"a.go": keeper, "a_test.go": head + "func TestHidden(t *testing.T) { net.Listen(\"\", \"\") }\n"})
	other := t.TempDir()
	writeFiles(t, other, map[string]string{"shown.go": head + serving + dirties})
	opts := quick
	opts.Beside = func(*exec.Cmd, string) error { return nil }
	opts.Replace = map[string]string{filepath.Join(pkg.Dir, "a_test.go"): filepath.Join(other, "shown.go")}
	if _, report := verified(t, emitted(t, pkg, keeperCases), opts); report.Alone != "" || report.Stopped != 6 || len(report.Dropped) != 1 {
		t.Errorf("alone %q, %d stopped, dropped %q", report.Alone, report.Stopped, reasons(report.Dropped))
	}
}

// TestOfflineInSandbox: the sandbox has no network, and what listeners lists ends a
// process there.
func TestOfflineInSandbox(t *testing.T) {
	parts := sandbox.Probe(t.Context())
	if !parts.Whole() {
		t.Skip("no sandbox:", parts.Missing())
	}
	own := "package p\n\nimport (\n\t\"net/http/httptest\"\n\t\"testing\"\n)\n\n" + dirties
	for _, name := range []string{"A", "B", "C", "D", "E"} {
		own += "func Test" + name + "(t *testing.T) { httptest.NewServer(nil).Close() }\n"
	}
	pkg := module(t, map[string]string{"a.go": keeper, "a_test.go": own})
	opts := Surroundings{Pkg: pkg, Parts: parts}.VerifyOptions()
	opts.Count, opts.NoRace, opts.Timeout = quick.Count, true, 10*time.Second
	if _, report := verified(t, emitted(t, pkg, keeperCases), opts); report.Alone != "" || report.Stopped != 5 || len(report.Dropped) != 1 {
		t.Errorf("alone %q, %d stopped, dropped %q", report.Alone, report.Stopped, reasons(report.Dropped))
	}
	opts.Network = true
	if _, report := verified(t, emitted(t, pkg, keeperCases), opts); report.Alone != aloneEnd {
		t.Errorf("where it is said to have one: alone %q", report.Alone)
	}
}
