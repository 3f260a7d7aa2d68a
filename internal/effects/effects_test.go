package effects

import (
	"context"
	"go/ast"
	"go/build"
	"go/types"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"nearmiss/internal/load"
)

// Studies that tests share, each with its packages by the last element of their path. Some refusals
// in testdata/calls depend on the packages that are studied beside it.
var (
	callsStudy = sync.OnceValues(func() (*Study, map[string]*load.Package) { return studyOf("./testdata/calls") })
	testStudy  = sync.OnceValues(func() (*Study, map[string]*load.Package) {
		return studyOf("./testdata/calls", "./testdata/memory", "./testdata/assembly", "./testdata/lib", "./testdata/boot", "./testdata/linger")
	})
	standardStudy = sync.OnceValues(func() (*Study, map[string]*load.Package) {
		patterns := []string{"./testdata/calls"}
		for _, tt := range standard {
			patterns = append(patterns, tt.pkg)
		}
		return studyOf(patterns...)
	})
)

func studyOf(patterns ...string) (*Study, map[string]*load.Package) {
	ctx := context.Background()
	pkgs, err := load.Load(ctx, ".", load.Options{}, patterns...)
	if err != nil {
		panic(err)
	}
	s, err := NewStudy(ctx, ".", load.Options{}, pkgs)
	if err != nil {
		panic(err)
	}
	byName := map[string]*load.Package{}
	for _, p := range pkgs {
		byName[path.Base(p.ImportPath)] = p
	}
	return s, byName
}

// refused returns, for the functions that must not be run on made-up inputs, why.
func refused(t *testing.T, s *Study, allowed ...Kind) map[*types.Func]*Refusal {
	t.Helper()
	refusals, err := s.Refusals(t.Context(), nil, allowed...)
	if err != nil {
		t.Fatal(err)
	}
	return refusals
}

// TestPackages compares refusals with the comments of the test packages. A
// comment may leave out the end of the chain; the call and its kind must be right.
func TestPackages(t *testing.T) {
	for _, name := range []string{"calls", "memory", "assembly", "lib"} {
		t.Run(name, func(t *testing.T) {
			study := testStudy
			if name == "calls" {
				study = callsStudy
			}
			s, pkgs := study()
			checkComments(t, pkgs[name], refused(t, s))
		})
	}
}

func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil || !build.Default.CgoEnabled {
		t.Skip("no C compiler")
	}
	s, pkgs := studyOf("./testdata/native")
	checkComments(t, pkgs["native"], refused(t, s))
}

func checkComments(t *testing.T, p *load.Package, refusals map[*types.Func]*Refusal) {
	refused, passed := 0, 0
	for _, d := range p.FuncDecls() {
		obj, ok := p.Info.Defs[d.Name].(*types.Func)
		if !ok || generated(p, d) {
			continue
		}
		got := ""
		if r := refusals[obj]; r != nil {
			got = r.String()
		}
		want, whole := expectation(d)
		if want == "" {
			passed++
		} else {
			refused++
		}
		if got != want && (whole || want == "" || !strings.HasPrefix(got, want)) {
			t.Errorf("%s: %s:\n got %q\nwant %q", p.Fset.Position(d.Pos()), obj.Name(), got, want)
		}
	}
	if refused == 0 || passed == 0 {
		t.Errorf("%d refused and %d passed: the comments are not read", refused, passed)
	}
}

// generated reports whether the cgo command made d.
func generated(p *load.Package, d *ast.FuncDecl) bool {
	return !strings.HasPrefix(p.Fset.Position(d.Pos()).Filename, p.Dir+string(filepath.Separator))
}

// expectation reads the expected refusal from the comment of a function. The chain
// through other packages may be cut: it then ends in a package name and a function.
func expectation(d *ast.FuncDecl) (want string, whole bool) {
	for line := range strings.Lines(d.Doc.Text()) {
		if s, ok := strings.CutPrefix(strings.TrimSpace(line), "refused: "); ok {
			return s, !strings.Contains(s, "via json.") && !strings.Contains(s, "via fmt.") && !strings.Contains(s, "via bufio.")
		}
	}
	return "", true
}

func TestInitialization(t *testing.T) {
	s, pkgs := testStudy()
	boot, refusals := pkgs["boot"], refused(t, s)
	for _, d := range boot.FuncDecls() {
		r := refusals[boot.Info.Defs[d.Name].(*types.Func)]
		if r == nil {
			t.Errorf("%s is not refused", d.Name.Name)
			continue
		}
		if got, want := r.String(), "package initialization reaches os.Getwd (file) via first"; got != want || !r.Init {
			t.Errorf("%s: %q, want %q", d.Name.Name, got, want)
		}
	}
}

// TestPosition: the position of a refusal is the last call of the chain in the
// package under test.
func TestPosition(t *testing.T) {
	s, pkgs := callsStudy()
	calls, refusals := pkgs["calls"], refused(t, s)
	lines := map[string]int{}
	for _, d := range calls.FuncDecls() {
		obj := calls.Info.Defs[d.Name].(*types.Func)
		r := refusals[obj]
		if r == nil {
			continue
		}
		if filepath.Base(r.Position.Filename) != "calls.go" {
			t.Errorf("%s: position %s", obj.Name(), r.Position)
		}
		lines[obj.Name()] = r.Position.Line - calls.Fset.Position(d.Pos()).Line
	}
	// Lines counted from the func keyword of the function itself.
	for name, want := range map[string]int{"direct": 0, "removeAll": 2, "across": 0, "cleanup": 5, "scan": 1, "deferred": 1} {
		if got, ok := lines[name]; !ok || got != want {
			t.Errorf("%s: %d lines below its start, want %d", name, got, want)
		}
	}
}

// standard lists refused functions of packages of the standard library: all of a package, or some.
var standard = []struct {
	pkg     string
	only    bool // refused is all
	refused []string
	passed  []string
}{
	{pkg: "path", only: true},
	{pkg: "strconv", only: true},
	{pkg: "unicode/utf8", only: true},
	{pkg: "text/scanner", only: true},
	{pkg: "net/url", only: true},
	{pkg: "net/mail", only: true},
	{pkg: "net/netip", only: true},
	{pkg: "encoding/csv", only: true},
	{pkg: "text/template/parse", only: true},
	{pkg: "mime", only: true, refused: strings.Fields("AddExtensionType ExtensionsByType TypeByExtension initMime initMimeUnix loadMimeFile loadMimeGlobsFile")},
	{pkg: "time", refused: strings.Fields("LoadLocation initLocal open"), passed: strings.Fields("Parse ParseDuration Sleep AfterFunc Time.String Time.Local Duration.String")},
	{pkg: "path/filepath", refused: strings.Fields("Walk WalkDir Glob EvalSymlinks Abs"), passed: strings.Fields("Join Clean Match Rel Ext Split SplitList ToSlash")},
	{pkg: "os", refused: strings.Fields("Remove Open Exit Chdir File.Write StartProcess Pipe Setenv"), passed: strings.Fields("IsNotExist Expand File.Name SyscallError.Error")},
	{pkg: "os/exec", refused: strings.Fields("Cmd.Run Cmd.Start LookPath"), passed: strings.Fields("Error.Error dedupEnv")},
	{pkg: "os/user", refused: strings.Fields("Current Lookup"), passed: strings.Fields("UnknownUserError.Error")},
	{pkg: "net", refused: strings.Fields("Dial Listen LookupHost Dialer.Dial cgoResSearch cgoLookupAddrPTR cgoLookupServicePort"), passed: strings.Fields("ParseIP ParseCIDR SplitHostPort JoinHostPort IP.String IPNet.Contains")},
	{pkg: "log", only: true, refused: strings.Fields("Fatal Fatalf Fatalln Logger.Fatal Logger.Fatalf Logger.Fatalln")},
	{pkg: "encoding/json", only: true},
	{pkg: "net/http", refused: strings.Fields("Get Post ListenAndServe Client.Do ServeFile Server.Serve"), passed: strings.Fields("CanonicalHeaderKey ParseHTTPVersion DetectContentType StatusText ParseCookie")},
	{pkg: "crypto/tls", refused: strings.Fields("Dial Listen LoadX509KeyPair"), passed: strings.Fields("CipherSuiteName VersionName X509KeyPair")},
	{pkg: "crypto/x509", refused: strings.Fields("SystemCertPool"), passed: strings.Fields("ParseCertificate ParsePKCS1PrivateKey MarshalPKCS1PrivateKey")},
	{pkg: "crypto/sha256", only: true},
	{pkg: "crypto/rand", only: true},
	{pkg: "net/rpc", refused: strings.Fields("Dial DialHTTP"), passed: strings.Fields("NewServer suitableMethods")},
	{pkg: "runtime/coverage", refused: strings.Fields("WriteMetaDir WriteCountersDir")},
	{pkg: "archive/zip", refused: strings.Fields("OpenReader"), passed: strings.Fields("NewReader NewWriter Reader.Open File.Open Writer.Create")},
	{pkg: "compress/gzip", only: true},
	{pkg: "go/parser", refused: strings.Fields("ParseFile ParseDir")},
	{pkg: "io/ioutil", refused: strings.Fields("ReadFile WriteFile TempDir"), passed: strings.Fields("ReadAll NopCloser")},
	{pkg: "html/template", refused: strings.Fields("ParseFiles ParseGlob"), passed: strings.Fields("HTMLEscapeString Template.Execute Template.Parse")},
}

func TestStandardLibrary(t *testing.T) {
	s, _ := standardStudy()
	refusals := refused(t, s)
	for _, tt := range standard {
		t.Run(strings.ReplaceAll(tt.pkg, "/", "_"), func(t *testing.T) {
			got := map[string]*Refusal{}
			for f, r := range refusals {
				if f.Pkg().Path() != tt.pkg {
					continue
				}
				name := f.Name()
				if recv := f.Signature().Recv(); recv != nil {
					_, typ := receiver(recv.Type())
					name = typ + "." + name
				}
				got[name] = r
			}
			for _, name := range tt.refused {
				if got[name] == nil {
					t.Errorf("%s passes", name)
				}
			}
			for _, name := range tt.passed {
				if r := got[name]; r != nil {
					t.Errorf("%s is refused: %s", name, r)
				}
			}
			if tt.only && len(got) != len(tt.refused) {
				for name, r := range got {
					t.Logf("%s: %s", name, r)
				}
				t.Errorf("%d functions are refused, want %d", len(got), len(tt.refused))
			}
		})
	}
}

// TestDeterminism analyzes twice and wants the same words.
func TestDeterminism(t *testing.T) {
	words := func() map[string]string {
		study, _ := studyOf("./testdata/calls")
		m := map[string]string{}
		for f, r := range refused(t, study) {
			m[f.FullName()] = r.String() + " " + r.Position.String()
		}
		return m
	}
	a, b := words(), words()
	if len(a) < 30 {
		t.Errorf("only %d functions are refused", len(a))
	}
	if !maps.Equal(a, b) {
		for name := range a {
			if a[name] != b[name] {
				t.Errorf("%s: %q, then %q", name, a[name], b[name])
			}
		}
	}
}
